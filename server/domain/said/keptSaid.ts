import { sentence } from './said.ts';

/** What outlives an erasure, and why; receipts of erasures say it. */
export const KEPT = {
  record: sentence('kept.record'),
  recordReason: sentence('kept.record_reason'),
  places: sentence('kept.places', { lots: 2 }),
  placesReason: sentence('kept.places_reason'),
};
