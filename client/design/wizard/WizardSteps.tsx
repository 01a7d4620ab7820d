import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useSharedWords } from '../../words/sharedWords.ts';

/**
 * <WizardSteps steps={['Basic Info', 'Location']} current={1} />: the current position; one line on phones. Announces
 * each new step to screen readers.
 */
export function WizardSteps({ steps, current }: { steps: readonly string[]; current: number }) {
  const { say } = useSharedWords();
  const here = say('wizard.here', { step: current, steps: steps.length, name: steps[current - 1] ?? '' });
  return (
    <Box mb="5">
      <chakra.span srOnly role="status">
        {here}
      </chakra.span>
      <Box aria-hidden display={{ base: 'block', md: 'none' }} fontSize="sm" color="fg.muted">
        {here}
        <Flex gap="1" mt="2">
          {steps.map((name, index) => (
            <Box key={name} flex="1" h="1" borderRadius="full" bg={index < current ? 'leaf.solid' : 'line'} />
          ))}
        </Flex>
      </Box>
      <chakra.ol display={{ base: 'none', md: 'flex' }} listStyleType="none" gap="2" aria-label={say('wizard.steps')}>
        {steps.map((name, index) => {
          const done = index + 1 < current;
          const isHere = index + 1 === current;
          return (
            <chakra.li
              key={name}
              aria-current={isHere ? 'step' : undefined}
              flex="1"
              pt="2"
              borderTopWidth="3px"
              borderColor={done || isHere ? 'leaf.solid' : 'line'}
              fontSize="sm"
              fontWeight={isHere ? '600' : '500'}
              color={isHere ? 'fg' : 'fg.muted'}
              display="flex"
              alignItems="center"
              gap="1.5"
            >
              {done && (
                <>
                  <Check aria-hidden size={16} strokeWidth={2} />
                  <chakra.span srOnly>{say('wizard.done')}</chakra.span>
                </>
              )}
              {say('wizard.step', { step: index + 1, name })}
            </chakra.li>
          );
        })}
      </chakra.ol>
    </Box>
  );
}
