import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowRight, CircleAlert, CircleCheck, CircleHelp, Clock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LotAction } from '../../../server/domain/ledger/content.ts';
import { Badge } from '../../design/Badge.tsx';
import type { ToneName } from '../../design/colors.ts';
import { RelativeTime } from '../../design/RelativeTime.tsx';
import type { HistoryEventFragment, HistoryState } from '../../graphql/generated.ts';
import { LotRich, type LotId, useLotWords } from '../../words/lotWords.ts';
import { fieldName } from '../../words/recordInWords.ts';
import { changeInWords, type KnownPlot } from './changeInWords.ts';

/** Events without a person behind them. For other events a missing name was erased or never stored. */
const BY_PROGRAM: ReadonlySet<string> = new Set(['satellite', 'alert raised'] satisfies LotAction[]);

/** Whether an event has no person behind it. */
export const isByProgram = (action: string): boolean => BY_PROGRAM.has(action);

const STATES: Record<HistoryState, { tone?: ToneName; icon: LucideIcon; word: LotId }> = {
  recorded: { tone: 'leaf', icon: CircleCheck, word: 'lotHistory.recorded' },
  pending: { tone: 'pod', icon: Clock, word: 'lotHistory.pending' },
  differs: { tone: 'alarm', icon: CircleAlert, word: 'lotHistory.differs' },
  unchecked: { icon: CircleHelp, word: 'lotHistory.unchecked' },
};

interface TimelineRowProps {
  title: string;
  /** ISO 8601 */
  at: string;
  /** null: the program, or erased */
  actor: string | null;
  isProgram: boolean;
  /** null: no badge */
  state: HistoryState | null;
  changes: HistoryEventFragment['changes'];
  /** by which changes of plots are named */
  plots: readonly KnownPlot[];
  isLast: boolean;
  children?: ReactNode;
}

/** An event of a timeline: what, when, by whom, and what it changed. */
export function TimelineRow({
  title,
  at,
  actor,
  isProgram,
  state,
  changes,
  plots,
  isLast,
  children,
}: TimelineRowProps) {
  const { say } = useLotWords();
  const { tone, icon, word } = state === null ? STATES.recorded : STATES[state];
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="1.25rem minmax(0, 1fr)"
      columnGap="3"
      position="relative"
      pb={isLast ? '0' : '5'}
    >
      {!isLast && (
        <Box
          position="absolute"
          top="4"
          bottom="-1"
          insetStart="0.5rem"
          borderInlineStartWidth="2px"
          borderColor="line"
        />
      )}
      <Box
        mt="1.5"
        ms="0.5"
        boxSize="3"
        borderRadius="full"
        borderWidth="2px"
        borderColor={tone ?? 'edge'}
        bg="bg.raised"
        position="relative"
      />
      <Box minW="0">
        <Flex columnGap="3" rowGap="1" wrap="wrap" align="baseline" justify="space-between">
          <chakra.h4 fontSize="sm" fontWeight="600">
            {title}
          </chakra.h4>
          {state !== null && (
            <Badge tone={tone} icon={icon}>
              {say(word)}
            </Badge>
          )}
        </Flex>
        <Box fontSize="sm" color="fg.muted">
          <RelativeTime iso={at} isFocusable /> {actor !== null && say('lotHistory.by', { who: actor })}
          {actor === null && isProgram && say('lotHistory.system')}
        </Box>
        {changes.length > 0 && (
          <chakra.ul listStyleType="none" mt="1.5" fontSize="sm" aria-label={say('lotHistory.changes')}>
            {changes.map((change) => (
              <chakra.li key={change.field} overflowWrap="anywhere" whiteSpace="pre-line">
                <Change change={change} plots={plots} />
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        {children}
      </Box>
    </chakra.li>
  );
}

/**
 * Draws the arrow of a text, because not every system has a font with that character. Programs and screen readers still
 * get the character.
 */
function DrawnArrow({ children }: { children?: ReactNode }) {
  return (
    <chakra.span display="inline-block" verticalAlign="-0.125em">
      <ArrowRight aria-hidden size={14} strokeWidth={1.75} />
      <span className="sr-only">{children}</span>
    </chakra.span>
  );
}

/** Written in capitals instead of drawn so: a block for `::first-letter` is read with a space before the colon. */
function capitalized(name: string, locale: string): string {
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

interface ChangeProps {
  change: HistoryEventFragment['changes'][number];
  plots: readonly KnownPlot[];
}

function Change({ change, plots }: ChangeProps) {
  const words = useLotWords();
  const field = capitalized(fieldName(words, change.field), words.locale);
  const [from, to] = [change.from, change.to].map((value) => changeInWords(words, change.field, value, plots));
  const parts = {
    name: <chakra.span color="fg.muted" />,
    was: <chakra.span textDecoration="line-through" color="fg.muted" />,
    arrow: <DrawnArrow />,
  };
  if (to === null || to === undefined) return <LotRich id="lotHistory.taken" params={{ field }} parts={parts} />;
  if (from === null || from === undefined) return <LotRich id="lotHistory.set" params={{ field, to }} parts={parts} />;
  return <LotRich id="lotHistory.fromTo" params={{ field, from, to }} parts={parts} />;
}
