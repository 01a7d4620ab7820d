import { sentence } from './said.ts';

/** What a check of a lot came to. */
export const INTEGRITY = {
  verified: sentence('integrity.verified'),
  verifiedErased: sentence('integrity.verified_erased'),
  pending: sentence('integrity.pending'),
  notRecorded: sentence('integrity.not_recorded'),
  unavailable: sentence('integrity.unavailable'),
  notVerified: sentence('integrity.not_verified'),
  blocks: sentence('integrity.blocks', { blocks: [12] }),
  fields: sentence('integrity.fields', { fields: ['weight', 'event 3'] }),
};
