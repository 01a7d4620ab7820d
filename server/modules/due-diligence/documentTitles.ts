import { sqlView } from '../../platform/database/sqlView.ts';

/** Documents by title, removed ones too, with the lot that they are about. */
export const DOCUMENT_TITLES = sqlView('dd_document', [
  'id',
  'lot_id',
  'title',
  'valid_until',
  'uploaded_at',
  'removed_at',
]);
/** SQL of the names of documents by id, as `NAMED_ACCOUNTS` has those of accounts. */
export const NAMED_DOCUMENTS = `select id, nullif(title, '') as name, removed_at is not null as erased from dd_document`;
