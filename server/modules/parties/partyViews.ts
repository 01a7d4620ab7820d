import { sqlView } from '../../platform/database/sqlView.ts';

/** Parties, erased ones too: the texts of those are empty. */
export const ALL_PARTIES = sqlView('party', ['id', 'kind', 'name', 'email', 'country', 'erased_at']);
/** SQL of the names of parties by id, as `NAMED_ACCOUNTS` has those of accounts. */
export const NAMED_PARTIES = `select id, nullif(name, '') as name, erased_at is not null as erased from ${ALL_PARTIES} named`;
