import { Box, chakra, Flex } from '@chakra-ui/react';
import { FileCheck, Leaf, MapPin } from 'lucide-react';
import { Banner } from '../../design/Banner.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { StepButton } from './StepButton.tsx';
import { StepHeading } from './StepHeading.tsx';
import { useReferrer } from './useReferrer.ts';
import type { VerifyFlow } from './useVerifyFlow.ts';

const BLURBS = [
  { name: 'place', icon: MapPin },
  { name: 'forest', icon: Leaf },
  { name: 'record', icon: FileCheck },
] as const;

export function LandingStep({ state, moved, ways, findProduct }: VerifyFlow) {
  const { say } = useVerifyWords();
  return (
    <Flex direction="column" gap="6">
      {useReferrer() && <Banner tone="pod" title={say('start.nowhere')} />}
      {!state.online && (
        <Banner tone="pod" title={say('start.offline')}>
          {say('start.offlineText')}
        </Banner>
      )}
      <Flex direction="column" gap="3">
        <StepHeading focused={moved}>{say('start.title')}</StepHeading>
        <Box color="fg.muted" maxW="34rem">
          {say('start.lead')}
        </Box>
        <Box mt="2">
          <StepButton size="lg" to={ways.search} go={findProduct}>
            {say('start.find')}
          </StepButton>
        </Box>
      </Flex>
      <chakra.ul listStyleType="none" borderTopWidth="1px" borderColor="line">
        {BLURBS.map(({ name, icon: Icon }) => (
          <chakra.li key={name} display="flex" gap="4" py="4" borderBottomWidth="1px" borderColor="line">
            <Box color="brand" mt="0.5" flexShrink="0">
              <Icon aria-hidden size={22} strokeWidth={1.75} />
            </Box>
            <Box>
              <chakra.h2 fontWeight="600">{say(`start.${name}`)}</chakra.h2>
              <Box fontSize="sm" color="fg.muted">
                {say(`start.${name}Text`)}
              </Box>
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </Flex>
  );
}
