import { defineMessage } from './message.ts';

/** What outlives an erasure, and why; receipts of erasures say it. */
export const KEPT = {
  record: defineMessage('kept.record'),
  recordReason: defineMessage('kept.record_reason'),
  places: defineMessage('kept.places', { lots: 2 }),
  documents: defineMessage('kept.documents', { documents: 2 }),
  documentsReason: defineMessage('kept.documents_reason'),
  statements: defineMessage('kept.statements', { statements: 2 }),
  statementsReason: defineMessage('kept.statements_reason'),
  placesReason: defineMessage('kept.places_reason'),
};
