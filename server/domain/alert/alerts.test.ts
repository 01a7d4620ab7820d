import { describe, expect, it } from 'vitest';
import {
  ALERT_OUTCOMES,
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERT_TYPES,
  alertMove,
  lotStatusAfterAlertStep,
  saysTheSame,
  type AlertMove,
  type AlertStatus,
} from './alerts.ts';
import { ROLES } from '../access/permissions.ts';

describe('the steps of an alert', () => {
  /** Rows: from; columns: active, acknowledged, resolved, dismissed. */
  const MOVES: Record<AlertStatus, readonly AlertMove[]> = {
    active: ['already there', 'moves', 'moves', 'moves'],
    acknowledged: ['not allowed', 'already there', 'moves', 'moves'],
    resolved: ['not allowed', 'not allowed', 'already there', 'not allowed'],
    dismissed: ['not allowed', 'not allowed', 'not allowed', 'already there'],
  };
  const steps = ALERT_STATUSES.flatMap((from) => ALERT_STATUSES.map((to, i) => ({ from, to, move: MOVES[from][i] })));

  it.each(steps)('$from -> $to: $move', ({ from, to, move }) => {
    expect(alertMove(from, to)).toBe(move);
  });
});

describe('a step that comes again', () => {
  const stands = { note: 'Seen', outcome: 'No Deforestation' } as const;

  it.each([
    [{ note: 'Seen', outcome: 'No Deforestation' }, true],
    [{ note: null, outcome: 'No Deforestation' }, true],
    [{ note: 'Other', outcome: 'No Deforestation' }, false],
    [{ note: 'Seen', outcome: 'Deforestation Detected' }, false],
    [{ note: 'Seen', outcome: null }, false],
    [{ note: null, outcome: null }, false],
  ] as const)('as %j says the same: %s', (said, same) => {
    expect(saysTheSame(stands, said)).toBe(same);
  });
});

describe("the lot's status after a step on an alert", () => {
  it.each([
    ['farmer', null],
    ['processor', null],
    ['auditor', 'Under Investigation'],
    ['admin', 'Under Investigation'],
  ] as const)('a detection acknowledged by %s: %s', (role, status) => {
    expect(lotStatusAfterAlertStep({ to: 'acknowledged', type: 'deforestation', outcome: null }, role)).toBe(status);
  });

  it.each(['land_use_change', 'fire', 'other'] as const)('an acknowledged alert of type %s leaves it', (type) => {
    expect(lotStatusAfterAlertStep({ to: 'acknowledged', type, outcome: null }, 'admin')).toBeNull();
  });

  it.each([...ALERT_OUTCOMES, null])('resolving sets the outcome: %s', (outcome) => {
    for (const type of ALERT_TYPES) {
      expect(lotStatusAfterAlertStep({ to: 'resolved', type, outcome }, 'auditor')).toBe(outcome);
    }
  });

  it('dismissing leaves it, whoever does it', () => {
    for (const role of ROLES) {
      const step = { to: 'dismissed', type: 'deforestation', outcome: 'No Deforestation' } as const;
      expect(lotStatusAfterAlertStep(step, role)).toBeNull();
    }
  });
});

describe('the words of an alert', () => {
  it('are those of the contract', () => {
    expect(ALERT_TYPES).toEqual(['deforestation', 'land_use_change', 'fire', 'other']);
    expect(ALERT_SEVERITIES).toEqual(['high', 'medium', 'low']);
    expect(ALERT_STATUSES).toEqual(['active', 'acknowledged', 'resolved', 'dismissed']);
    expect(ALERT_OUTCOMES).toEqual(['No Deforestation', 'Deforestation Detected']);
  });
});
