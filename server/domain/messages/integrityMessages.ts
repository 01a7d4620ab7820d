import { defineMessage } from './message.ts';

/** What a check of a lot came to. */
export const INTEGRITY = {
  verified: defineMessage('integrity.verified'),
  verifiedErased: defineMessage('integrity.verified_erased'),
  pending: defineMessage('integrity.pending'),
  notRecorded: defineMessage('integrity.not_recorded'),
  unavailable: defineMessage('integrity.unavailable'),
  notVerified: defineMessage('integrity.not_verified'),
  blocks: defineMessage('integrity.blocks', { blocks: [12] }),
  fields: defineMessage('integrity.fields', { fields: ['weight', 'event 3'] }),
};
