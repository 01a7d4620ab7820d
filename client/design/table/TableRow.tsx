import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Skeleton } from '../Loading.tsx';
import type { Column } from './columns.ts';

/** Classes of a cell for `tableLook.ts`: the cell that names the row, figures. */
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
  /** each cell includes the name of its column, for phones */
  stacks: boolean;
  isOpenable: boolean;
  /** a plain press calls `onOpen`; the address is for other tabs */
  opensHere: boolean;
  href: string | undefined;
  /** undefined if rows cannot be selected */
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
            {column.below !== undefined && <div className="below">{column.below(row)}</div>}
          </th>
        );
      })}
      {actions !== undefined && <td className="acts">{actions(row)}</td>}
    </tr>
  );
}

interface RowLinkProps {
  href: string;
  /** handler of a plain press; undefined: navigates to the address */
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** The router's link renders on each address change; a plain link avoids that where a press does something else. */
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

// `memo` loses the generic type parameter.
export const TableRow = memo(PlainRow) as typeof PlainRow;

/** A press on a row, outside its controls, presses the control that opens it. */
function pressOpener(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, button } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, label, select, textarea') !== null) return;
  // React bubbles a press inside a portal, such as a row's menu, to the row.
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

/** Up, Down, Home and End focus the opener of another row. */
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

/** Skeleton rows with the columns' widths. */
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
