import { sqlView } from '../../platform/database/sqlView.ts';
import { CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';

/** Packages that were made for importers, with the UUIDs of the documents in them. */
export const STATEMENT_PACKAGES = sqlView('statement_package', ['statement_id', 'documents', 'made_at']);
/** Statements that the registry took over: their contents are with the EU. */
export const STATEMENTS_AT_REGISTRY = sqlView(
  'statement',
  ['id', 'group_id', 'consignment_id', 'submitted_at'],
  'registry_uuid is not null and submitted_at is not null',
);
/** Statements by their consignment alone. */
export const STATEMENT_IDS = sqlView('statement', ['id', 'consignment_id', 'state']);
/** SQL of the names of statements by id, as `NAMED_ACCOUNTS` has those of accounts: the numbers of their consignments. */
export const NAMED_STATEMENTS = `select s.id, c.number as name, false as erased
  from statement s join ${CONSIGNMENT_IDS} c on c.id = s.consignment_id`;
