import type { ListedAssessmentPartsFragment } from '../../graphql/generated.ts';
import type { DueDiligenceWords } from '../../words/dueDiligenceWords.ts';

type Assessed = Pick<ListedAssessmentPartsFragment, 'scope' | 'country' | 'farmIds' | 'consignmentNumber'>;

/** What an assessment is about, in words. */
export function assessedThing(
  { say, formatCountry }: DueDiligenceWords,
  { scope, country, farmIds, consignmentNumber }: Assessed,
): string {
  if (scope === 'farm_group') return say('assess.farms', { count: farmIds.length });
  const name = scope === 'country' ? (formatCountry(country ?? '') ?? country) : consignmentNumber;
  return say('subject.named', { kind: say(`scope.${scope}`), name: name ?? '' });
}
