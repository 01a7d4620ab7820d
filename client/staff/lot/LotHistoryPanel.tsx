import { chakra } from '@chakra-ui/react';
import { Check, Clock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { ListRowSkeleton } from '../../design/Skeletons.tsx';
import type { HistoryEventFragment, LotHistoryOfQuery } from '../../graphql/generated.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { actionName } from '../../words/recordInWords.ts';
import type { KnownPlot } from './changeInWords.ts';
import { Answered, Part } from './Part.tsx';
import { isByProgram, TimelineRow } from './TimelineRow.tsx';
import type { QueryState } from './useAnswer.ts';

const TrailList = lazyPart(() => import('./trail/TrailList.tsx'));

/** Number of events shown at first: a lot with monthly checks has many. */
const SHOWN = 12;

interface LotHistoryProps {
  lotId: string;
  history: QueryState<LotHistoryOfQuery>;
  /** by which changes of plots are named */
  plots: readonly KnownPlot[];
}

/** The lot's events, newest first: time, actor and changes. */
export function LotHistoryPanel({ lotId, history, plots }: LotHistoryProps) {
  const { say } = useLotWords();
  const [isWhole, setWhole] = useState(false);
  return (
    <Part
      title={say('lotHistory.title')}
      actions={
        <Button variant="secondary" size="sm" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole && <Check aria-hidden />}
          {say('trail.everything')}
        </Button>
      }
    >
      {isWhole ? (
        <Suspense fallback={<ListRowSkeleton />}>
          <TrailList lotId={lotId} plots={plots} />
        </Suspense>
      ) : (
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
          {({ lotHistory }) => <Timeline events={lotHistory ?? []} plots={plots} />}
        </Answered>
      )}
    </Part>
  );
}

function Timeline({ events, plots }: { events: readonly HistoryEventFragment[]; plots: readonly KnownPlot[] }) {
  const words = useLotWords();
  const { say } = words;
  const [all, setAll] = useState(false);
  if (events.length === 0) return <EmptyState icon={Clock} title={say('lotHistory.empty')} />;
  const shown = all ? events : events.slice(0, SHOWN);
  return (
    <>
      <chakra.ol listStyleType="none">
        {shown.map((event, index) => (
          <TimelineRow
            key={events.length - index}
            title={actionName(words, event.action, event.stage)}
            at={event.at}
            actor={event.actor}
            isProgram={isByProgram(event.action)}
            state={event.state}
            changes={event.changes}
            plots={plots}
            isLast={index === shown.length - 1}
          />
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
