import { sqlView } from '../../platform/database/sqlView.ts';

/** Farms of the register, without erased ones. */
export const REGISTERED_FARMS = sqlView('farm', ['farm_id', 'name', 'village', 'farmers'], 'erased_at is null');
/** SQL of the names of farms by the id of their entry, as `NAMED_ACCOUNTS` has those of accounts. */
export const NAMED_FARMS = 'select id, farm_id as name, false as erased from farm';
/** SQL of the ids of entries of the farm with an id, `$2`. */
export const FARMS_MEANT = 'select id from farm where farm_id = $2';
