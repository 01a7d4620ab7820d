import { CONSIGNMENT } from '../messages/consignmentMessages.ts';
import type { Message } from '../messages/message.ts';

/** The states of a consignment, in their only order. */
export const CONSIGNMENT_STATES = ['open', 'closed', 'shipped', 'delivered'] as const;
export type ConsignmentState = (typeof CONSIGNMENT_STATES)[number];

/** The only state that follows; null after delivered. What is closed is never opened again: its buyer counts on it. */
export function nextConsignmentState(state: ConsignmentState): ConsignmentState | null {
  return CONSIGNMENT_STATES[CONSIGNMENT_STATES.indexOf(state) + 1] ?? null;
}

/** Why a consignment may not move to a state; null when it may. States are not skipped. */
export function consignmentMoveRefusal(from: ConsignmentState, to: ConsignmentState): Message | null {
  if (nextConsignmentState(from) === to) return null;
  return from === to ? CONSIGNMENT.same({ state: to }) : CONSIGNMENT.wrongStep({ from, to });
}

/** Why lots cannot be added or removed; null while the consignment is open. */
export function contentRefusal(state: ConsignmentState): Message | null {
  return state === 'open' ? null : CONSIGNMENT.contentClosed({ state });
}
