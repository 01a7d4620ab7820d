import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check, Circle, CircleDot, Minus, type LucideIcon } from 'lucide-react';
import { stageProgressPercent, type Stage } from '../../../server/domain/lot/stages.ts';
import { stageColor } from '../../design/Badge.tsx';
import { Facts } from '../../design/Page.tsx';
import type { HistoryEventFragment, LotDetailFragment } from '../../graphql/generated.ts';
import { figureFacts } from '../../words/lotFigures.ts';
import { type LotId, useLotWords } from '../../words/lotWords.ts';
import { Part } from './Part.tsx';
import { stageProgress, type StageProgress, type StepState } from './stageProgress.ts';

const STATES: Record<StepState, { icon: LucideIcon; word: LotId }> = {
  done: { icon: Check, word: 'process.done' },
  skipped: { icon: Minus, word: 'process.skipped' },
  current: { icon: CircleDot, word: 'process.current' },
  todo: { icon: Circle, word: 'process.todo' },
};

/**
 * The lot's stages as a drawing, with notes and measurements.
 * @param history empty while unknown
 */
export function ProcessInfo({ lot, history }: { lot: LotDetailFragment; history: readonly HistoryEventFragment[] }) {
  const words = useLotWords();
  const { say, formatDateTime, formatDate } = words;
  const percent = say('process.percent', { share: stageProgressPercent(lot.currentProcess) / 100 });
  const journey = stageProgress(lot.currentProcess, history);
  return (
    <Part
      title={say('process.title')}
      actions={
        <Box fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {percent}
        </Box>
      }
    >
      <Bar
        current={lot.currentProcess}
        journey={journey}
        label={say('process.progress', { lotId: lot.lotId, percent })}
      />
      <chakra.ol listStyleType="none" my="4">
        {journey.map(({ stage, state, at }) => {
          const { icon: Icon, word } = STATES[state];
          const color = state === 'todo' || state === 'skipped' ? 'fg.muted' : stageColor(stage);
          return (
            <chakra.li
              key={stage}
              display="grid"
              gridTemplateColumns="1.5rem minmax(0, 1fr) auto"
              alignItems="center"
              gap="2"
              minH="8"
              fontSize="sm"
              aria-current={state === 'current' ? 'step' : undefined}
            >
              <Box color={color}>
                <Icon aria-hidden size={16} strokeWidth={2} />
              </Box>
              <Box
                fontWeight={state === 'current' ? '600' : '400'}
                color={state === 'todo' || state === 'skipped' ? 'fg.muted' : 'fg'}
              >
                {say(`stage.${stage}`)}
              </Box>
              <Box fontSize="xs" color="fg.muted" title={at === null ? undefined : formatDateTime(at)}>
                {at === null ? say(word) : formatDate(at)}
                {at !== null && <chakra.span srOnly>{`, ${say(word)}`}</chakra.span>}
              </Box>
            </chakra.li>
          );
        })}
      </chakra.ol>
      <Facts
        items={[
          ...figureFacts(words, 'process', lot),
          [
            say('process.details'),
            <chakra.span
              key="details"
              whiteSpace="pre-line"
              color={lot.processDetails === null ? 'fg.muted' : undefined}
            >
              {lot.processDetails ?? say('process.noDetails')}
            </chakra.span>,
          ],
        ]}
      />
    </Part>
  );
}

interface BarProps {
  current: Stage;
  journey: readonly StageProgress[];
  label: string;
}

/** Six segments, filled for reached stages; a skipped stage only has a border. */
function Bar({ current, journey, label }: BarProps) {
  return (
    <Flex role="img" aria-label={label} gap="1">
      {journey.map(({ stage, state }) => {
        const isPassed = state !== 'todo';
        return (
          <Box
            key={stage}
            data-state={state}
            flex="1"
            h="2"
            borderRadius="full"
            borderWidth="1px"
            borderColor={isPassed ? stageColor(current) : 'line'}
            bg={isPassed && state !== 'skipped' ? stageColor(current) : 'bg.sunken'}
          />
        );
      })}
    </Flex>
  );
}
