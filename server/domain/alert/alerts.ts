import type { DeforestationStatus } from '../forest/deforestation.ts';
import type { Role } from '../access/permissions.ts';

export const ALERT_TYPES = ['deforestation', 'land_use_change', 'fire', 'other'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];
export const ALERT_SEVERITIES = ['high', 'medium', 'low'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];
export const ALERT_STATUSES = ['active', 'acknowledged', 'resolved', 'dismissed'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];
/** Filter of open alerts by assignee and due day. */
export const ALERT_TASKS = ['mine', 'due_soon', 'overdue'] as const;
export type AlertTask = (typeof ALERT_TASKS)[number];
/** An alert is due soon when its due day is today or within this many days. */
export const DUE_SOON_DAYS = 7;

/**
 * Due state of an alert for its due day (YYYY-MM-DD); null if it is closed, has no due day, or has enough time left.
 */
export function dueState(
  { status, dueOn }: { status: AlertStatus; dueOn: string | null },
  today: string,
): 'due_soon' | 'overdue' | null {
  if (dueOn === null || NEXT[status].length === 0) return null;
  if (dueOn < today) return 'overdue';
  const last = new Date(`${today}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + DUE_SOON_DAYS);
  return dueOn <= last.toISOString().slice(0, 10) ? 'due_soon' : null;
}

/** Outcomes of a resolution (docs/spec/alerts.md, 'Resolving an alert'). */
export const ALERT_OUTCOMES = ['No Deforestation', 'Deforestation Detected'] as const;
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number];

/** Most alerts in one call. */
export const ALERT_IDS_AT_ONCE = 100;

const NEXT: Record<AlertStatus, readonly AlertStatus[]> = {
  active: ['acknowledged', 'resolved', 'dismissed'],
  acknowledged: ['resolved', 'dismissed'],
  resolved: [],
  dismissed: [],
};

export type AlertMove = 'moves' | 'already there' | 'not allowed';

/** active -> acknowledged -> resolved or dismissed; active -> resolved or dismissed; the same state again changes nothing. */
export function alertMove(from: AlertStatus, to: AlertStatus): AlertMove {
  if (from === to) return 'already there';
  return NEXT[from].includes(to) ? 'moves' : 'not allowed';
}

/** Text and outcome of a step on an alert, stored with a closed one. */
export interface AlertStepText {
  /** the note of a resolution or the reason of a dismissal */
  note: string | null;
  outcome: AlertOutcome | null;
}

/** Whether a step to the alert's present state repeats the stored step: the same outcome, and the same note or none. */
export function saysTheSame(stands: AlertStepText, said: AlertStepText): boolean {
  return said.outcome === stands.outcome && (said.note === null || said.note === stands.note);
}

/**
 * The lot's status after a person's step on one of its alerts; null leaves it (docs/spec/alerts.md, 'Resolving an
 * alert'). Acknowledging a detection by an auditor or admin sets `Under Investigation`; resolving sets its outcome, if
 * any.
 */
export function lotStatusAfterAlertStep(
  step: { to: AlertStatus; type: AlertType; outcome: AlertOutcome | null },
  role: Role,
): DeforestationStatus | null {
  if (step.to === 'acknowledged') {
    return step.type === 'deforestation' && (role === 'auditor' || role === 'admin') ? 'Under Investigation' : null;
  }
  if (step.to === 'resolved') return step.outcome;
  return null;
}
