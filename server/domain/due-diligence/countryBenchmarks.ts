/** Risk of a country by Article 29 of Regulation (EU) 2023/1115. */
export const RISK_LEVELS = ['low', 'standard', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export interface CountryBenchmark {
  /** ISO 3166-1 alpha-2 */
  country: string;
  level: RiskLevel;
}

/**
 * The benchmark of countries that grow cacao, and of all countries of high risk, as published on the day below. Look the
 * newest list up before you rely on it: the Commission reviews it.
 */
export const BENCHMARK_SOURCE = {
  source: 'Commission Implementing Regulation (EU) 2025/1093',
  /** day of publication, YYYY-MM-DD */
  published: '2025-05-22',
  /** day on which this table was last compared with secondary sources */
  checked: '2026-11-27',
} as const;

const BY_LEVEL: Readonly<Record<RiskLevel, string>> = {
  low: 'DO GH PG TG',
  standard: 'BJ BO BR CD CI CM CO EC GN GQ GT HN HT ID LR MX MY NG NI PA PE SL SV TZ UG VE',
  high: 'BY KP MM RU',
};

/** Every row of the table, by country. */
export const COUNTRY_BENCHMARKS: readonly CountryBenchmark[] = RISK_LEVELS.flatMap((level) =>
  BY_LEVEL[level].split(' ').map((country) => ({ country, level })),
).sort((one, other) => (one.country < other.country ? -1 : 1));

const LEVELS: ReadonlyMap<string, RiskLevel> = new Map(
  COUNTRY_BENCHMARKS.map(({ country, level }) => [country, level]),
);

/**
 * The level of a country; null when the table does not have it: then it counts as standard, which is what Article 29(2)
 * gave every country in the beginning.
 */
export function benchmarkOf(country: string): RiskLevel | null {
  return LEVELS.get(country) ?? null;
}
