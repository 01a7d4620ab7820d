import { sentence } from './said.ts';

/** Why the database and the ledger differ. The messages contain no values of a lot, so they are public. */
export const DIFFERENCE = {
  value: sentence('difference.value', { field: 'weight' }),
  lost: sentence('difference.lost', { field: 'farmerName' }),
  eventMissing: sentence('difference.event_missing', { event: 3 }),
  eventForeign: sentence('difference.event_foreign', { event: 3 }),
  eventInvalid: sentence('difference.event_invalid', { event: 3 }),
  eventChanged: sentence('difference.event_changed', { event: 3 }),
  eventReceipt: sentence('difference.event_receipt', { event: 3 }),
  eventNotRecorded: sentence('difference.event_not_recorded', { event: 3 }),
  eventUnreadable: sentence('difference.event_unreadable', { event: 3 }),
  eventUnsealed: sentence('difference.event_unsealed', { event: 3 }),
  eventEarlyReceipt: sentence('difference.event_early_receipt', { event: 3 }),
  eventValues: sentence('difference.event_values', { event: 3, faults: ['location changed'] }),
  block: sentence('difference.block', { block: 12 }),
  rivalChain: sentence('difference.rival_chain'),
};
