import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { LOT_NEWS } from '../../../../tests/support/lotNews.ts';
import { DesignProvider } from '../../../design/DesignProvider.tsx';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { lotListWordsIn } from '../../../words/lotListWords.ts';
import { advanceOf, hasMenu, menuActions, type LotHandlers } from './lotActions.ts';
import { LotCard, type LotCardProps } from './LotCard.tsx';
import { INITIAL_LIST, type LotListState } from './lotList.ts';
import { LotResults } from './LotResults.tsx';
import { withLots, type LotSelection } from './useLotSelection.ts';

const { updatedAt, ...facts } = LOT_NEWS;
const LOT: LotCardFragment = {
  ...facts,
  latitude: -5.123456,
  certifications: ['Organic', 'Fair Trade', 'UTZ', 'Bird Friendly'],
  createdAt: updatedAt,
  mayDo: ['edit_lot', 'delete_lot', 'refresh_satellite'],
};
const nothing = (): void => undefined;
const ALL: LotHandlers = {
  onDetails: nothing,
  onBlockchain: nothing,
  onAdvance: nothing,
  onUpdate: nothing,
  onEdit: nothing,
  onQr: nothing,
  onExport: nothing,
  onDelete: nothing,
};
const words = lotListWordsIn();

function html(children: ReactNode): string {
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
  return renderToString(
    <DesignProvider>
      <ApolloProvider client={client}>
        <MemoryRouter>{children}</MemoryRouter>
      </ApolloProvider>
    </DesignProvider>,
  );
}
/** Text content of a card, without icons. */
const said = (props: Partial<LotCardProps>): string =>
  html(<LotCard lot={LOT} handlers={ALL} {...props} />)
    .replaceAll(/<(style|svg)[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/<!-- -->/g, '');
const text = (props: Partial<LotCardProps> = {}): string =>
  said(props)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('a lot card', () => {
  it('shows all facts of a lot', () => {
    const card = text();
    for (const part of [
      'LOT30001',
      'Peter Wani',
      'FARM002',
      'Harvested',
      'Non-Compliant',
      'Pending Record',
      'No transaction yet',
      '17%',
      '87/100',
      '250.5 kg',
      '7.0%',
      '26.0°C',
      'Trinitario',
      'Organic Fair Trade +2 more',
      '-5.1235, 145.7000',
      'Harvested Nov 20, 2026',
      'No conclusive satellite check yet',
      'View Details',
      'Advance',
    ]) {
      expect(card).toContain(part);
    }
  });

  it('marks an outdated check and an erased name', () => {
    const card = text({
      lot: { ...LOT, farmerName: null, farmId: null, satelliteTimestamp: '2026-09-01T12:00:00.000Z' },
    });
    expect(card).toContain('Checked Sep 1, 2026 (outdated)');
    expect(card).toContain('Name erased · Farm erased');
  });

  it('draws the check mark of its badge, because a system may have no font for it, and keeps it in the text', () => {
    const card = html(<LotCard handlers={ALL} lot={{ ...LOT, deforestationStatus: 'No Deforestation' }} />);
    expect(card).toMatch(/EUDR (<!-- -->)?<svg[^>]*>.*?<\/svg><span class="sr-only">✓<\/span>/);
  });

  it('is shorter in its compact form', () => {
    const card = text({ compact: true });
    expect(card).toContain('250.5 kg');
    expect(card).toContain('87/100 · Nov 20, 2026');
    expect(card).toContain('Pending Record');
    expect(card).not.toContain('Moisture');
    expect(card).not.toContain('-5.1235');
  });

  it('omits what it is configured to omit', () => {
    expect(text({ blockchain: false })).not.toContain('Pending Record');
    const still = said({ showActions: false });
    for (const action of ['More actions', 'View Details', 'Advance', 'by satellite again'])
      expect(still).not.toContain(action);
    expect(said({ handlers: {} })).not.toContain('More actions');
    expect(said({})).not.toContain('type="checkbox"');
    expect(said({ selected: true, onSelect: nothing })).toMatch(/data-selected.*aria-label="Select LOT30001"/s);
  });
});

describe('the actions of a lot', () => {
  const labels = (lot: LotCardFragment, handlers: LotHandlers) =>
    menuActions(words, lot, handlers).map(({ label }) => label);
  const EVERY = ['View Blockchain', 'Update Process', 'Edit Lot', 'Generate QR', 'Export Data', 'Delete Lot'];

  it('include those with a handler that the server allows', () => {
    expect(labels(LOT, ALL)).toEqual(EVERY);
    expect(labels(LOT, { onQr: nothing })).toEqual(['Generate QR']);
    expect([{ onQr: nothing }, { onEdit: nothing }, {}].map((some) => hasMenu(LOT, some))).toEqual([true, true, false]);
    expect(hasMenu({ ...LOT, mayDo: [] }, { onEdit: nothing, onDelete: nothing, onUpdate: nothing })).toBe(false);
    expect(labels({ ...LOT, mayDo: [] }, ALL)).toEqual(['View Blockchain', 'Generate QR', 'Export Data']);
    expect(labels({ ...LOT, currentProcess: 'delivered' }, ALL)).not.toContain('Update Process');
  });

  it('offer the next stage as a button, if there is one and the server allows it', () => {
    expect(advanceOf(LOT, ALL)?.to).toBe('fermented');
    expect(advanceOf({ ...LOT, currentProcess: 'delivered' }, ALL)).toBeNull();
    expect(advanceOf({ ...LOT, mayDo: [] }, ALL)).toBeNull();
  });
});

describe('a list without lots', () => {
  const selection: LotSelection = {
    lots: [],
    ids: new Set(),
    full: false,
    choose: nothing,
    drop: nothing,
    clear: nothing,
  };
  const shown = (layout: 'table' | 'grid', state: Partial<LotListState>, failure: string | null = null): string =>
    html(
      <LotResults
        list={{
          state: { ...INITIAL_LIST, ...state },
          dispatch: nothing,
          searching: false,
          layout,
          setLayout: nothing,
          columns: null,
          setColumns: nothing,
        }}
        lots={failure === null ? [] : undefined}
        failure={failure}
        retrying={false}
        onRetry={nothing}
        busy={false}
        columns={[]}
        choices={{}}
        handlers={ALL}
        selection={selection}
        bar={null}
        summary={null}
        create={null}
      />,
    );

  it.each(['table', 'grid'] as const)('explains the reason, in the layout %s', (layout) => {
    const failed = shown(layout, {}, 'Failed to fetch lots');
    for (const part of ['Error Loading Lots', 'Failed to fetch lots', 'Try Again']) expect(failed).toContain(part);
    expect(shown(layout, {})).toContain('No lots yet');
    expect(shown(layout, { search: 'zzz' })).toContain('No lots match');
    expect(shown(layout, { preset: 'needsMe' })).toContain('Nothing needs attention');
    const inPart = shown(layout, { preset: 'needsMe', search: 'zzz' });
    for (const part of ['No match for ‘zzz’ with these filters.', 'Search all lots']) expect(inPart).toContain(part);
    expect(shown(layout, { preset: 'readyToShip' })).toContain('Nothing is ready to ship');
  });
});

describe('a selection', () => {
  it('spans pages, with a maximum size', () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...LOT, id: `lot-${from + i}`, lotId: `LOT${from + i}` }));
    const one = withLots(new Map(), page(0, 2), true);
    const two = withLots(one, page(10, 1), true);
    expect([...two.values()].map(({ lotId }) => lotId)).toEqual(['LOT0', 'LOT1', 'LOT10']);
    expect([...withLots(two, page(0, 2), false).keys()]).toEqual(['lot-10']);
    expect(withLots(two, page(100, 600), true).size).toBe(500);
    expect(withLots(new Map(), [{ ...LOT, mayDo: ['edit_lot'] }], true).get(LOT.id)?.mayDelete).toBe(false);
  });
});
