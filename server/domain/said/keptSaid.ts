import { fixed, sentence } from './said.ts';

/** What outlives an erasure, and why; receipts of erasures say it. */
export const KEPT = {
  record: fixed(
    'kept.record',
    'Ids, times, roles and names of fields in history, audit and ledger, with salted hashes of what was erased',
  ),
  recordReason: fixed(
    'kept.record_reason',
    'They hold no value of the person, and with them the record of the lots can still be checked',
  ),
  places: sentence(
    'kept.places',
    { lots: 'number' },
    { lots: 2 },
    ({ lots }) => `Farm id, place, plot geometry and satellite evidence of ${lots === 1 ? 'one lot' : `${lots} lots`}`,
  ),
  placesReason: fixed(
    'kept.places_reason',
    'Regulation (EU) 2023/1115, Article 9: kept until five years after the last event of each lot, then erased',
  ),
};
