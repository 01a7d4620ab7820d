import type { ReactNode } from 'react';

/** A column of a table; `Row` is what one row shows. */
export interface Column<Row> {
  id: string;
  /** stands at its head, and in the choice of columns */
  name: string;
  render: (row: Row) => ReactNode;
  /** what its rows are sorted by, ascending; what is not known stands last. Without it, it cannot be sorted */
  sortBy?: (row: Row) => string | number | null | undefined;
  /** figures stand right-aligned, one digit under the other */
  figures?: boolean;
  /** CSS width, e.g. '8rem'; the content's own without it */
  width?: string;
  /** in the choice of columns: the first column is always shown */
  hiddenAtFirst?: boolean;
  /** how long its content is, e.g. '4rem': the width of its bar while rows are loading */
  usual?: string;
}

export interface Sort {
  column: string;
  descending: boolean;
}

/** Which columns are shown; those not named are as they are at first. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

type Choosable = Pick<Column<never>, 'id' | 'hiddenAtFirst'>;

/** The state of each column: what was chosen, else what is at first. The first column names the row: it is always there. */
export function shownColumns(columns: readonly Choosable[], choices: ColumnChoices): Record<string, boolean> {
  return Object.fromEntries(
    columns.map(({ id, hiddenAtFirst = false }, index) => [id, index === 0 || (choices[id] ?? !hiddenAtFirst)]),
  );
}

/** Reads choices that were kept as text; what was not written by `writtenChoices` counts as none. */
export function readChoices(kept: string | null): ColumnChoices {
  try {
    const read: unknown = JSON.parse(kept ?? '{}');
    if (typeof read !== 'object' || read === null) return {};
    return Object.fromEntries(
      Object.entries(read).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'),
    );
  } catch {
    return {};
  }
}

export const writtenChoices = (choices: ColumnChoices): string => JSON.stringify(choices);

/**
 * The selection after the head's box was pressed: all rows of this page with what is selected on others, or none of this page.
 * @param ids of the rows on this page
 */
export function withPage(selected: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): Set<string> {
  const page = new Set(ids);
  return new Set(isSelected ? [...selected, ...ids] : [...selected].filter((id) => !page.has(id)));
}
