import { nextStage } from '../../../../server/domain/lot/stages.ts';
import type { LotCardFragment, LotRight, RecordStatus } from '../../../graphql/generated.ts';

/** The signed-in user's data for the lot screens. */
export interface LotUser {
  role: string;
  farmId: string;
  name: string;
  permissions: readonly string[];
}

/**
 * 'On Blockchain' means status recorded; every other status is pending (docs/spec/lots-and-stages.md, 'Blockchain
 * state').
 */
export function ledgerLabel(
  hash: { status: RecordStatus } | null | undefined,
): 'lotRecord.recorded' | 'lotRecord.pending' {
  return hash?.status === 'recorded' ? 'lotRecord.recorded' : 'lotRecord.pending';
}

/** Color token of a quality score of 0-100: >=90 green, >=80 blue, >=70 yellow, >=60 orange, lower red. */
export function qualityColor(score: number): 'leaf' | 'sky' | 'stage.drying' | 'stage.fermented' | 'alarm' {
  if (score >= 90) return 'leaf';
  if (score >= 80) return 'sky';
  if (score >= 70) return 'stage.drying';
  if (score >= 60) return 'stage.fermented';
  return 'alarm';
}

/**
 * Whole days from the harvest day to the local day of `now`, never negative.
 * @param harvestDate YYYY-MM-DD
 */
export function ageInDays(harvestDate: string, now: Date): number {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.max(0, Math.round((today - Date.parse(`${harvestDate}T00:00:00Z`)) / 86_400_000));
}

/** The local calendar day of an instant, YYYY-MM-DD, for a date input. */
export function localDay(now: Date): string {
  return localMinute(now).slice(0, 10);
}

/** The local date and time of an instant, YYYY-MM-DDTHH:mm, for a datetime-local input. */
export function localMinute(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The first two certifications and the number of others (docs/spec/staff-screens.md, 'Lot card'). */
export function shownCertifications(certifications: readonly string[]): { shown: readonly string[]; more: number } {
  return { shown: certifications.slice(0, 2), more: Math.max(0, certifications.length - 2) };
}

/** The lot's actions to offer: allowed by the server, and with a next stage if one is needed. */
export function offeredActions({ mayDo, currentProcess }: Pick<LotCardFragment, 'mayDo' | 'currentProcess'>): {
  advance: boolean;
  edit: boolean;
  refreshSatellite: boolean;
  remove: boolean;
} {
  const may = (right: LotRight): boolean => mayDo?.includes(right) ?? false;
  return {
    advance: may('edit_lot') && nextStage(currentProcess) !== null,
    edit: may('edit_lot'),
    refreshSatellite: may('refresh_satellite'),
    remove: may('delete_lot'),
  };
}
