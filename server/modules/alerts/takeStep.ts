import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import {
  alertMove,
  lotStatusAfterAlertStep,
  saysTheSame,
  type AlertStatus,
  type AlertStepText,
} from '../../domain/alert/alerts.ts';
import { partnerKeyOf, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Lot } from '../lots/lot.ts';
import { actorOf } from '../lots/lotService.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { AlertEntity, type Alert } from './alert.ts';
import { alertStep } from './alertOnLedger.ts';

/** A step that a person takes on an alert. */
export interface AlertStepInput extends AlertStepText {
  to: Exclude<AlertStatus, 'active'>;
}

/**
 * Takes a step on one alert in the caller's transaction, with its ledger event, its audit entry and its subscription
 * event. The caller holds the lot's row lock and has checked the permission.
 * @returns whether the alert changed
 * @throws Refused alert-step-not-allowed
 */
export async function takeStep(
  em: EntityManager,
  lotWriter: LotWriter,
  { lot, alertId }: { lot: Lot; alertId: string },
  step: AlertStepInput,
  { user, info, at }: { user: UserCaller; info: RequestInfo; at: Date },
): Promise<boolean> {
  const alert = await em.findOneOrFail(AlertEntity, { id: alertId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const move = alertMove(alert.status, step.to);
  if (move === 'already there' && saysTheSame(alert, step)) return false;
  if (move !== 'moves') {
    throw new Refused({ kind: 'alert-step-not-allowed', from: alert.status, to: step.to, outcome: alert.outcome });
  }
  setState(alert, step, user, at);
  await em.flush();
  const status = lotStatusAfterAlertStep({ to: step.to, type: alert.type, outcome: step.outcome }, user.role);
  const actor = actorOf(user, info);
  if (status !== null) await lotWriter.recordReview(em, lot, status, step.note, actor, at);
  await lotWriter.recordAlert(em, lot, alertStep(alert, step.to, user.role), actor, at);
  await audit(em, { caller: user, action: `alert.${step.to}`, target: { kind: 'alert', id: alert.id }, info });
  const kind = step.to === 'dismissed' ? 'dismissed' : 'changed';
  await logEvent(em, { topic: 'alert', kind, alertId: alert.id, lotId: lot.id });
  return true;
}

function setState(alert: Alert, { to, note, outcome }: AlertStepInput, user: UserCaller, at: Date): void {
  alert.status = to;
  alert.updatedAt = at;
  if (to === 'acknowledged') {
    alert.acknowledgedAt = at;
    alert.acknowledgedBy = user.userId;
    alert.acknowledgedKey = partnerKeyOf(user);
  } else {
    alert.closedAt = at;
    alert.closedBy = user.userId;
    alert.closedKey = partnerKeyOf(user);
    alert.note = note;
    alert.outcome = outcome;
  }
}
