import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { geometryText, pointAt, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import { allPlotsGeoJson, plotsGeoJson } from './plots.ts';
import { lotLine, plotLine, type Snapshot } from './reportSnapshot.ts';
import { statementDraft } from './statementDraft.ts';

const square = (lonMicro: number, latMicro: number): Geometry => ({
  kind: 'polygon',
  ring: [
    { lonMicro, latMicro },
    { lonMicro: lonMicro + 1_000, latMicro },
    { lonMicro: lonMicro + 1_000, latMicro: latMicro + 1_000 },
    { lonMicro, latMicro: latMicro + 1_000 },
  ],
});
/** Few outlines, so that lots share some of them. */
const outline = fc
  .integer({ min: 0, max: 5 })
  .map((i) =>
    i % 2 === 0
      ? square(145_000_000 + i * 2_000, -5_000_000)
      : pointAt({ lonMicro: 145_000_000 + i * 2_000, latMicro: -5_000_000 }, 1.5),
  );
const land = fc.record({
  geometry: fc.option(outline.map(geometryText), { freq: 8 }),
  country: fc.option(fc.constant('PG'), { freq: 8 }),
});
const lot = fc.record({
  status: fc.constantFrom(...DEFORESTATION_STATUSES, 'No Deforestation' as const, 'No Deforestation' as const),
  verification: fc.constantFrom('verified' as const, 'verified' as const, 'differs' as const, null),
  farmerName: fc.option(fc.constantFrom('Maria Kaupa', 'Grace Kila'), { freq: 8 }),
  weightGrams: fc.integer({ min: 1_000, max: 900_000 }),
  land: fc.option(fc.array(land, { maxLength: 3 }), { freq: 4 }),
});

type MadeLot = typeof lot extends fc.Arbitrary<infer Lot> ? Lot : never;

function snapshotOf(made: readonly MadeLot[], sampleData: boolean) {
  const lots = made.map(({ status, verification, weightGrams }, i) =>
    lotLine.parse({
      decidedBy: 'check',
      lotId: `LOT${100 + i}`,
      variety: 'Trinitario',
      harvestDate: '2026-03-01',
      country: 'PG',
      stage: 'harvested',
      status,
      weightGrams,
      qualityTenths: null,
      satelliteAt: null,
      ledger: 'recorded',
      transactionId: null,
      verification,
    }),
  );
  const lines = made.map(({ farmerName, land: plots }, i) =>
    plotLine.parse({
      lot: `lot ${i}`,
      farmerName,
      farmId: 'FARM001',
      latMicro: -5_000_000,
      lonMicro: 145_000_000,
      land: plots,
    }),
  );
  const snapshot: Snapshot = {
    id: '5ac1d5c5-360a-4298-866f-f8bfddb3e73a',
    createdAt: new Date('2026-11-24T12:00:00Z'),
    creatorRole: 'admin',
    scope: { kind: 'all' },
    period: { from: '2026-03-01', to: '2026-03-31' },
    sampleData,
    figures: {
      totalLots: 0,
      compliantLots: 0,
      nonCompliantLots: 0,
      averageQualityScore: null,
      complianceRate: null,
      satelliteChecks: 0,
      differingLots: 0,
      gdprCompliant: true,
    },
    lots,
    plots: lines,
  };
  return { snapshot, lines };
}

interface DraftPlot {
  producerName: string;
  areaHa: number;
  geolocation: { type: string; coordinates?: unknown; longitude?: string; latitude?: string };
  lots: { lotId: string }[];
}

describe('for any set of lots', () => {
  it('the file for filing holds exactly the plots of the statement, and each lot is in one of them or left out', () => {
    fc.assert(
      fc.property(fc.array(lot, { maxLength: 12 }), fc.boolean(), (made, sampleData) => {
        const { snapshot, lines } = snapshotOf(made, sampleData);
        const draft = JSON.parse(statementDraft(snapshot, lines, null));
        const stated: DraftPlot[] = draft.commodities[0].countries.flatMap(
          ({ plots }: { plots: DraftPlot[] }) => plots,
        );
        const file = JSON.parse(plotsGeoJson(snapshot, lines));
        const statedPlots = stated.map(
          ({ producerName, areaHa, geolocation: { type, coordinates, longitude, latitude } }) =>
            JSON.stringify([producerName, areaHa, type, asNumbers(coordinates ?? [longitude, latitude])]),
        );
        const filedPlots = file.features.map(
          ({
            geometry,
            properties,
          }: {
            geometry: { type: string; coordinates: unknown };
            properties: Record<string, unknown>;
          }) => JSON.stringify([properties['ProducerName'], properties['Area'], geometry.type, geometry.coordinates]),
        );
        expect(filedPlots.sort()).toEqual(statedPlots.sort());
        const inside = new Set(stated.flatMap(({ lots }) => lots.map(({ lotId }) => lotId)));
        const outside = draft.leftOut.map(({ lotId }: { lotId: string }) => lotId);
        expect([...inside, ...outside].sort()).toEqual(snapshot.lots.map(({ lotId }) => lotId).sort());
        for (const { lotId, status } of snapshot.lots) if (inside.has(lotId)) expect(status).toBe('No Deforestation');
        expect(Object.keys(file)).toEqual(sampleData ? ['type', 'sampleData', 'features'] : ['type', 'features']);
        expect(draft.internalReference.length).toBeLessThanOrEqual(35);
        expect(JSON.parse(allPlotsGeoJson(snapshot, lines)).notice).toContain('Not for filing');
      }),
      { numRuns: 300 },
    );
  });
});

const asNumbers = (value: unknown): unknown => (Array.isArray(value) ? value.map(asNumbers) : Number(value));
