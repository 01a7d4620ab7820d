import { describe, expect, it } from 'vitest';
import { isCountryCode } from '../party/countryCodes.ts';
import { BENCHMARK_SOURCE, benchmarkOf, COUNTRY_BENCHMARKS } from './countryBenchmarks.ts';
import { criteriaAtRisk, criteriaFor, RISK_CRITERIA, unansweredCriteria } from './riskCriteria.ts';

describe('the benchmark of countries', () => {
  it.each([
    ['GH', 'low'],
    ['DO', 'low'],
    ['PG', 'low'],
    ['TG', 'low'],
    ['CI', 'standard'],
    ['CM', 'standard'],
    ['EC', 'standard'],
    ['PE', 'standard'],
    ['NG', 'standard'],
    ['ID', 'standard'],
    ['MM', 'high'],
    ['DE', null],
  ] as const)('has %s as %s', (country, level) => {
    expect(benchmarkOf(country)).toBe(level);
  });

  it('lists each country once, by its code, with source and day', () => {
    const codes = COUNTRY_BENCHMARKS.map(({ country }) => country);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes.every(isCountryCode)).toBe(true);
    expect(BENCHMARK_SOURCE).toMatchObject({ published: '2025-05-22', source: expect.stringContaining('2025/1093') });
  });
});

describe('the criteria of Article 10(2)', () => {
  it('are all answered, and of a country of low risk two', () => {
    expect(criteriaFor('PG')).toEqual(['i', 'j']);
    for (const country of ['CI', 'MM', 'DE', null]) expect(criteriaFor(country)).toEqual(RISK_CRITERIA);
    expect(unansweredCriteria('PG', [{ criterion: 'j' }])).toEqual(['i']);
    expect(
      unansweredCriteria(
        null,
        RISK_CRITERIA.slice(1).map((criterion) => ({ criterion })),
      ),
    ).toEqual(['a']);
    expect(unansweredCriteria('PG', [{ criterion: 'i' }, { criterion: 'j' }, { criterion: 'a' }])).toEqual([]);
  });

  it('speak against a negligible risk unless each is negligible', () => {
    expect(
      criteriaAtRisk([
        { criterion: 'j', risk: 'not_known' },
        { criterion: 'h', risk: 'not_negligible' },
        { criterion: 'a', risk: 'negligible' },
      ]),
    ).toEqual(['h', 'j']);
    expect(criteriaAtRisk([{ criterion: 'i', risk: 'negligible' }])).toEqual([]);
  });
});
