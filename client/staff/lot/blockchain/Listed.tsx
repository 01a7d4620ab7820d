import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../../design/Banner.tsx';
import { EmptyState } from '../../../design/EmptyState.tsx';
import { ListRowSkeleton } from '../../../design/Skeletons.tsx';
import { useLotWords } from '../../../words/lotWords.ts';
import type { QueryState } from '../useAnswer.ts';
import { Answered } from '../Part.tsx';

export interface ListedProps<Entry> {
  of: QueryState<unknown>;
  /** the value received as a list; this component validates it */
  list: readonly Entry[] | null | undefined;
  empty: { title: string; hint: string };
  children: (entries: readonly Entry[]) => ReactNode;
}

/**
 * Renders a list of the record, or its state: loading, failed, empty, or invalid (docs/spec/staff-screens.md,
 * 'Blockchain view').
 */
export function Listed<Entry>({ of, list, empty, children }: ListedProps<Entry>) {
  const { say } = useLotWords();
  return (
    <Answered
      of={of}
      loading={say('chainView.loading')}
      skeleton={
        <>
          <ListRowSkeleton />
          <ListRowSkeleton />
          <ListRowSkeleton />
        </>
      }
    >
      {() => {
        if (!Array.isArray(list)) return <Banner>{say('chainView.format')}</Banner>;
        if (list.length === 0) {
          return (
            <EmptyState icon={Link2Off} title={empty.title}>
              {empty.hint}
            </EmptyState>
          );
        }
        return children(list);
      }}
    </Answered>
  );
}
