import { nextStage, type Stage } from '../../../server/domain/lot/stages.ts';

/** What a lot needs now, as its first line says it. */
export type LotSentence =
  | { kind: 'blocked' | 'alert'; alertId: string }
  | { kind: 'deforested' | 'investigated' | 'unchecked' | 'pending' | 'delivered' | 'waiting' }
  | { kind: 'ready'; to: Stage };

interface LotState {
  stage: Stage;
  /** of the deforestation check */
  status: string;
  /** ISO 8601; null: never checked */
  checkedAt: string | null;
  /** newest first; undefined while unknown */
  openAlerts: readonly { id: string; severity: string }[] | undefined;
  /** whether the user may move it on */
  mayAdvance: boolean;
}

/**
 * The most urgent thing about a lot: an open alert, a finding, a missing check, and else its next stage.
 * @returns null while the alerts are unknown: an all-clear must not flash up before them
 */
export function lotSentence({ stage, status, checkedAt, openAlerts, mayAdvance }: LotState): LotSentence | null {
  const alert = openAlerts?.find(({ severity }) => severity === 'high') ?? openAlerts?.[0];
  if (alert !== undefined) {
    return { kind: status === 'Deforestation Detected' ? 'blocked' : 'alert', alertId: alert.id };
  }
  if (status === 'Deforestation Detected') return { kind: 'deforested' };
  if (openAlerts === undefined) return null;
  if (status === 'Under Investigation') return { kind: 'investigated' };
  if (status === 'Pending Review') return { kind: checkedAt === null ? 'unchecked' : 'pending' };
  const to = nextStage(stage);
  if (to === null) return { kind: 'delivered' };
  return mayAdvance ? { kind: 'ready', to } : { kind: 'waiting' };
}

/**
 * The one action to lead with. A blocked lot leads to its alert, not on; without the alerts nothing leads, so that the
 * main button does not change under the finger.
 */
export function leadingAction(
  sentence: LotSentence | null,
  mayAdvance: boolean,
): { kind: 'alert'; alertId: string } | { kind: 'update' } | null {
  if (sentence === null || sentence.kind === 'deforested') return null;
  if ('alertId' in sentence) return { kind: 'alert', alertId: sentence.alertId };
  return mayAdvance ? { kind: 'update' } : null;
}
