import { grantOf, type PermissionTable } from '../../domain/access/permissions.ts';
import { NOTIFICATION_LIMITS, type NotificationKind } from '../../domain/notifications/notifications.ts';
import type { PersonCaller } from '../../platform/access/caller.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { ALERT_FACTS } from '../alerts/alertViews.ts';
import { ALERT_ASSIGNMENTS, COMMENT_TEXTS } from '../alerts/investigation/commentViews.ts';
import { readsConsignments } from '../consignments/consignmentAccess.ts';
import { BUYER_TASKS, CONSIGNMENT_IDS } from '../consignments/consignmentViews.ts';
import { DOCUMENT_TITLES } from '../due-diligence/documentTitles.ts';
import { ACCOUNT_NAMES, KEY_NAMES } from '../identity/identityViews.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';
import { SHIPPING_REVIEWS } from '../lots/shipping/shippingReviewRows.ts';
import { LOT_IMPORTS } from '../lots/transfer/storedImports.ts';

/*
 * One query for each kind, with the columns `kind`, `of` (UUID, part of the id), `at`, `lot`, `target` and `name`. `$1`: the
 * account, `$2`: now, `$3`: what is older is not told, `$4`: farm of a caller who sees the lots of one farm, or null.
 */

/** Lots in the caller's sight, as `l`. */
const LOT_OF = (lotId: string): string =>
  `join ${LIVE_LOTS} l on l.id = ${lotId} and ($4::text is null or l.farm_id = $4)`;
const NAME_OF = (account: string, key: string): string =>
  `coalesce((select nullif(u.name, '') from ${ACCOUNT_NAMES} u where u.id = ${account}),
    (select k.name from ${KEY_NAMES} k where k.id = ${key}))`;
/** UUID of something that may happen to an alert more than once: a mark of the earlier time does not count for this one. */
const EACH_TIME = (alert: string, at: string): string => `md5(${alert}::text || extract(epoch from ${at})::text)::uuid`;
const DUE = `greatest(t.set_at, t.due_on::timestamp at time zone 'UTC')`;
const columns = (kind: NotificationKind, rest: string): string => `select '${kind}' as kind, ${rest}`;

const OF_ALERTS = [
  `${columns('alertRaised', 'a.id as of, a.created_at as at, l.lot_id as lot, a.id as target, a.severity as name')}
   from ${ALERT_FACTS} a ${LOT_OF('a.lot_id')} where a.created_at >= $3`,
  `${columns('alertCommented', `c.id as of, c.written_at as at, l.lot_id as lot, a.id as target, ${NAME_OF('c.author_id', 'c.author_key')} as name`)}
   from ${COMMENT_TEXTS} c join ${ALERT_FACTS} a on a.id = c.alert_id ${LOT_OF('a.lot_id')}
   left join ${ALERT_ASSIGNMENTS} t on t.alert_id = a.id
   where c.written_at >= $3 and c.author_id is distinct from $1 and (a.acknowledged_by = $1 or t.assignee_id = $1)`,
  `${columns('alertClosed', `a.id as of, a.closed_at as at, l.lot_id as lot, a.id as target, ${NAME_OF('a.closed_by', 'a.closed_key')} as name`)}
   from ${ALERT_FACTS} a ${LOT_OF('a.lot_id')}
   where a.acknowledged_by = $1 and a.closed_at >= $3 and a.closed_by is distinct from $1`,
  `${columns('alertAssigned', `${EACH_TIME('a.id', 't.set_at')} as of, t.set_at as at, l.lot_id as lot, a.id as target, ${NAME_OF('t.set_by', 'null::uuid')} as name`)}
   from ${ALERT_ASSIGNMENTS} t join ${ALERT_FACTS} a on a.id = t.alert_id ${LOT_OF('a.lot_id')}
   where t.assignee_id = $1 and t.set_at >= $3 and t.set_by <> $1`,
  `${columns('alertDue', `${EACH_TIME('a.id', DUE)} as of, ${DUE} as at, l.lot_id as lot, a.id as target, null::text as name`)}
   from ${ALERT_ASSIGNMENTS} t join ${ALERT_FACTS} a on a.id = t.alert_id ${LOT_OF('a.lot_id')}
   where t.assignee_id = $1 and t.due_on is not null and a.closed_at is null`,
];

const CONFIRMED = `${columns('shippingConfirmed', `r.id as of, r.confirmed_at as at, l.lot_id as lot, r.id as target, ${NAME_OF('r.confirmed_by', 'null::uuid')} as name`)}
   from ${SHIPPING_REVIEWS} r ${LOT_OF('r.lot_id')}
   where r.asked_by = $1 and r.confirmed_at >= $3 and r.opened_at >= $3::timestamptz - interval '2 days'`;

const OF_REVIEWERS = [
  `${columns('shippingWaiting', `r.id as of, r.opened_at as at, l.lot_id as lot, r.id as target, ${NAME_OF('r.asked_by', 'r.asked_key')} as name`)}
   from ${SHIPPING_REVIEWS} r ${LOT_OF('r.lot_id')}
   where r.shipped_at is null and r.opened_at >= $3 and r.confirmed_at is null and r.expires_at > $2
     and coalesce(r.asked_by, (select k.created_by from ${KEY_NAMES} k where k.id = r.asked_key)) is distinct from $1`,
  `${columns('shippingShipped', `r.id as of, r.shipped_at as at, l.lot_id as lot, r.id as target, ${NAME_OF('r.shipped_by', 'r.shipped_key')} as name`)}
   from ${SHIPPING_REVIEWS} r ${LOT_OF('r.lot_id')}
   where r.shipped_at >= $3 and r.closed_at is null and r.shipped_by is distinct from $1`,
];

const IMPORTED = `${columns('importDone', `i.id as of, i.created_at as at, null::text as lot, i.id as target, nullif(i.file_name, '') as name`)}
   from ${LOT_IMPORTS} i where i.created_by = $1 and i.created_at >= $3 and i.undone_at is null`;

const OF_BUYERS = `${columns('buyerTask', `b.id as of, b.opened_at as at, null::text as lot, b.consignment_id as target, c.number as name`)}
   from ${BUYER_TASKS} b join ${CONSIGNMENT_IDS} c on c.id = b.consignment_id where b.done_at is null and b.opened_at >= $3`;

const FIRST_TOLD = `(d.valid_until - ${NOTIFICATION_LIMITS.documentDays})::timestamp at time zone 'UTC'`;
const OF_DOCUMENTS = `${columns('documentEnds', `d.id as of, greatest(d.uploaded_at, ${FIRST_TOLD}) as at, null::text as lot, d.id as target, d.title as name`)}
   from ${DOCUMENT_TITLES} d where d.removed_at is null
     and d.valid_until between ($2::timestamptz at time zone 'UTC')::date and ($2::timestamptz at time zone 'UTC')::date + ${NOTIFICATION_LIMITS.documentDays}`;

const ACCEPTED = `${columns('invitationAccepted', `e.target_id::uuid as of, e.at, null::text as lot, e.target_id::uuid as target, nullif(u.name, '') as name`)}
   from ${AUDITED} e join ${ACCOUNT_NAMES} u on u.id = e.target_id::uuid
   where e.action = 'invitation.accepted' and e.at >= $3 and exists (
     select from ${AUDITED} made where made.target_id = e.details ->> 'invitationId' and made.action = 'invitation.created'
       and made.user_id = $1)`;

/** The queries of all that a person is told, by their rights. */
export function notificationSources(permissions: PermissionTable, { role }: PersonCaller): string[] {
  const has = (action: Parameters<typeof grantOf>[2]): boolean => grantOf(permissions, role, action) !== null;
  return [
    ...OF_ALERTS,
    CONFIRMED,
    ...(has('close_alerts') ? OF_REVIEWERS : []),
    ...(has('create_lot') ? [IMPORTED] : []),
    ...(has('manage_consignments') && readsConsignments(permissions, { role }) ? [OF_BUYERS] : []),
    ...(grantOf(permissions, role, 'manage_due_diligence') === 'yes' ? [OF_DOCUMENTS] : []),
    ...(has('manage_users') ? [ACCEPTED] : []),
  ];
}
