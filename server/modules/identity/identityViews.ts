import { sqlView } from '../../platform/database/sqlView.ts';

/** Names of accounts, erased ones too: those are empty. */
export const ACCOUNT_NAMES = sqlView('app_user', ['id', 'name']);
/** Since when accounts are there. */
export const ACCOUNT_STARTS = sqlView('app_user', ['id', 'created_at']);
/** Accounts that were not erased, with their farms. */
export const EXISTING_ACCOUNTS = sqlView('app_user', ['id', 'farm_id'], 'erased_at is null');
/** Accounts that may sign in, unless their signature fails. */
export const ENABLED_ACCOUNTS = sqlView('app_user', ['id'], 'disabled_at is null');
/** Partner keys with the accounts that made them. */
export const KEY_NAMES = sqlView('api_key', ['id', 'name', 'created_by']);

/** Accounts with their roles, erased ones too. */
export const ACCOUNT_ROLES = sqlView('app_user', ['id', 'name', 'role']);
/** Accounts with the public passwords of the demonstration. */
export const DEMO_USERS = sqlView('app_user', ['id', 'username', 'name', 'role', 'email', 'farm_id'], 'demo');

/**
 * SQL of the names of accounts, partner keys and sessions by id: `id`, `name` and `erased`. A session is named after its
 * account. An erased account has no name, and neither have its keys and sessions.
 */
export const NAMED_ACCOUNTS = `select id, case when erased_at is null then username end as name, erased_at is not null as erased
     from app_user
   union all select k.id, case when u.erased_at is null then k.name end, u.erased_at is not null
     from api_key k join app_user u on u.id = k.created_by
   union all select s.id, case when u.erased_at is null then u.username end, u.erased_at is not null
     from session s join app_user u on u.id = s.user_id`;

/** Characters of a name by which accounts are found that are called so. */
const LEAST_OF_A_NAME = 2;

/**
 * SQL of the ids of the account of a user name, `$1`; if there is none, of the accounts whose name contains it.
 */
export const ACCOUNTS_MEANT = `with called as (select id from app_user where lower(username) = lower($1) and erased_at is null)
   select id from called
   union all select id from app_user
     where not exists (select from called) and length($1) >= ${LEAST_OF_A_NAME} and erased_at is null and strpos(lower(name), lower($1)) > 0`;
