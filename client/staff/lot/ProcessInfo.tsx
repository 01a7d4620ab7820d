import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check, Circle, CircleDot, Minus, type LucideIcon } from 'lucide-react';
import { stagePosition, stageProgressPercent, STAGES, type Stage } from '../../../server/domain/lot/stages.ts';
import { stageColor } from '../../design/Badge.tsx';
import { Facts } from '../../design/Page.tsx';
import type { HistoryEventFragment, LotDetailFragment } from '../../graphql/generated.ts';
import { figureFacts } from '../../words/lotFigures.ts';
import { type LotId, useLotWords } from '../../words/lotWords.ts';
import { Part } from './Part.tsx';

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
  const { say } = words;
  const percent = say('process.percent', { share: stageProgressPercent(lot.currentProcess) / 100 });
  const journey = journeyOf(lot.currentProcess, history);
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
          return <StageRow key={stage} stage={stage} state={state} at={at} />;
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

interface StageRowProps {
  stage: JourneyStep['stage'];
  state: JourneyStep['state'];
  at: JourneyStep['at'];
}

function StageRow({ stage, state, at }: StageRowProps) {
  const { formatDate, formatDateTime, say } = useLotWords();
  const { icon: Icon, word } = STATES[state];
  const color = state === 'todo' || state === 'skipped' ? 'fg.muted' : stageColor(stage);
  return (
    <chakra.li
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
}

interface BarProps {
  current: Stage;
  journey: readonly JourneyStep[];
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

type StepState = 'done' | 'skipped' | 'current' | 'todo';

interface JourneyStep {
  stage: Stage;
  state: StepState;
  /** when the lot reached it, ISO 8601; null if unknown */
  at: string | null;
}

/**
 * The six stages with their progress. A stage before the current one without an event was skipped; without a history it
 * counts as done.
 * @param history newest first, like in the API
 */
export function journeyOf(
  current: Stage,
  history: readonly { action: string; at: string; stage: Stage | null }[],
): JourneyStep[] {
  const reachedAt = new Map<Stage, string>();
  for (const { stage, at } of history) if (stage !== null) reachedAt.set(stage, at);
  return STAGES.map((stage): JourneyStep => {
    const at = reachedAt.get(stage) ?? null;
    const ahead = stagePosition(stage) - stagePosition(current);
    if (ahead > 0) return { stage, state: 'todo', at: null };
    if (ahead === 0) return { stage, state: 'current', at };
    return { stage, state: at === null && history.length > 0 ? 'skipped' : 'done', at };
  });
}
