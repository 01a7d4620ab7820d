import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { DesignProvider } from '../DesignProvider.tsx';
import { readChoices, shownColumns, withPage, writtenChoices, type Column } from './columns.ts';
import { DataTable, type DataTableProps } from './DataTable.tsx';

interface Lot {
  id: string;
  weight: number | null;
}

const COLUMNS: readonly Column<Lot>[] = [
  { id: 'lot', name: 'Lot', render: ({ id }) => id, sortBy: ({ id }) => id },
  {
    id: 'weight',
    name: 'Weight',
    render: ({ weight }) => weight ?? '—',
    sortBy: ({ weight }) => weight,
    figures: true,
  },
  { id: 'extra', name: 'Extra', render: () => 'seldom wanted', hiddenAtFirst: true },
];
const LOTS: readonly Lot[] = [
  { id: 'LOT2', weight: 10 },
  { id: 'LOT10', weight: null },
  { id: 'LOT1', weight: 9 },
];

function html(props: Partial<DataTableProps<Lot>>): string {
  return renderToString(
    <DesignProvider>
      <MemoryRouter>
        <DataTable
          caption="Lots"
          columns={COLUMNS}
          rows={LOTS}
          rowId={({ id }) => id}
          loading="Loading lots"
          empty="No lots yet"
          {...props}
        />
      </MemoryRouter>
    </DesignProvider>,
  );
}

const order = (page: string): string[] => [...page.matchAll(/LOT\d+/g)].map(([id]) => id);

describe('columns', () => {
  it('are as at first until they are chosen, and the one that names the row stays', () => {
    expect(shownColumns(COLUMNS, {})).toEqual({ lot: true, weight: true, extra: false });
    expect(shownColumns(COLUMNS, { lot: false, weight: false, extra: true })).toEqual({
      lot: true,
      weight: false,
      extra: true,
    });
  });

  it.each([null, '', 'nonsense', '[]', '7', '{"weight":"no"}'])('kept as %s count as not chosen', (kept) => {
    expect(readChoices(kept)).toEqual({});
  });

  it('are read as they were written', () => {
    expect(readChoices(writtenChoices({ weight: false }))).toEqual({ weight: false });
  });
});

it('a selection goes across pages', () => {
  const elsewhere = new Set(['LOT99', 'LOT1']);
  expect([...withPage(elsewhere, ['LOT1', 'LOT2'], true)]).toEqual(['LOT99', 'LOT1', 'LOT2']);
  expect([...withPage(elsewhere, ['LOT1', 'LOT2'], false)]).toEqual(['LOT99']);
});

describe('a table', () => {
  it('is written by a server, in the order it is given', () => {
    expect(order(html({}))).toEqual(['LOT2', 'LOT10', 'LOT1']);
    expect(html({})).not.toContain('seldom wanted');
    expect(html({ choices: { extra: true } })).toContain('seldom wanted');
  });

  it('sorts figures in names as figures, and keeps what is not known at the end either way', () => {
    expect(order(html({ sort: { column: 'lot', descending: false } }))).toEqual(['LOT1', 'LOT2', 'LOT10']);
    expect(order(html({ sort: { column: 'weight', descending: false } }))).toEqual(['LOT1', 'LOT2', 'LOT10']);
    expect(order(html({ sort: { column: 'weight', descending: true } }))).toEqual(['LOT2', 'LOT1', 'LOT10']);
  });

  it('leaves rows alone that come sorted, and says how they are', () => {
    const page = html({ sort: { column: 'weight', descending: true }, sortedElsewhere: true });
    expect(order(page)).toEqual(['LOT2', 'LOT10', 'LOT1']);
    expect(page).toContain('aria-sort="descending"');
  });

  it('says that it is empty, or what failed, in place of rows', () => {
    expect(html({ rows: [] })).toContain('No lots yet');
    const failed = html({ rows: LOTS, error: 'Failed to fetch lots' });
    expect(failed).toContain('Failed to fetch lots');
    expect(order(failed)).toEqual([]);
  });

  it('begins with as many rows of a long page as fit a window', () => {
    const rows = Array.from({ length: 96 }, (_, index) => ({ id: `LOT${index}`, weight: 1 }));
    expect(order(html({ rows }))).toHaveLength(16);
  });

  it('shows as many rows to come as are expected', () => {
    expect(html({ rows: undefined, expected: 4 }).match(/class="skeleton"/g)).toHaveLength(4);
  });
});
