import { Box, chakra } from '@chakra-ui/react';
import {
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Delayed } from '../Loading.tsx';
import { scrollCue } from '../scroll/scrollCue.ts';
import { useDrawnPart } from '../useDrawnPart.ts';
import { shownColumns, withPage, type Column, type ColumnChoices, type Sort } from './columns.ts';
import { cellClass, SkeletonRows, TableRow, type RowCalls } from './TableRow.tsx';

/*
 * <DataTable
 *   caption="Cacao lots" columns={columns} rows={lots} rowId={(lot) => lot.id}   rows undefined: loading
 *   sort={sort} onSort={setSort} sortedElsewhere      without sort the table keeps its own state; `sortedElsewhere`:
 *     rows are already sorted
 *   selection={{ selected, onChange, all: 'Select all lots', one: (lot) => `Select ${lot.lotId}` }}
 *   onOpen={(lot) => show(lot)} href={(lot) => `/admin/lots/${lot.lotId}`}   either, none, or both: then the address is
 *     for other tabs
 *   actions={{ name: 'Actions', render: (lot) => <ActionMenu ... /> }}
 *   choices={choices} loading="Loading lots" empty={<EmptyState ... />} error={<Banner ... />} busy
 * />
 *
 * The first column names its row and opens it: a button, or a link if there is an address (a middle click opens a tab).
 * A click elsewhere on the row does the same; Up, Down, Home and End move between rows. The table scrolls in its own
 * region; the header and the first column are sticky. Rows render again only when they change, as long as `columns` and
 * `actions` are stable; the rows of a long page render in batches (`useDrawnPart`). With `stacks`, phones show each row
 * as a card: the name first, then a line for each other column. For tables that are read row by row; such a table does
 * not sort.
 */
export interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort) => void;
  sortedElsewhere?: boolean;
  selection?: RowSelection<Row>;
  onOpen?: (row: Row) => void;
  href?: (row: Row) => string;
  actions?: { name: string; render: (row: Row) => ReactNode };
  choices?: ColumnChoices;
  /** announced while the first rows load */
  loading: string;
  /** number of skeleton rows */
  expected?: number;
  /** shown when there are no rows */
  empty: ReactNode;
  /** shown when the rows cannot load */
  error?: ReactNode;
  /** newer rows are loading */
  busy?: boolean;
  /** CSS; maximum height before the rows scroll under the header */
  maxHeight?: string;
  /** phones show a card per row, without horizontal scrolling */
  stacks?: boolean;
}

export interface RowSelection<Row> {
  /** ids, including those on other pages */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  /** label of the checkbox that selects all shown rows */
  all: string;
  /** label of a row's checkbox */
  one: (row: Row) => string;
  /** at the bottom of the window while rows are selected: a `SelectionBar` */
  bar?: ReactNode;
}

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
});

const cue = scrollCue();
const NO_CHOICES: ColumnChoices = {};
const NO_ROWS: readonly never[] = [];
const modelId = ({ id }: { id: string }): string => id;

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { columns, rows, rowId, sortedElsewhere = false, selection, choices = NO_CHOICES, actions } = props;
  const { stacks = false } = props;
  const [ownSort, setOwnSort] = useState<Sort | null>(null);
  const sort = props.sort === undefined ? ownSort : props.sort;
  const setSort = props.onSort ?? setOwnSort;

  const definitions = useMemo(
    () =>
      columns.map(({ id, sortBy }): ColumnDef<typeof features, Row> => ({
        id,
        // The library sorts undefined values last in both directions.
        accessorFn: (row) => sortBy?.(row) ?? undefined,
        enableSorting: sortBy !== undefined,
        sortFn: 'alphanumeric',
        sortUndefined: 'last',
        sortDescFirst: false,
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows ?? NO_ROWS,
    getRowId: rowId,
    manualSorting: sortedElsewhere,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: {
      sorting: sort === null ? [] : [{ id: sort.column, desc: sort.descending }],
      rowSelection: Object.fromEntries([...(selection?.selected ?? [])].map((id) => [id, true])),
    },
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(table.state.sorting) : change;
      if (next !== undefined) setSort({ column: next.id, descending: next.desc });
    },
  });

  const shown = useMemo(() => {
    const isShown = shownColumns(columns, choices);
    return columns.filter(({ id }) => isShown[id]);
  }, [columns, choices]);
  const models = table.getRowModel().rows;
  const drawn = useDrawnPart(models, modelId);
  const isOpenable = props.onOpen !== undefined || props.href !== undefined;

  // Rows render again only when they change, so callbacks read the latest props when called.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [calls] = useState((): RowCalls<Row> => ({
    open: (row) => latest.current.onOpen?.(row),
    select: (id, isSelected) => {
      const current = latest.current.selection;
      current?.onChange(withPage(current.selected, [id], isSelected));
    },
  }));

  const frame = (
    <Box
      className="scroll-frame"
      position="relative"
      borderRadius="panel"
      css={{ '--head': '2.75rem' }}
      data-acts={actions === undefined ? undefined : ''}
    >
      <Box
        ref={cue}
        role="region"
        aria-label={props.caption}
        // Without focusable rows, the keyboard needs the region itself to scroll.
        tabIndex={models.length > 0 && (isOpenable || selection !== undefined) ? undefined : 0}
        position="relative"
        isolation="isolate"
        overflow="auto"
        maxH={heightOf(props.maxHeight, stacks)}
        bg="bg.raised"
        borderWidth="1px"
        borderColor="line"
        borderRadius="panel"
        className="data-table"
        data-stacks={stacks ? '' : undefined}
      >
        <chakra.table
          aria-busy={rows === undefined || props.busy || undefined}
          data-selectable={selection && ''}
          data-busy={props.busy ? '' : undefined}
        >
          <chakra.caption srOnly>{props.caption}</chakra.caption>
          <thead>
            <tr>
              {selection !== undefined && (
                <th className="box">
                  <SelectPage selection={selection} ids={models.map(({ id }) => id)} named={stacks} />
                </th>
              )}
              {shown.map((column, index) => {
                const head = table.getColumn(column.id);
                const direction = head?.getIsSorted() ?? false;
                return (
                  <th
                    key={column.id}
                    scope="col"
                    className={cellClass(index, column)}
                    style={
                      column.width === undefined
                        ? undefined
                        : { width: column.width, minWidth: `min(${column.width}, 45vw)` }
                    }
                    aria-sort={direction === false ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
                  >
                    {head?.getCanSort() ? (
                      <button type="button" onClick={() => head.toggleSorting(direction === 'asc')}>
                        {column.name}
                        {direction === false && <ChevronsUpDown aria-hidden className="unsorted" />}
                        {direction === 'asc' && <ArrowUp aria-hidden />}
                        {direction === 'desc' && <ArrowDown aria-hidden />}
                      </button>
                    ) : (
                      column.name
                    )}
                  </th>
                );
              })}
              {actions !== undefined && (
                <th scope="col" className="acts">
                  <chakra.span srOnly>{actions.name}</chakra.span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {props.error === undefined &&
              drawn.map((model) => (
                <TableRow
                  key={model.id}
                  id={model.id}
                  row={model.original}
                  columns={shown}
                  stacks={stacks}
                  isOpenable={isOpenable}
                  opensHere={props.onOpen !== undefined}
                  href={props.href?.(model.original)}
                  isSelected={selection === undefined ? undefined : model.getIsSelected()}
                  selectName={selection?.one(model.original)}
                  actions={actions?.render}
                  calls={calls}
                />
              ))}
            {rows === undefined && props.error === undefined && (
              <SkeletonRows
                columns={shown}
                count={props.expected ?? 6}
                hasBox={selection !== undefined}
                hasActions={actions !== undefined}
              />
            )}
            {(props.error !== undefined || rows?.length === 0) && (
              <tr className="whole">
                <td colSpan={shown.length + (selection === undefined ? 0 : 1) + (actions === undefined ? 0 : 1)}>
                  <div>{props.error ?? props.empty}</div>
                </td>
              </tr>
            )}
          </tbody>
        </chakra.table>
        {rows === undefined && props.error === undefined && (
          <Delayed label={props.loading}>
            <chakra.span srOnly>{props.loading}</chakra.span>
          </Delayed>
        )}
      </Box>
    </Box>
  );
  if (selection?.bar === undefined) return frame;
  return (
    <Box position="relative">
      {frame}
      {selection.bar}
    </Box>
  );
}

/** On phones, cards scroll with the page. */
function heightOf(maxHeight = 'calc(100dvh - 8rem)', stacks: boolean): string | { base: string; md: string } {
  return stacks ? { base: 'none', md: maxHeight } : maxHeight;
}

interface SelectPageProps<Row> {
  selection: RowSelection<Row>;
  ids: readonly string[];
  /** phones show the checkbox's label beside it */
  named: boolean;
}

function SelectPage<Row>({ selection, ids, named }: SelectPageProps<Row>) {
  const count = ids.filter((id) => selection.selected.has(id)).length;
  const isWhole = count > 0 && count === ids.length;
  return (
    <label>
      <input
        type="checkbox"
        aria-label={selection.all}
        checked={isWhole}
        disabled={ids.length === 0}
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && !isWhole;
        }}
        onChange={() => selection.onChange(withPage(selection.selected, ids, !isWhole))}
      />
      {named && (
        <chakra.span aria-hidden hideFrom="md">
          {selection.all}
        </chakra.span>
      )}
    </label>
  );
}
