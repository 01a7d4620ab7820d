import { Box, chakra, Flex } from '@chakra-ui/react';
import { FileCheck, Leaf, MapPin, type LucideIcon } from 'lucide-react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { StepHeading } from './StepHeading.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';

const BLURBS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: MapPin, title: 'Where it grew', text: 'The farm’s region, the variety and the day of harvest.' },
  {
    icon: Leaf,
    title: 'What happened to the forest',
    text: 'What satellites saw of the place where it grew since the end of 2020.',
  },
  {
    icon: FileCheck,
    title: 'What is on record',
    text: 'Each step of the journey, and whether its ledger record was changed since.',
  },
];

export function LandingStep({ state, moved, findProduct }: VerifyFlow) {
  return (
    <Flex direction="column" gap="6">
      {!state.online && (
        <Banner tone="pod" title="You are offline">
          You can look around. To check a product, connect to the internet.
        </Banner>
      )}
      <Flex direction="column" gap="3">
        <StepHeading focused={moved}>Check where your cacao comes from</StepHeading>
        <Box color="fg.muted" maxW="34rem">
          Every pack carries a lot number. Type it in, or scan the QR code with your phone, and read what is known of
          that lot. No login is needed.
        </Box>
        <Box mt="2">
          <Button size="lg" onClick={findProduct}>
            Find Your Product
          </Button>
        </Box>
      </Flex>
      <chakra.ul listStyleType="none" borderTopWidth="1px" borderColor="line">
        {BLURBS.map(({ icon: Icon, title, text }) => (
          <chakra.li key={title} display="flex" gap="4" py="4" borderBottomWidth="1px" borderColor="line">
            <Box color="brand" mt="0.5" flexShrink="0">
              <Icon aria-hidden size={22} strokeWidth={1.75} />
            </Box>
            <Box>
              <chakra.h2 fontWeight="600">{title}</chakra.h2>
              <Box color="fg.muted" fontSize="sm">
                {text}
              </Box>
            </Box>
          </chakra.li>
        ))}
      </chakra.ul>
    </Flex>
  );
}
