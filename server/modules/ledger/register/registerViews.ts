import { sqlView } from '../../../platform/database/sqlView.ts';

/** Events of the register chain, by the hash that the ledger records. */
export const REGISTER_EVENTS = sqlView('register_event', ['content_hash']);
