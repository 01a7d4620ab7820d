import { memo, useCallback, useMemo, type ReactNode } from 'react';
import { ArrowRight } from 'lucide-react';
import { ActionMenu } from '../../../design/ActionMenu.tsx';
import { RowButton } from '../../../design/RowButton.tsx';
import type { ColumnChoices, Sort } from '../../../design/table/columns.ts';
import type { Column } from '../../../design/table/columns.ts';
import { DataTable } from '../../../design/table/DataTable.tsx';
import type { LotCardFragment, LotSort, SortOrder } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { advanceOf, detailHref, menuActions, type LotHandlers } from './lotActions.ts';
import { SORTS } from './lotList.ts';
import type { LotSelection } from './useLotSelection.ts';

export interface LotTableProps {
  /** undefined while the first page loads */
  lots: readonly LotCardFragment[] | undefined;
  columns: readonly Column<LotCardFragment>[];
  choices: ColumnChoices;
  sort: LotSort;
  order: SortOrder;
  onSort: (field: LotSort) => void;
  handlers: LotHandlers;
  selection: LotSelection;
  bar: ReactNode;
  /** rows per page */
  expected: number;
  busy: boolean;
  empty: ReactNode;
  error?: ReactNode;
}

const rowId = ({ id }: LotCardFragment): string => id;

/** A page of lots as a table: headings sort, rows open lots. */
export const LotTable = memo(function LotTable(props: LotTableProps) {
  const { lots, selection, handlers, onSort, sort, order } = props;
  const words = useLotListWords();
  const { say } = words;
  const actions = useMemo(
    () => ({
      name: words.say('lots.actions'),
      render: (lot: LotCardFragment) => <RowActions lot={lot} handlers={handlers} />,
    }),
    [words, handlers],
  );
  const sortBy = useCallback(
    ({ column }: Sort) => {
      const field = SORTS.find((one) => one === column);
      if (field !== undefined) onSort(field);
    },
    [onSort],
  );
  const changeSelection = (ids: ReadonlySet<string>): void => {
    const shown = lots ?? [];
    selection.choose(
      shown.filter(({ id }) => ids.has(id) && !selection.ids.has(id)),
      true,
    );
    selection.choose(
      shown.filter(({ id }) => !ids.has(id) && selection.ids.has(id)),
      false,
    );
  };
  return (
    <DataTable
      caption={say('lots.title')}
      columns={props.columns}
      choices={props.choices}
      rows={lots}
      rowId={rowId}
      sort={{ column: sort, descending: order === 'desc' }}
      onSort={sortBy}
      sortedElsewhere
      selection={{
        selected: selection.ids,
        onChange: changeSelection,
        all: say('selection.page'),
        one: ({ lotId }) => say('selection.one', { lotId }),
        bar: props.bar,
      }}
      onOpen={handlers.onDetails}
      href={handlers.onDetails && detailHref}
      actions={actions}
      loading={say('lots.loading')}
      expected={props.expected}
      empty={props.empty}
      error={props.error}
      busy={props.busy}
    />
  );
});

/** Button for the next stage, and a menu of other actions. */
function RowActions({ lot, handlers }: { lot: LotCardFragment; handlers: LotHandlers }) {
  const words = useLotListWords();
  const { say } = words;
  const advance = advanceOf(lot, handlers);
  return (
    <>
      {advance !== null && (
        <RowButton
          data-advance
          variant="quiet"
          aria-label={say('card.advanceLotTo', { lotId: lot.lotId, stage: say(`stage.${advance.to}`) })}
          title={say('card.advanceTo', { stage: say(`stage.${advance.to}`) })}
          onClick={advance.go}
        >
          {say('card.advance')}
          <ArrowRight aria-hidden />
        </RowButton>
      )}
      <ActionMenu label={say('card.more', { lotId: lot.lotId })} actions={() => menuActions(words, lot, handlers)} />
    </>
  );
}
