import { Flex } from '@chakra-ui/react';
import { Package, SearchX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../design/Button.tsx';
import { EmptyState } from '../../../design/EmptyState.tsx';
import { Panel } from '../../../design/Page.tsx';
import type { ColumnChoices, Column } from '../../../design/table/columns.ts';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { LotHandlers } from './lotActions.ts';
import { LotGrid, LotGridSkeleton } from './LotGrid.tsx';
import { narrowedBy } from './lotList.ts';
import { LotTable } from './LotTable.tsx';
import type { LotList } from './useLotList.ts';
import type { LotSelection } from './useLotSelection.ts';

export interface LotResultsProps {
  list: LotList;
  /** undefined while loading or after a failure */
  lots: readonly LotCardFragment[] | undefined;
  /** error text for missing lots */
  failure: string | null;
  retrying: boolean;
  onRetry: () => void;
  /** newer data is loading */
  busy: boolean;
  columns: readonly Column<LotCardFragment>[];
  choices: ColumnChoices;
  handlers: LotHandlers;
  selection: LotSelection;
  bar: ReactNode;
  /** text about the shown range, for the heading of the cards */
  summary: ReactNode;
  /** button to create the first lot, for users with the right */
  create: ReactNode;
}

/** A page of lots in the selected layout, or the reason why it is empty. */
export function LotResults(props: LotResultsProps) {
  const { list, lots, failure, handlers, selection, bar, busy } = props;
  const { state, dispatch, layout } = list;
  const { say } = useLotListWords();
  const failed =
    failure === null ? undefined : (
      <div role="alert">
        <EmptyState
          icon={TriangleAlert}
          title={say('lots.failed')}
          action={
            <Button busy={props.retrying} busyLabel={say('again.trying')} onClick={props.onRetry}>
              {say('again.try')}
            </Button>
          }
        >
          {failure}
        </EmptyState>
      </div>
    );
  const empty = <NoLots list={list} create={props.create} />;
  if (layout === 'table') {
    return (
      <LotTable
        lots={lots}
        columns={props.columns}
        choices={props.choices}
        sort={state.sort}
        order={state.order}
        onSort={(field) => dispatch({ type: 'sort', field })}
        handlers={handlers}
        selection={selection}
        bar={bar}
        expected={state.limit}
        busy={busy}
        empty={empty}
        error={failed}
      />
    );
  }
  if (failed !== undefined) return <Panel>{failed}</Panel>;
  if (lots === undefined) return <LotGridSkeleton />;
  if (lots.length === 0) return <Panel aria-busy={busy || undefined}>{empty}</Panel>;
  return (
    <LotGrid
      lots={lots}
      handlers={handlers}
      selection={selection}
      bar={bar}
      summary={props.summary}
      compact={layout === 'compact'}
      busy={busy}
    />
  );
}

/** Explains why the list is empty and offers one next step, depending on the reason. */
function NoLots({ list: { state, dispatch }, create }: Pick<LotResultsProps, 'list' | 'create'>) {
  const { say } = useLotListWords();
  const reason = narrowedBy(state);
  if (reason === null) {
    return (
      <EmptyState icon={Package} title={say('lots.noneYet')} action={create || undefined}>
        {say('lots.noneYetHint')}
      </EmptyState>
    );
  }
  const clear = (word: 'lots.clearAll' | 'preset.leave') => (
    <Button variant="secondary" onClick={() => dispatch({ type: 'clear' })}>
      {say(word)}
    </Button>
  );
  if (reason === 'part') {
    return (
      <EmptyState
        icon={SearchX}
        title={say('lots.noMatch')}
        action={
          <Flex gap="3" wrap="wrap" justify="center">
            <Button onClick={() => dispatch({ type: 'search all' })}>{say('lots.searchAll')}</Button>
            {clear('lots.clearAll')}
          </Flex>
        }
      >
        {say('lots.noMatchInPart', { text: state.search.trim() })}
      </EmptyState>
    );
  }
  if (reason === 'choices') {
    return (
      <EmptyState icon={SearchX} title={say('lots.noMatch')} action={clear('lots.clearAll')}>
        {say('lots.noMatchHint')}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Package} title={say(`preset.${reason}.none`)} action={clear('preset.leave')}>
      {say(`preset.${reason}.noneHint`)}
    </EmptyState>
  );
}
