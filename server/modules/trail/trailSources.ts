import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { ALERT_FACTS } from '../alerts/alertViews.ts';
import { COMMENT_TEXTS } from '../alerts/investigation/commentViews.ts';
import { ALERT_FILE_NAMES } from '../alerts/files/fileViews.ts';
import { AUDIT_COLUMNS } from '../audit/signedAudit.ts';
import { CONSIGNMENT_IDS, CONSIGNMENT_LOTS } from '../consignments/consignmentViews.ts';
import { DOCUMENT_TITLES } from '../due-diligence/documentTitles.ts';
import { LOT_IDS } from '../lots/lotViews.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../identity/identityViews.ts';

/** The ids that audit lines around a lot have: of its alerts, documents and consignments. @param lot SQL of its UUID */
const targetsAround = (lot: string): string => `select id::text from ${ALERT_FACTS} a where lot_id = ${lot}
  union all select id::text from ${DOCUMENT_TITLES} d where lot_id = ${lot}
  union all select consignment_id::text from ${CONSIGNMENT_LOTS} c where lot_id = ${lot}`;

/** SQL of the ids around the lot with a lot id, `$2`: a search in the audit table finds what the lot's trail shows. */
export const ABOUT_LOT_MEANT = targetsAround(`(select id from ${LOT_IDS} named where lot_id = $2)`);

/** Audit lines about a lot, newest first. `$2`: actions, `$3` and `$4`: the line before, or null, `$5`: most lines. */
export const LINES = `select ${AUDIT_COLUMNS},
    to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
  from ${AUDITED} a
  where a.target_id = any(array(select $1::text union all ${targetsAround('$1::uuid')})) and a.action = any($2::text[])
    and ($3::timestamptz is null or (a.at, a.id) < ($3::timestamptz, $4::bigint))
  order by a.at desc, a.id desc limit $5`;

/** Names of people and partner keys, and texts of what lines name, by id. An erased one has none. */
export const TEXTS = `select id::text, nullif(name, '') as text from ${ACCOUNT_NAMES} u where id = any($1::uuid[])
  union all select id::text, name from ${KEY_NAMES} k where id = any($1::uuid[])
  union all select id::text, text from ${COMMENT_TEXTS} c where id = any($1::uuid[])
  union all select id::text, name from ${ALERT_FILE_NAMES} f where id = any($1::uuid[])
  union all select id::text, title from ${DOCUMENT_TITLES} d where id = any($1::uuid[])
  union all select id::text, number from ${CONSIGNMENT_IDS} n where id = any($1::uuid[])
  union all select id::text, note from ${ALERT_FACTS} a where id = any($1::uuid[])`;
