import { describe, expect, it } from 'vitest';
import { CONSIGNMENT } from '../messages/consignmentMessages.ts';
import {
  CONSIGNMENT_STATES,
  consignmentMoveRefusal,
  contentRefusal,
  nextConsignmentState,
  type ConsignmentState,
} from './states.ts';

describe('states of a consignment', () => {
  const allowed = new Set(['open closed', 'closed shipped', 'shipped delivered']);
  const moves = CONSIGNMENT_STATES.flatMap((from) => CONSIGNMENT_STATES.map((to) => [from, to] as const));

  it.each(moves)('from %s to %s', (from, to) => {
    expect(consignmentMoveRefusal(from, to) === null).toBe(allowed.has(`${from} ${to}`));
  });

  it('say why', () => {
    expect(consignmentMoveRefusal('closed', 'closed')).toEqual(CONSIGNMENT.same({ state: 'closed' }));
    expect(consignmentMoveRefusal('closed', 'open')).toEqual(CONSIGNMENT.wrongStep({ from: 'closed', to: 'open' }));
  });

  it.each<[ConsignmentState, ConsignmentState | null, boolean]>([
    ['open', 'closed', true],
    ['closed', 'shipped', false],
    ['shipped', 'delivered', false],
    ['delivered', null, false],
  ])('%s: %s follows; its lots change: %s', (state, next, changes) => {
    expect(nextConsignmentState(state)).toBe(next);
    expect(contentRefusal(state)).toEqual(changes ? null : CONSIGNMENT.contentClosed({ state }));
  });
});
