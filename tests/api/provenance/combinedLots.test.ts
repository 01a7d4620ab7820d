import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { derivedLot } from '../../support/derivedLots.ts';
import { textOfPdf } from '../../support/pdfText.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/* docs/spec/public-pages.md, 'Lots made of others' */
let app: TestApp;
let admin: Person;
let origins: LotView[];
let dry: { id: string; lotId: string };

const NAMES = ['Grace Kila', 'Peter Wani', 'Ruth Namah', 'FARM-A', 'FARM-B', 'FARM-C'];

beforeAll(async () => {
  app = await createTestApp();
  const processor = await app.person('processor');
  admin = await app.person('admin');
  const lot = (farmId: string, farmerName: string, changes: object) =>
    settledLot(app, processor, { farmId, farmerName, weight: 100, ...changes });
  origins = [
    await lot('FARM-A', 'Grace Kila', { latitude: -5.194321, longitude: 145.791234 }),
    await lot('FARM-A', 'Grace Kila', { latitude: -5.204321, longitude: 145.781234, harvestDate: '2026-02-11' }),
    await lot('FARM-B', 'Peter Wani', {
      latitude: -6.314321,
      longitude: 143.951234,
      isAnonymized: true,
      cacaoVariety: 'Criollo',
    }),
    await lot('FARM-C', 'Ruth Namah', { latitude: 5.612345, longitude: -6.712345 }),
  ];
  const { database } = app.app;
  const [one, two, three, four] = origins.map(({ id }) => id) as [string, string, string, string];
  const box = await derivedLot(
    database,
    [
      { id: one, grams: 60_000 },
      { id: two, grams: 30_000 },
      { id: three, grams: 40_000 },
    ],
    { weight_grams: 130_000, stage: 'fermented', is_anonymized: true },
  );
  dry = await derivedLot(
    database,
    [
      { id: box.id, grams: 130_000 },
      { id: four, grams: 70_000 },
    ],
    {
      weight_grams: 80_001,
      stage: 'processed',
      variety: 'Other',
      harvest_date: '2026-02-11',
      harvest_until: '2026-03-01',
      is_anonymized: true,
    },
    { step: 'drying', at: '2026-03-12T08:00:00Z' },
  );
});
afterAll(() => app?.stop());

const ORIGINS = {
  farms: 3,
  lots: 4,
  countries: ['PG', 'CI'],
  shares: [
    // 90 of 130 kg of the box, which is 130 of 200 kg.
    { weight: 36, percent: 45, lots: 2, latitude: -5.19, longitude: 145.79 },
    { weight: 28.001, percent: 35, lots: 1, latitude: 5.61, longitude: -6.71 },
    { weight: 16, percent: 20, lots: 1, latitude: -6.3, longitude: 144 },
  ],
  others: null,
  varieties: [
    { variety: 'Trinitario', percent: 80 },
    { variety: 'Criollo', percent: 20 },
  ],
  steps: [
    { step: 'fermentation', from: '2026-03-05', until: '2026-03-05', transformations: 1 },
    { step: 'drying', from: '2026-03-12', until: '2026-03-12', transformations: 1 },
  ],
};

describe('the public answer of a lot that was made of others', () => {
  it('says where it comes from, and names nobody', async () => {
    const { data } = await app.rest.get(`/lots/public/${dry.lotId}`);
    expect(data.lot).toMatchObject({ kind: 'derived', harvestDate: '2026-02-11', harvestUntil: '2026-03-01' });
    expect(data.origins).toEqual(ORIGINS);
    for (const hidden of [...NAMES, ...origins.map(({ lotId }) => lotId), ...origins.map(({ id }) => id)]) {
      expect(JSON.stringify(data)).not.toContain(hidden);
    }
    // No place is more exact than the page of the lot itself.
    expect(JSON.stringify(data.origins)).not.toMatch(/-?\d+\.\d{4,}/);
  });

  it('is the same over GraphQL', async () => {
    const { data } = await app.graphql.run(`{ publicLot(lotId: "${dry.lotId}") { kind harvestUntil origins {
      farms lots countries shares { weight percent lots latitude longitude } others { farms }
      varieties { variety percent } steps { step from until transformations } } } }`);
    expect(data).toEqual({ publicLot: { kind: 'derived', harvestUntil: '2026-03-01', origins: ORIGINS } });
  });

  it('says of an origin lot that it is one, and nothing more', async () => {
    const { data } = await app.rest.get(`/lots/public/${origins[0]?.lotId}`);
    expect(data.lot).toMatchObject({ kind: 'origin', harvestUntil: null, farmerName: 'Grace Kila' });
    expect(data.origins).toBeNull();
  });
});

describe('documents of a lot that was made of others', () => {
  it('are a certificate with the farms, without names', async () => {
    const text = await pdf(`/api/v1/lots/public/${dry.lotId}/certificate`);
    expect(text).toContain('Beans from 3 farms in 2 countries');
    expect(text).toMatch(/Farm 1: 36 kg \(45 %\)/);
    expect(text).toContain('Feb 11, 2026 to Mar 1, 2026');
    for (const name of NAMES) expect(text).not.toContain(name);
  });

  it('are a dossier for staff with the origin lots', async () => {
    const text = await pdf(`/api/v1/lots/${dry.lotId}/dossier`, admin.accessToken);
    for (const { lotId } of origins) expect(text).toContain(lotId);
    expect(text).toContain('Made of other lots');
  });
});

async function pdf(path: string, token?: string): Promise<string> {
  const answer = await fetch(
    app.url + path,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
  expect(answer.status).toBe(200);
  return textOfPdf(Buffer.from(await answer.arrayBuffer()));
}
