import { Box, chakra } from '@chakra-ui/react';
import { STAGE_ICONS, stageColor } from '../../design/Badge.tsx';
import { useVerifyWords, type VerifyId, type VerifyWords } from '../../words/verifyWords.ts';
import type { JourneyState, JourneyStop } from './journeyStops.ts';
import type { PublicLot } from './publicAnswers.ts';

const WORDS: Record<JourneyState, VerifyId> = {
  done: 'journey.done',
  'in progress': 'journey.current',
  pending: 'journey.pending',
};

interface JourneyStopRowProps {
  stop: JourneyStop;
  lot: PublicLot;
  /** the chain was loaded */
  isRead: boolean;
  /** null after the last stage */
  next: JourneyStop | null;
}

/** One stage: icon, date, progress and notes. */
export function JourneyStopRow({ stop, lot, isRead, next }: JourneyStopRowProps) {
  const words = useVerifyWords();
  const { say } = words;
  const { stage, state } = stop;
  const Icon = STAGE_ICONS[stage];
  const color = stageColor(stage);
  const isPending = state === 'pending';
  const isCurrent = state === 'in progress';
  const day = dayOf(words, stop, lot);
  const notes = notesOf(words, stop, lot, isRead);
  return (
    <chakra.li
      position="relative"
      display="grid"
      gridTemplateColumns="2.25rem minmax(0, 1fr)"
      columnGap="3"
      pb={next === null ? '0' : '5'}
      aria-current={isCurrent ? 'step' : undefined}
      css={{ breakInside: 'avoid' }}
    >
      {next !== null && (
        <Box
          position="absolute"
          insetStart="calc(1.125rem - 1.5px)"
          top="2.25rem"
          bottom="0"
          borderInlineStartWidth="3px"
          borderStyle={next.state === 'pending' ? 'dotted' : 'solid'}
          borderColor={next.state === 'pending' ? 'edge' : 'leaf.solid'}
        />
      )}
      <Box
        display="grid"
        placeItems="center"
        boxSize="9"
        borderRadius="full"
        borderWidth={isCurrent ? '2px' : '1px'}
        borderColor={isPending ? 'line' : color}
        bg={isPending ? 'bg.raised' : `${color}.subtle`}
        color={isPending ? 'fg.muted' : color}
        css={{ printColorAdjust: 'exact' }}
      >
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </Box>
      <Box pt="1.5" minW="0">
        <Box display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3">
          <Box fontWeight={isCurrent ? '600' : '500'} color={isPending ? 'fg.muted' : 'fg'}>
            {say(stage === 'drying' && state === 'done' ? 'journey.dried' : `stage.${stage}`)}
          </Box>
          {day !== null && (
            <Box fontSize="sm" fontVariantNumeric="tabular-nums" pt="0.5">
              {day}
            </Box>
          )}
        </Box>
        <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          <chakra.span color={isCurrent ? color : 'fg.muted'} fontWeight={isCurrent ? '600' : '400'}>
            {/* Delivery is the last stage: the journey is complete, not in progress. */}
            {say(next === null && isCurrent ? 'journey.complete' : WORDS[state])}
          </chakra.span>
          {notes.map((note) => (
            <chakra.span key={note} _before={{ content: '" · "' }}>
              {note}
            </chakra.span>
          ))}
          {/* Free text by staff: its language is unknown. */}
          {freeTextOf(stop, lot).map((text) => (
            <chakra.span key={text} lang="" _before={{ content: '" · "' }}>
              {text}
            </chakra.span>
          ))}
        </Box>
      </Box>
    </chakra.li>
  );
}

/** The date when a stage was reached: for the harvest the farmer's, for others the chain's. */
function dayOf({ formatDate }: VerifyWords, { stage, entry }: JourneyStop, lot: PublicLot): string | null {
  if (stage === 'harvested' && lot.harvestDate !== null) return formatDate(lot.harvestDate);
  return entry === null || entry.timestamp === null ? null : formatDate(entry.timestamp);
}

function notesOf(words: VerifyWords, stop: JourneyStop, lot: PublicLot, isRead: boolean): string[] {
  const { say, formatDate } = words;
  const { stage, state, entry } = stop;
  if (state === 'pending') return [];
  const registered = entry?.timestamp?.slice(0, 10) ?? null;
  const isLater = stage === 'harvested' && registered !== null && registered !== lot.harvestDate?.slice(0, 10);
  const missing = state === 'done' ? 'journey.noEntry' : 'journey.notRecorded';
  return [
    entry === null && isRead ? say(missing) : null,
    isLater ? say('journey.registered', { day: formatDate(registered) }) : null,
  ].filter((note) => note !== null);
}

/** Location and notes of the stage. */
function freeTextOf({ state, entry }: JourneyStop, lot: PublicLot): string[] {
  if (state === 'pending') return [];
  // The lot holds the note of its current stage, also before it is on the ledger.
  const noted = entry?.details ?? (state === 'in progress' ? lot.processDetails : null);
  return [entry?.location ?? null, noted].filter((text) => text !== null);
}
