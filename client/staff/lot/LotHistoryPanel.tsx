import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowRight, CircleAlert, CircleCheck, CircleHelp, Clock, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { LotAction } from '../../../server/domain/ledger/content.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Moment } from '../../design/Moment.tsx';
import { ListRowSkeleton } from '../../design/Skeletons.tsx';
import type { ToneName } from '../../design/colors.ts';
import type { HistoryEventFragment, HistoryState, LotHistoryOfQuery } from '../../graphql/generated.ts';
import { LotRich, type LotId, useLotWords } from '../../words/lotWords.ts';
import { actionName, fieldName } from '../../words/recordInWords.ts';
import type { QueryState } from './useAnswer.ts';
import { changeInWords } from './changeInWords.ts';
import { Answered, Part } from './Part.tsx';

/** Number of events shown at first: a lot with monthly checks has many. */
const SHOWN = 12;

/** The lot's events, newest first: time, actor and changes. */
export function LotHistoryPanel({ history }: { history: QueryState<LotHistoryOfQuery> }) {
  const { say } = useLotWords();
  return (
    <Part title={say('lotHistory.title')}>
      <Answered
        of={history}
        loading={say('lotHistory.loading')}
        skeleton={
          <>
            <ListRowSkeleton />
            <ListRowSkeleton />
            <ListRowSkeleton />
          </>
        }
      >
        {({ lotHistory }) => <Timeline events={lotHistory ?? []} />}
      </Answered>
    </Part>
  );
}

function Timeline({ events }: { events: readonly HistoryEventFragment[] }) {
  const { say } = useLotWords();
  const [all, setAll] = useState(false);
  if (events.length === 0) return <EmptyState icon={Clock} title={say('lotHistory.empty')} />;
  const shown = all ? events : events.slice(0, SHOWN);
  return (
    <>
      <chakra.ol listStyleType="none">
        {shown.map((event, index) => (
          <Event key={events.length - index} event={event} isLast={index === shown.length - 1} />
        ))}
      </chakra.ol>
      {shown.length < events.length && (
        <Button variant="secondary" size="sm" mt="3" onClick={() => setAll(true)}>
          {say('lotHistory.more', { count: events.length })}
        </Button>
      )}
    </>
  );
}

/** Events without a person behind them. For other events a missing name was erased or never stored. */
const BY_PROGRAM: ReadonlySet<string> = new Set(['satellite', 'alert raised'] satisfies LotAction[]);

const STATES: Record<HistoryState, { tone?: ToneName; icon: LucideIcon; word: LotId }> = {
  recorded: { tone: 'leaf', icon: CircleCheck, word: 'lotHistory.recorded' },
  pending: { tone: 'pod', icon: Clock, word: 'lotHistory.pending' },
  differs: { tone: 'alarm', icon: CircleAlert, word: 'lotHistory.differs' },
  unchecked: { icon: CircleHelp, word: 'lotHistory.unchecked' },
};

function Event({ event, isLast }: { event: HistoryEventFragment; isLast: boolean }) {
  const words = useLotWords();
  const { say } = words;
  const { tone, icon, word } = STATES[event.state];
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
            {actionName(words, event.action, event.stage)}
          </chakra.h4>
          <Badge tone={tone} icon={icon}>
            {say(word)}
          </Badge>
        </Flex>
        <Box fontSize="sm" color="fg.muted">
          <Moment iso={event.at} /> {event.actor !== null && say('lotHistory.by', { who: event.actor })}
          {event.actor === null && BY_PROGRAM.has(event.action) && say('lotHistory.system')}
        </Box>
        {event.changes.length > 0 && (
          <chakra.ul listStyleType="none" mt="1.5" fontSize="sm" aria-label={say('lotHistory.changes')}>
            {event.changes.map((change) => (
              <chakra.li key={change.field} overflowWrap="anywhere" whiteSpace="pre-line">
                <Change change={change} />
              </chakra.li>
            ))}
          </chakra.ul>
        )}
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

function Change({ change }: { change: HistoryEventFragment['changes'][number] }) {
  const words = useLotWords();
  const field = fieldName(words, change.field);
  const [from, to] = [change.from, change.to].map((value) => changeInWords(words, change.field, value));
  const parts = {
    name: (
      <chakra.span
        color="fg.muted"
        css={{ display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } }}
      />
    ),
    was: <chakra.span textDecoration="line-through" color="fg.muted" />,
    arrow: <DrawnArrow />,
  };
  if (to === null || to === undefined) return <LotRich id="lotHistory.taken" params={{ field }} parts={parts} />;
  if (from === null || from === undefined) return <LotRich id="lotHistory.set" params={{ field, to }} parts={parts} />;
  return <LotRich id="lotHistory.fromTo" params={{ field, from, to }} parts={parts} />;
}
