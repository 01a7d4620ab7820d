import { Box, chakra } from '@chakra-ui/react';
import { Check, Circle, CircleDot, type LucideIcon } from 'lucide-react';
import { stageColor } from '../../design/Badge.tsx';
import { useVerifyWords, type VerifyId } from '../../words/verifyWords.ts';
import type { Stage } from '../../../server/domain/stages.ts';
import { journeyOf, type JourneyState } from './words.ts';

const ICONS: Record<JourneyState, LucideIcon> = { done: Check, 'in progress': CircleDot, pending: Circle };
const WORDS: Record<JourneyState, VerifyId> = {
  done: 'journey.done',
  'in progress': 'journey.current',
  pending: 'journey.pending',
};

/** The six stages as a vertical line; each says in a word how far it is. @param details what was noted of the current stage */
export function Journey({ current, details }: { current: Stage | null; details: string | null }) {
  const { say } = useVerifyWords();
  const steps = journeyOf(current);
  return (
    <chakra.ol listStyleType="none">
      {steps.map(({ stage, state }, position) => {
        const Icon = ICONS[state];
        const color = stageColor(stage);
        const pending = state === 'pending';
        const last = position === steps.length - 1;
        return (
          <chakra.li
            key={stage}
            position="relative"
            display="grid"
            gridTemplateColumns="2rem 1fr"
            columnGap="3"
            pb={last ? '0' : '4'}
            aria-current={state === 'in progress' ? 'step' : undefined}
          >
            {!last && (
              <Box
                position="absolute"
                insetStart="calc(1rem - 1px)"
                top="2rem"
                bottom="0"
                borderInlineStartWidth="2px"
                borderStyle={state === 'done' ? 'solid' : 'dashed'}
                borderColor={state === 'done' ? 'leaf' : 'line'}
              />
            )}
            <Box
              display="grid"
              placeItems="center"
              boxSize="8"
              borderRadius="full"
              borderWidth="1px"
              borderColor={pending ? 'line' : color}
              bg={pending ? 'bg.raised' : `${color}.subtle`}
              color={pending ? 'fg.muted' : color}
            >
              <Icon aria-hidden size={16} strokeWidth={1.75} />
            </Box>
            <Box pt="1" minW="0">
              <Box display="flex" justifyContent="space-between" gap="3">
                <Box fontWeight={state === 'in progress' ? '600' : '500'} color={pending ? 'fg.muted' : 'fg'}>
                  {say(`stage.${stage}`)}
                </Box>
                <Box fontSize="sm" color={state === 'in progress' ? color : 'fg.muted'}>
                  {/* Nothing comes after delivery: the journey is at its end, not under way. */}
                  {say(last && state === 'in progress' ? 'journey.complete' : WORDS[state])}
                </Box>
              </Box>
              {state === 'in progress' && details !== null && (
                <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
                  {details}
                </Box>
              )}
            </Box>
          </chakra.li>
        );
      })}
    </chakra.ol>
  );
}
