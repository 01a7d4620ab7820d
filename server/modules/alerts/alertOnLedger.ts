import { randomBytes } from 'node:crypto';
import type { AlertEventStep } from '../../domain/ledger/content.ts';
import type { Role } from '../../domain/access/permissions.ts';
import type { AlertStep } from '../lots/lotWriter.ts';
import type { Alert } from './alert.ts';

/** The facts of an alert on its lot's chain. */
export type AlertFacts = Pick<
  Alert,
  | 'ledgerKey'
  | 'type'
  | 'severity'
  | 'status'
  | 'title'
  | 'description'
  | 'latMicro'
  | 'lonMicro'
  | 'findingKey'
  | 'findingPixels'
  | 'checkId'
  | 'note'
  | 'outcome'
  | 'acknowledgedAt'
  | 'acknowledgedBy'
  | 'acknowledgedKey'
  | 'closedAt'
  | 'closedBy'
  | 'closedKey'
  | 'createdAt'
>;

/** A new name for an alert on the ledger. */
export const newAlertKey = (): string => randomBytes(16).toString('hex');

/**
 * The ledger facts of an alert after a step.
 * @param role of the person who took the step
 */
export function alertStep(alert: AlertFacts, step: AlertEventStep, role: Role | 'system'): AlertStep {
  const { ledgerKey, note } = alert;
  if (ledgerKey === null) throw new Error('The alert has no name on the ledger');
  return {
    key: ledgerKey,
    step,
    ...(step === 'raised' ? { finding: findingOf(alert), place: placeOf(alert) } : {}),
    answer: {
      status: alert.status,
      acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
      acknowledgedBy: alert.acknowledgedBy ?? alert.acknowledgedKey,
      closedAt: alert.closedAt?.toISOString() ?? null,
      closedBy: alert.closedBy ?? alert.closedKey,
      outcome: alert.outcome,
      role,
    },
    note,
  };
}

function findingOf({ type, severity, title, description, createdAt }: AlertFacts): AlertStep['finding'] {
  return { type, severity, title, description, raisedAt: createdAt.toISOString() };
}

function placeOf({ latMicro, lonMicro, findingKey, findingPixels, checkId }: AlertFacts): AlertStep['place'] {
  return { latMicro, lonMicro, findingKey, pixels: findingPixels, checkId };
}
