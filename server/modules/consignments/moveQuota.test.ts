import { expect, it } from 'vitest';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { assertMoveQuota } from './moveQuota.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const HOUR_MS = 3_600_000;

const part = (n: number) => ({
  key: n.toString(16).padStart(32, '0'),
  seq: 2,
  hash: 'a'.repeat(64),
  grams: 1,
});
/** An event of a consignment that moves so many lots. */
function moving(step: 'added' | 'removed', lots: number, hoursAgo: number) {
  const at = new Date(NOW.getTime() - hoursAgo * HOUR_MS);
  const content = {
    v: 2,
    eventId: '1'.repeat(32),
    lotKey: '2'.repeat(32),
    seq: 2,
    prev: 'a'.repeat(64),
    org: 'ManamCoopMSP',
    salt: '3'.repeat(64),
    at: at.toISOString(),
    actorRole: 'processor',
    type: 'consignment',
    step,
    transfer: '4'.repeat(32),
    lots: Array.from({ length: lots }, (_, n) => part(n)),
    commit: {},
  };
  return { type: step, at, content: JSON.stringify(content) };
}
const waitFor = (...[events, lots]: [Parameters<typeof assertMoveQuota>[0], number]): number | null => {
  try {
    assertMoveQuota(events, lots, NOW);
    return null;
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.kind !== 'too-many-requests') throw error;
    expect(error.refusal.said).toEqual(REFUSED.tooManyMovedLots({}));
    return error.refusal.retryAfterSeconds;
  }
};

it('counts the lots of a day, a call of few of them as 100, and says when there is room', () => {
  const rounds = Array.from({ length: 19 }, (_, n) => moving(n % 2 === 0 ? 'added' : 'removed', 1_000, 20 - n));
  expect(waitFor(rounds, 1_000)).toBeNull();
  const full = [...rounds, moving('removed', 1, 0.5)];
  expect(waitFor(full, 900)).toBeNull();
  // The oldest event is 20 hours old.
  expect(waitFor(full, 901)).toBe(4 * 3_600);
  expect(waitFor([...full, moving('added', 900, 0.2)], 1)).toBe(4 * 3_600);
  expect(
    waitFor([...rounds, moving('added', 1_000, 25), { type: 'changed', at: NOW, content: '{}' }], 1_000),
  ).toBeNull();
});
