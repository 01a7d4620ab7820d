import { benchmarkOf } from './countryBenchmarks.ts';

/** The letters of Article 10(2) of Regulation (EU) 2023/1115; screens have a sentence for each. */
export const RISK_CRITERIA = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n'] as const;
export type RiskCriterion = (typeof RISK_CRITERIA)[number];

export const CRITERION_RISKS = ['negligible', 'not_negligible', 'not_known'] as const;
export type CriterionRisk = (typeof CRITERION_RISKS)[number];

/** What an assessment is about. */
export const ASSESSMENT_SCOPES = ['country', 'farm_group', 'consignment'] as const;
export type AssessmentScope = (typeof ASSESSMENT_SCOPES)[number];

export const CONCLUSIONS = ['negligible', 'not_negligible'] as const;
export type Conclusion = (typeof CONCLUSIONS)[number];

/** Days until an assessment is reviewed, at most: Article 10(4) asks for a review each year. */
export const MOST_REVIEW_DAYS = 366;

/** Of low risk countries Article 13(1) asks only about the supply chain, circumvention and mixing. */
const SIMPLIFIED: readonly RiskCriterion[] = ['i', 'j'];

/** The criteria that must be answered before an assessment is concluded. @param country null: of several, or not told */
export function criteriaFor(country: string | null): readonly RiskCriterion[] {
  return country !== null && benchmarkOf(country) === 'low' ? SIMPLIFIED : RISK_CRITERIA;
}

/** The needed criteria without an answer, by letter. */
export function unansweredCriteria(
  country: string | null,
  answers: readonly { criterion: RiskCriterion }[],
): RiskCriterion[] {
  const answered = new Set(answers.map(({ criterion }) => criterion));
  return criteriaFor(country).filter((criterion) => !answered.has(criterion));
}

/**
 * The criteria that speak against a negligible risk, by letter: each answer that is not 'negligible', also one that was
 * not needed. Article 10(1): the risk is negligible, or it is mitigated first.
 */
export function criteriaAtRisk(answers: readonly { criterion: RiskCriterion; risk: CriterionRisk }[]): RiskCriterion[] {
  const risky = new Set(answers.filter(({ risk }) => risk !== 'negligible').map(({ criterion }) => criterion));
  return RISK_CRITERIA.filter((criterion) => risky.has(criterion));
}
