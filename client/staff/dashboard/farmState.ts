/** What is known of a farm's land: loss was found on it, some of its lots are not compliant yet, or all are. */
export type FarmState = 'loss' | 'open' | 'compliant';

/** The gravest state among the lots of a farm; without lots nothing is known. */
export function farmState(farm: { lots: number; compliantLots: number; detectedLots: number }): FarmState {
  if (farm.detectedLots > 0) return 'loss';
  return farm.lots > 0 && farm.compliantLots === farm.lots ? 'compliant' : 'open';
}
