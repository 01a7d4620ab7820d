import { Box, chakra, Flex } from '@chakra-ui/react';
import { Check, Circle, CircleDot, Minus, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { standingStages } from '../../../server/domain/ledger/stageBefore.ts';
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

interface ProcessInfoProps {
  lot: LotDetailFragment;
  history: readonly HistoryEventFragment[];
  /** the button that takes back a wrong stage */
  correction?: ReactNode;
}

/**
 * The lot's stages as a drawing, with notes and measurements.
 * @param history empty while unknown
 */
export function ProcessInfo({ lot, history, correction }: ProcessInfoProps) {
  const words = useLotWords();
  const { say } = words;
  const percent = say('process.percent', { share: stageProgressPercent(lot.currentProcess) / 100 });
  const journey = journeyOf(lot.currentProcess, history);
  return (
    <Part
      title={say('process.title')}
      actions={
        <Flex align="center" gap="3">
          <Box fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
            {percent}
          </Box>
          {correction}
        </Flex>
      }
    >
      <Bar
        current={lot.currentProcess}
        journey={journey}
        label={say('process.progress', { lotId: lot.lotId, percent })}
      />
      <chakra.ol
        listStyleType="none"
        mt={{ base: '4', md: '2' }}
        mb="5"
        display="grid"
        gap={{ md: '1' }}
        gridTemplateColumns={{ md: 'repeat(6, minmax(0, 1fr))' }}
      >
        {journey.map((step) => (
          <StageRow key={step.stage} step={step} />
        ))}
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

/** A stage with its day and operator: a line on phones, a column under its segment of the bar on wide screens. */
function StageRow({ step: { stage, state, at, by } }: { step: JourneyStep }) {
  const { formatDate, formatDateTime, say } = useLotWords();
  const { icon: Icon, word } = STATES[state];
  const color = state === 'todo' || state === 'skipped' ? 'fg.muted' : stageColor(stage);
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: '1.5rem minmax(0, 1fr) auto', md: '1.25rem minmax(0, 1fr)' }}
      alignItems="center"
      alignContent="start"
      columnGap={{ base: '2', md: '1.5' }}
      minH={{ base: '8', md: '0' }}
      pb={{ base: by === null ? '0' : '2', md: '0' }}
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
      <Box gridColumn={{ md: '2' }} fontSize="xs" color="fg.muted" title={at === null ? undefined : formatDateTime(at)}>
        {at === null ? say(word) : formatDate(at)}
        {at !== null && <chakra.span srOnly>{`, ${say(word)}`}</chakra.span>}
      </Box>
      {by !== null && (
        <Box gridColumn="2" fontSize="xs" color="fg.muted" overflowWrap="anywhere">
          {by}
        </Box>
      )}
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
  /** who worked on it, or else who recorded it; null if unknown or erased */
  by: string | null;
}

interface StageEvent {
  action: string;
  at: string;
  stage: Stage | null;
  actor: string | null;
  changes: readonly { field: string; to: string | null }[];
}

/**
 * The six stages with their progress. A stage before the current one without an event was skipped; without a history it
 * counts as done. A stage that was taken back counts only if the lot reached it again.
 * @param history newest first, like in the API
 */
export function journeyOf(current: Stage, history: readonly StageEvent[]): JourneyStep[] {
  const steps = history.map((event) => ({ type: event.action, stage: event.stage, event })).toReversed();
  const reached = new Map(standingStages(steps).map(({ stage, event }) => [stage, event]));
  return STAGES.map((stage): JourneyStep => {
    const event = reached.get(stage);
    const at = event?.at ?? null;
    const by = event?.changes.find(({ field }) => field === 'operatorName')?.to ?? event?.actor ?? null;
    const ahead = stagePosition(stage) - stagePosition(current);
    if (ahead > 0) return { stage, state: 'todo', at: null, by: null };
    if (ahead === 0) return { stage, state: 'current', at, by };
    return { stage, state: at === null && history.length > 0 ? 'skipped' : 'done', at, by };
  });
}
