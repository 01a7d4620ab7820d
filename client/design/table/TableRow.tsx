import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Skeleton } from '../Loading.tsx';
import type { Column } from './columns.ts';

/** What a cell is, for `tableLook.ts`: the one that names the row, figures. */
export function cellClass(index: number, column: { figures?: boolean } | undefined): string | undefined {
  return [index === 0 ? 'named' : '', column?.figures ? 'figures' : ''].filter(Boolean).join(' ') || undefined;
}

export interface RowCalls<Row> {
  open: (row: Row) => void;
  select: (id: string, isSelected: boolean) => void;
}

interface RowProps<Row> {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  /** each cell says the name of its column, for phones */
  stacks: boolean;
  isOpenable: boolean;
  /** a plain press calls; an address beside it is for other tabs */
  opensHere: boolean;
  href: string | undefined;
  /** undefined where rows cannot be selected */
  isSelected: boolean | undefined;
  selectName: string | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
  calls: RowCalls<Row>;
}

function PlainRow<Row>(props: RowProps<Row>) {
  const { id, row, columns, stacks, isOpenable, opensHere, href, isSelected, selectName, actions, calls } = props;
  const open = (): void => calls.open(row);
  return (
    <tr
      data-openable={isOpenable ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
      onClick={isOpenable ? pressOpener : undefined}
      onAuxClick={isOpenable ? pressOpener : undefined}
    >
      {isSelected !== undefined && (
        <td className="box">
          <label>
            <input
              type="checkbox"
              aria-label={selectName}
              checked={isSelected}
              onChange={(event) => calls.select(id, event.currentTarget.checked)}
            />
          </label>
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.render(row);
        if (index > 0) {
          return (
            <td key={column.id} className={cellClass(index, column)} data-column={stacks ? column.name : undefined}>
              {stacks ? <div>{content}</div> : content}
            </td>
          );
        }
        return (
          <th key={column.id} scope="row" className={cellClass(index, column)}>
            {!isOpenable && content}
            {isOpenable && href === undefined && (
              <button type="button" data-opener onClick={open} onKeyDown={goToRow}>
                {content}
              </button>
            )}
            {isOpenable && href !== undefined && (
              <RowLink href={href} onOpen={opensHere ? open : undefined}>
                {content}
              </RowLink>
            )}
          </th>
        );
      })}
      {actions !== undefined && <td className="acts">{actions(row)}</td>}
    </tr>
  );
}

interface RowLinkProps {
  href: string;
  /** what a plain press does; undefined: it goes there */
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** The router's link follows each change of the address: where a press does something else, it is not needed. */
function RowLink({ href, onOpen, children }: RowLinkProps) {
  if (onOpen === undefined) {
    return (
      <Link to={href} data-opener onKeyDown={goToRow}>
        {children}
      </Link>
    );
  }
  const openHere = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a href={href} data-opener onClick={openHere} onKeyDown={goToRow}>
      {children}
    </a>
  );
}

// `memo` forgets that its component is generic.
export const TableRow = memo(PlainRow) as typeof PlainRow;

/** A press on a row, beside what can be pressed within it, presses what opens it. */
function pressOpener(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, button } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, label, select, textarea') !== null) return;
  // Portals: a press in a menu that a row opened reaches the row through React.
  if (!currentTarget.contains(target) || getSelection()?.isCollapsed === false) return;
  const opener = currentTarget.querySelector<HTMLElement>('[data-opener]');
  if (opener === null || button === 2) return;
  if (opener instanceof HTMLAnchorElement && (button === 1 || event.ctrlKey || event.metaKey)) {
    window.open(opener.href, '_blank', 'noopener');
    return;
  }
  if (button !== 0) return;
  opener.focus({ preventScroll: true });
  opener.click();
}

/** Up, Down, Home and End go to what opens another row. */
function goToRow(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  const openers = [...(currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('[data-opener]') ?? [])];
  const at = openers.indexOf(currentTarget);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: openers.length - 1 }[key];
  if (to === undefined) return;
  event.preventDefault();
  openers[to]?.focus();
}

interface SkeletonRowsProps {
  columns: readonly { id: string; usual?: string; figures?: boolean }[];
  count: number;
  hasBox: boolean;
  hasActions: boolean;
}

/** Rows that stand in for those that are loading, in the columns' own widths. */
export function SkeletonRows({ columns, count, hasBox, hasActions }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} aria-hidden className="skeleton">
      {hasBox && (
        <td className="box">
          <Skeleton boxSize="5" mx="auto" />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.id} className={cellClass(at, column)}>
          <Skeleton display="inline-block" w={column.usual ?? '6rem'} maxW="full" />
        </td>
      ))}
      {hasActions && <td className="acts" aria-hidden />}
    </tr>
  ));
}
