import { describe, expect, it } from 'vitest';
import {
  filedCommodity,
  filedContent,
  filedPlace,
  filedProducer,
  filedProducers,
} from '../../../tests/support/filedContent.ts';
import { geolocationBytes } from './geoJson.ts';
import { splitStatement, withReferences } from './splitting.ts';
import { STATEMENT_LIMITS, type FiledProducer, type StatementContent } from './statement.ts';

function contentOf(producers: readonly FiledProducer[], changes: Partial<StatementContent> = {}): StatementContent {
  return filedContent({ commodities: [filedCommodity({ producers })], ...changes });
}

const producersIn = ({ commodities }: StatementContent): number[] =>
  commodities.map(({ producers }) => producers.length);
const gramsIn = (parts: readonly StatementContent[]): number =>
  parts.flatMap(({ commodities }) => commodities).reduce((sum, { netGrams }) => sum + netGrams, 0);

/** Producers that take exactly so many bytes together. */
function producersOf(bytes: number): FiledProducer[] {
  const large = filedProducer(0, { places: Array.from({ length: 200 }, (_, i) => filedPlace(i, 400)) });
  const size = geolocationBytes(large);
  const producers = Array.from({ length: Math.floor(bytes / size) - 1 }, (_, i) => ({ ...large, name: `Large ${i}` }));
  const rest = bytes - producers.length * size;
  const [place] = large.places;
  if (place === undefined) throw new Error('No place');
  const short = geolocationBytes({ country: 'PG', places: [{ ...place, productionPlace: '' }] });
  const last = { ...large, places: [{ ...place, productionPlace: 'x'.repeat(rest - short) }] };
  return [...producers, last];
}

describe('splitting a statement', () => {
  it.each([
    [1, [[1]]],
    [1_000, [[1_000]]],
    [1_001, [[1_000, 1]]],
    [2_500, [[1_000, 1_000, 500]]],
    [10_000, [Array.from({ length: 10 }, () => 1_000)]],
    [10_001, [Array.from({ length: 10 }, () => 1_000), [1]]],
  ])('of %i producers', (count, lines) => {
    const content = contentOf(filedProducers(count));
    const { parts, grouped } = splitStatement(content);
    expect(parts.map(producersIn)).toEqual(lines);
    expect(gramsIn(parts)).toBe(12_500_000);
    const all = parts.flatMap(({ commodities }) => commodities.flatMap(({ producers }) => producers));
    expect(all).toEqual(content.commodities[0]?.producers);
    expect(grouped === null).toBe(parts.length === 1);
  });

  it.each([
    [0, 1],
    [1, 2],
  ])('of 25 MB and %i byte of geolocation makes %i', (more, count) => {
    const producers = producersOf(STATEMENT_LIMITS.geolocationBytes + more);
    const bytes = producers.reduce((sum, producer) => sum + geolocationBytes(producer), 0);
    expect(bytes).toBe(25 * 1024 * 1024 + more);
    const { parts } = splitStatement(contentOf(producers));
    expect(parts).toHaveLength(count);
    for (const { commodities } of parts) {
      const own = commodities.flatMap((one) => one.producers).reduce((sum, one) => sum + geolocationBytes(one), 0);
      expect(own).toBeLessThanOrEqual(STATEMENT_LIMITS.geolocationBytes);
    }
  });

  it.each([
    [100, [100]],
    [101, [100, 1]],
  ])('of %i lines of goods', (count, lines) => {
    const commodities = Array.from({ length: count }, (_, i) => filedCommodity({ producers: [filedProducer(i)] }));
    const { parts } = splitStatement(filedContent({ commodities }));
    expect(parts.map((part) => part.commodities.length)).toEqual(lines);
  });

  it('leaves a content that fits as it is', () => {
    const content = filedContent({ commodities: [filedCommodity(), filedCommodity({ hsHeading: '1803' })] });
    expect(splitStatement(content)).toEqual({ parts: [content], grouped: null });
  });

  it('keeps commodities apart, each with its mass', () => {
    const commodities = [
      filedCommodity({ netGrams: 1_001, producers: filedProducers(1_001) }),
      filedCommodity({ hsHeading: '1804', netGrams: 7, producers: filedProducers(9_500) }),
    ];
    const { parts } = splitStatement(filedContent({ commodities }));
    const lines = parts.map((part) =>
      part.commodities.map((one) => [one.hsHeading, one.producers.length, one.netGrams]),
    );
    expect(lines).toEqual([
      [
        ['1801', 1_000, 1_000],
        ['1801', 1, 1],
        ...[1, 0, 1, 1, 1, 0, 1, 1].map((grams) => ['1804', 1_000, grams]),
        ['1804', 999, expect.any(Number)],
      ],
      [['1804', 501, expect.any(Number)]],
    ]);
    expect(gramsIn(parts)).toBe(1_008);
  });

  it('shares the mass out by the shares of the producers, to the gram', () => {
    const content = contentOf(filedProducers(2_001), { commodities: [] });
    const commodities = [filedCommodity({ netGrams: 10_000_001, producers: filedProducers(2_001) })];
    const shareOf = ({ name }: FiledProducer): number => (name === 'Producer 2001' ? 2_000 : 1);
    const { parts } = splitStatement({ ...content, commodities }, shareOf);
    expect(parts[0]?.commodities.map(({ netGrams }) => netGrams)).toEqual([2_500_000, 2_500_001, 5_000_000]);
  });

  it('adds up for every count and mass', () => {
    for (const count of [1_001, 1_999, 3_333, 10_001]) {
      for (const netGrams of [1, 999, 1_000_003, 25_000_000_000]) {
        const commodities = [filedCommodity({ netGrams, producers: filedProducers(count) })];
        const { parts } = splitStatement(filedContent({ commodities }), (one) => one.name.length / 7);
        expect(gramsIn(parts)).toBe(netGrams);
        for (const part of parts) for (const one of part.commodities) expect(one.netGrams).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('splits a producer whose plots alone are too many', () => {
    const large = filedPlace(0, 2_000);
    const places = Array.from({ length: 600 }, (_, i) => ({ ...large, productionPlace: `FARM${i}` }));
    const { parts } = splitStatement(contentOf([filedProducer(0, { places })]));
    expect(parts).toHaveLength(2);
    const all = parts.flatMap((part) => part.commodities.flatMap((one) => one.producers.flatMap((own) => own.places)));
    expect(all).toEqual(places);
    expect(gramsIn(parts)).toBe(12_500_000);
  });
});

describe('the grouped statement', () => {
  const { parts, grouped } = splitStatement(contentOf(filedProducers(10_001)));

  it('has the goods and the whole mass, and no producers', () => {
    expect(grouped).toEqual({
      ...filedContent(),
      kind: 'grouped',
      commodities: [filedCommodity({ producers: [] })],
    });
  });

  it('refers to its parts once they have numbers', () => {
    const numbers = ['26BE7XTVCZAQ2S', '26BE7XTVCZAQ2T'];
    expect(grouped === null ? null : withReferences(grouped, numbers).groupedDeclarations).toEqual(numbers);
    expect(parts.map((part) => part.groupedDeclarations)).toEqual([[], []]);
  });

  it('of simplified declarations is one of them', () => {
    expect(splitStatement(contentOf(filedProducers(10_001), { kind: 'simplified' })).grouped?.kind).toBe('simplified');
  });
});

describe('references of parts', () => {
  const referencesOf = (internalReference: string, kind: StatementContent['kind'] = 'due_diligence'): string[] =>
    splitStatement(contentOf(filedProducers(10_001), { internalReference, kind })).parts.map(
      (part) => part.internalReference,
    );

  it('are the one of the whole with a number', () => {
    expect(referencesOf('C-2026-014')).toEqual(['C-2026-014-1', 'C-2026-014-2']);
    expect(referencesOf('x'.repeat(33))[1]).toBe(`${'x'.repeat(33)}-2`);
  });

  it.each([
    [34, 35, 'due_diligence'],
    [35, 35, 'due_diligence'],
    [14, 14, 'simplified'],
  ] as const)('of %i characters stay within %i, and differ', (length, most, kind) => {
    const one = referencesOf(`${'x'.repeat(length - 1)}a`, kind);
    const other = referencesOf(`${'x'.repeat(length - 1)}b`, kind);
    expect(new Set([...one, ...other]).size).toBe(4);
    for (const reference of [...one, ...other]) expect(reference.length).toBeLessThanOrEqual(most);
  });
});

describe('speed', () => {
  it('takes well under a second for 10,000 producers', () => {
    const content = contentOf(filedProducers(10_000));
    const from = performance.now();
    splitStatement(content);
    expect(performance.now() - from).toBeLessThan(1_000);
  });
});
