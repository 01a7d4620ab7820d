import type { ReactNode } from 'react';

/** A column of a table; `Row` is what one row shows. */
export interface Column<Row> {
  id: string;
  /** shown in the header and in the choice of columns */
  name: string;
  render: (row: Row) => ReactNode;
  /** first column only: content below the row's name, outside its link */
  below?: (row: Row) => ReactNode;
  /** ascending sort key; unknown values sort last. Without it the column cannot be sorted */
  sortBy?: (row: Row) => string | number | null | undefined;
  /** figures are right-aligned */
  figures?: boolean;
  /** CSS width, e.g. '8rem'; default: the content's width */
  width?: string;
  /** hidden by default; the first column is always shown */
  hiddenAtFirst?: boolean;
  /** typical content width, e.g. '4rem': width of the skeleton bar */
  usual?: string;
}

export interface Sort {
  column: string;
  descending: boolean;
}

/** Visibility by column; a missing column has its default. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

type Choosable = Pick<Column<never>, 'id' | 'hiddenAtFirst'>;

/** Visibility of each column: the choice, else the default. The first column names the row and is always visible. */
export function shownColumns(columns: readonly Choosable[], choices: ColumnChoices): Record<string, boolean> {
  return Object.fromEntries(
    columns.map(({ id, hiddenAtFirst = false }, index) => [id, index === 0 || (choices[id] ?? !hiddenAtFirst)]),
  );
}

/** Parses stored choices; returns none for text that `writtenChoices` did not write. */
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

/** Choices in an address: columns that are shown, and hidden ones behind a minus sign. */
export const choicesText = (choices: ColumnChoices): string =>
  Object.entries(choices)
    .map(([id, isShown]) => (isShown ? id : `-${id}`))
    .join('.');

/** Choices of an address; null where it has none. */
export function choicesOf(text: string | null): ColumnChoices | null {
  if (text === null || !/^-?\w+(\.-?\w+)*$/.test(text)) return null;
  return Object.fromEntries(text.split('.').map((one) => [one.replace(/^-/, ''), !one.startsWith('-')]));
}

/**
 * The selection after toggling the header's checkbox: adds or removes all rows of this page and keeps those on other
 * pages.
 * @param ids of the rows on this page
 */
export function withPage(selected: ReadonlySet<string>, ids: readonly string[], isSelected: boolean): Set<string> {
  const page = new Set(ids);
  return new Set(isSelected ? [...selected, ...ids] : [...selected].filter((id) => !page.has(id)));
}
