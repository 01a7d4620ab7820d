import type { PermissionTable } from '../../domain/access/permissions.ts';
import {
  notificationCursorText,
  NOTIFICATION_LIMITS,
  type NotificationCursor,
  type NotificationKind,
  type ReadNotifications,
} from '../../domain/notifications/notifications.ts';
import { requirePerson, scopeOf, type Caller, type PersonCaller } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { ACCOUNT_STARTS } from '../identity/identityViews.ts';
import { notificationSources } from './notificationSources.ts';

/** Something that happened and concerns a person. */
export interface NotificationData {
  /** unique for the person, and the same each time */
  id: string;
  kind: NotificationKind;
  /** ISO 8601, UTC */
  at: string;
  /** the number on the package; null where it is about no lot */
  lotId: string | null;
  /** UUID of the alert, review, import, consignment, document or account */
  targetId: string;
  /** of a person, consignment, document or file, or the severity of a new alert; null once erased */
  name: string | null;
  isRead: boolean;
}

export interface NotificationPageData {
  notifications: NotificationData[];
  /** `before` of the next page; null after the last one */
  next: string | null;
}

const DAY_MS = 86_400_000;
/** What was before the account is no news to anybody. */
const BEGAN = `(select u.created_at from ${ACCOUNT_STARTS} u where u.id = $1)`;
const AT = `to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** Screens know times to the millisecond. */
const IS_READ = `(coalesce(date_trunc('milliseconds', n.at) <= s.read_to, false) or coalesce(n.id = any(s.read_ids), false))`;

/**
 * SQL of what a person is told, newest first, as `n`, with what they read, as `s`. Each source is cut before they are joined.
 * `$5` and `$6`: the one before, or null, `$7`: most
 */
const TOLD = (sources: readonly string[]): string => `from (
    select * from (${sources
      .map(
        (
          source,
        ) => `(select * from (select kind || ':' || of as id, kind, at, lot, target, name from (${source}) told) named
          where at <= $2 and at >= greatest($3::timestamptz, ${BEGAN})
            and ($5::timestamptz is null or (at, id) < ($5::timestamptz, $6::text))
          order by at desc, id desc limit $7)`,
      )
      .join(' union all ')}) every
    order by at desc, id desc limit $7) n
  left join notification_state s on s.user_id = $1`;

/**
 * What happened and concerns a person. Nothing is written when it happens: it is read out of the rows that it made, by
 * the rights of the moment. What was read is stored for each account.
 */
export class Notifications {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; permissions: PermissionTable; clock?: (() => Date) | undefined }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** One page of the last 30 days, newest first. @throws Refused unauthenticated; forbidden for a partner key */
  async list(
    caller: Caller,
    { before, limit }: { before: NotificationCursor | null; limit: number },
  ): Promise<NotificationPageData> {
    const person = requirePerson(caller);
    const rows = await this.#database.rows<NotificationData & { exactly: string }>(
      `select n.id, n.kind, ${AT} as exactly, n.lot as "lotId", n.target as "targetId", n.name, ${IS_READ} as "isRead"
       ${TOLD(notificationSources(this.#permissions, person))} order by n.at desc, n.id desc`,
      this.#values(person, before, limit + 1),
    );
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      notifications: shown.map(({ exactly, ...one }) => ({ ...one, at: new Date(exactly).toISOString() })),
      next:
        rows.length > limit && last !== undefined ? notificationCursorText({ at: last.exactly, id: last.id }) : null,
    };
  }

  /** How many of the newest 100 are unread. @throws Refused unauthenticated; forbidden for a partner key */
  async unread(caller: Caller): Promise<number> {
    const person = requirePerson(caller);
    const row = await this.#database.row<{ count: number }>(
      `select count(*) filter (where not ${IS_READ})::int as count ${TOLD(notificationSources(this.#permissions, person))}`,
      this.#values(person, null, NOTIFICATION_LIMITS.unread),
    );
    return row?.count ?? 0;
  }

  /**
   * Stores that single ones were read, or all until a time. @returns how many are unread now
   * @throws Refused unauthenticated; forbidden for a partner key
   */
  async markRead(caller: Caller, { ids, upTo }: ReadNotifications): Promise<number> {
    const person = requirePerson(caller);
    await this.#database.write(async (em) => {
      await lockCaller(em, person);
      await em.execute(
        `insert into notification_state as s (user_id, read_to, read_ids)
         values (?, least(?::timestamptz, ?::timestamptz), array(select json_array_elements_text(?::json)))
         on conflict (user_id) do update set read_to = greatest(s.read_to, excluded.read_to), read_ids = array(
           select latest.id from (
             select one.id, max(one.place) as place from unnest(s.read_ids || excluded.read_ids) with ordinality one (id, place)
             group by one.id order by place desc limit ${NOTIFICATION_LIMITS.marks}) latest
           order by latest.place)`,
        // What has not happened yet is not read.
        [person.userId, upTo ?? null, upTo === null || upTo === undefined ? null : this.#clock(), JSON.stringify(ids)],
      );
    });
    return this.unread(person);
  }

  #values(person: PersonCaller, before: NotificationCursor | null, most: number): unknown[] {
    const now = this.#clock();
    const since = new Date(now.getTime() - NOTIFICATION_LIMITS.days * DAY_MS);
    const scope = scopeOf(this.#permissions, person);
    // No farm has an empty id.
    const ofFarm = scope.kind === 'farm' ? scope.farmId : '';
    return [
      person.userId,
      now,
      since,
      scope.kind === 'all' ? null : ofFarm,
      before?.at ?? null,
      before?.id ?? null,
      most,
    ];
  }
}
