import { defineMessage } from './message.ts';

/** What outlives an erasure, and why; receipts of erasures say it. */
export const KEPT = {
  record: defineMessage('kept.record'),
  recordReason: defineMessage('kept.record_reason'),
  places: defineMessage('kept.places', { lots: 2 }),
  placesReason: defineMessage('kept.places_reason'),
};
