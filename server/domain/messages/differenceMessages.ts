import { defineMessage } from './message.ts';

/** Why the database and the ledger differ. The messages contain no values of a lot, so they are public. */
export const DIFFERENCE = {
  value: defineMessage('difference.value', { field: 'weight' }),
  lost: defineMessage('difference.lost', { field: 'farmerName' }),
  eventMissing: defineMessage('difference.event_missing', { event: 3 }),
  eventForeign: defineMessage('difference.event_foreign', { event: 3 }),
  eventInvalid: defineMessage('difference.event_invalid', { event: 3 }),
  eventChanged: defineMessage('difference.event_changed', { event: 3 }),
  eventReceipt: defineMessage('difference.event_receipt', { event: 3 }),
  eventNotRecorded: defineMessage('difference.event_not_recorded', { event: 3 }),
  eventUnreadable: defineMessage('difference.event_unreadable', { event: 3 }),
  eventUnsealed: defineMessage('difference.event_unsealed', { event: 3 }),
  eventEarlyReceipt: defineMessage('difference.event_early_receipt', { event: 3 }),
  eventValues: defineMessage('difference.event_values', { event: 3, faults: ['location changed'] }),
  block: defineMessage('difference.block', { block: 12 }),
  rivalChain: defineMessage('difference.rival_chain'),
};
