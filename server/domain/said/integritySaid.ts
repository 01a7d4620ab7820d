import { fixed, sentence } from './said.ts';

/** What a check of a lot came to. */
export const INTEGRITY = {
  verified: fixed('integrity.verified', 'Every field matches the ledger, and all its hashes and signatures are valid.'),
  verifiedErased: fixed(
    'integrity.verified_erased',
    'Personal data of this lot was erased; every other field matches the ledger, and all its hashes and signatures are valid.',
  ),
  pending: fixed('integrity.pending', 'What is recorded matches the ledger; later changes still wait to be recorded.'),
  notRecorded: fixed(
    'integrity.not_recorded',
    'This lot still waits to be recorded on the ledger; there is nothing to check yet.',
  ),
  unavailable: fixed('integrity.unavailable', 'The ledger cannot be reached now, so nothing was checked.'),
  notVerified: fixed('integrity.not_verified', 'Not verified.'),
  blocks: sentence(
    'integrity.blocks',
    { blocks: 'numbers' },
    { blocks: [12] },
    ({ blocks }) => `Block ${blocks.join(', ')} of the ledger does not check out.`,
  ),
  fields: sentence(
    'integrity.fields',
    { fields: 'texts' },
    { fields: ['weight', 'event 3'] },
    ({ fields }) => `The record differs from the ledger in: ${fields.join(', ')}.`,
  ),
};
