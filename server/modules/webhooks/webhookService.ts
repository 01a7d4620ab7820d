import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { audit, type AuditEntry } from '../../platform/audit-log/audit.ts';
import { holdLimit } from '../../platform/rate-limits/heldLimit.ts';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import type { NewHook } from '../../domain/alert/webhookInput.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import {
  requireGrant,
  requirePerson,
  type Caller,
  type PersonCaller,
  type RequestInfo,
} from '../../platform/access/caller.ts';
import { lockKey } from '../../platform/row-signatures/lockedKey.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import {
  DELIVERY_COLUMNS,
  HOOK_COLUMNS,
  type DeliveryView,
  type HookEnd,
  type HookRow,
  type HookView,
} from './webhookView.ts';
import { assertTellable } from './webhookAddress.ts';
import { DELIVERIES, WEBHOOK_ROWS } from './signedWebhooks.ts';
import { WebHookEntity } from './webhook.ts';

/** What the secret of a hook begins with, so that people and scanners know one. */
const SECRET_START = 'mth_';
/** Limit of active hooks: each is one more call for every alert. */
export const MOST_HOOKS = 50;

/** Makes, lists and ends the web hooks of partners (manage_keys), and shows how their deliveries go. */
export class HookService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #secret: string;
  readonly #loopback: boolean;
  readonly #totals: TotalCache = new Map();

  /**
   * @param parts.secret AUTH_SECRET
   * @param parts.loopback allows addresses of this machine, also by http: for tests
   */
  constructor(parts: { database: Database; permissionTable: PermissionTable; secret: string; loopback: boolean }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#secret = parts.secret;
    this.#loopback = parts.loopback;
  }

  /** One page of all hooks, newest first, ended ones too. @throws Refused unauthenticated, forbidden */
  async list(
    caller: Caller,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ hooks: HookView[]; pagination: Pagination }> {
    this.#manager(caller);
    const [rows, total] = await Promise.all([
      this.#database.rows<HookRow>(
        `select ${HOOK_COLUMNS} from web_hook t order by t.created_at desc, t.id limit $1 offset $2`,
        [limit, (page - 1) * limit],
      ),
      boundedTotal(this.#database, this.#totals, 'from web_hook', []),
    ]);
    // Rows are shown as they are; health and log report those that were changed outside of the program.
    const hooks = rows.map(({ facts, seal, ...hook }) => {
      this.#database.seals.holds(WEBHOOK_ROWS.kind, hook.id, facts, seal);
      return hook;
    });
    return { hooks, pagination: pageOf(total, page, limit) };
  }

  /**
   * Makes a hook. Its secret is stored locked.
   * @returns the secret in clear, this once
   * @throws Refused unauthenticated, forbidden, invalid (an address that is closed), conflict (as many as there may be)
   */
  async create(
    caller: Caller,
    { name, url, farmId }: NewHook,
    info: RequestInfo,
  ): Promise<{ secret: string; hook: HookView }> {
    const manager = this.#manager(caller);
    await assertTellable(new URL(url), this.#loopback);
    const id = randomUUID();
    const secret = SECRET_START + randomBytes(32).toString('base64url');
    const createdAt = new Date();
    await this.#database.write(async (em) => {
      await lockCaller(em, manager);
      await holdLimit(em, 'web hooks');
      const [known]: { count: number }[] = await em.execute(
        'select count(*)::int as count from web_hook where disabled_at is null',
      );
      if ((known?.count ?? 0) >= MOST_HOOKS) {
        throw new Refused({ kind: 'conflict', said: REFUSED.manyHooks({ most: MOST_HOOKS }) });
      }
      em.create(WebHookEntity, {
        id,
        name,
        url,
        farmId,
        lockedSecret: lockKey(Buffer.from(secret), this.#secret, 'hook-secret', id),
        createdBy: manager.userId,
        createdAt,
        disabledAt: null,
        disabledFor: null,
      });
      await em.flush();
      await signRows(em, WEBHOOK_ROWS, [id]);
      await audit(em, { caller: manager, action: 'hook.created', target: { kind: 'hook', id }, info });
    });
    const hook: HookView = {
      id,
      name,
      url,
      farmId,
      createdBy: manager.userId,
      createdAt,
      disabledAt: null,
      disabledFor: null,
      failingSince: null,
      waiting: 0,
      lastDeliveredAt: null,
    };
    return { secret, hook };
  }

  /**
   * Disables a hook permanently; its waiting deliveries are not sent. Repeating it changes nothing. @throws Refused
   * unauthenticated, forbidden, not-found
   */
  async disable(caller: Caller, id: string, info: RequestInfo): Promise<void> {
    const manager = this.#manager(caller);
    if (!isUuid(id)) throw notFound('Hook');
    await this.#database.writeFromReserve(async (em) => {
      await lockCaller(em, manager);
      const known: unknown[] = await em.execute('select 1 from web_hook where id = ? for update', [id]);
      if (known.length === 0) throw notFound('Hook');
      await endHooks(em, [id.toLowerCase()], 'admin', { caller: manager, info });
    });
  }

  /**
   * Deliveries of a hook in the last 30 days, newest first. @throws Refused unauthenticated, forbidden, not-found
   */
  async deliveries(
    caller: Caller,
    id: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ deliveries: DeliveryView[]; pagination: Pagination }> {
    this.#manager(caller);
    const known = isUuid(id) ? await this.#database.row('select 1 from web_hook where id = $1', [id]) : null;
    if (known === null) throw notFound('Hook');
    const [deliveries, total] = await Promise.all([
      this.#database.rows<DeliveryView>(
        `select ${DELIVERY_COLUMNS} from web_hook_delivery d where d.hook_id = $1 order by d.created_at desc, d.id limit $2 offset $3`,
        [id, limit, (page - 1) * limit],
      ),
      boundedTotal(this.#database, this.#totals, 'from web_hook_delivery d where d.hook_id = $1', [id]),
    ]);
    return { deliveries, pagination: pageOf(total, page, limit) };
  }

  /** @throws Refused unauthenticated; forbidden, also for every partner key */
  #manager(caller: Caller): PersonCaller {
    const person = requirePerson(caller);
    requireGrant(this.#permissions, caller, 'manage_keys');
    return person;
  }
}

/** Ends hooks that are not ended yet, in the caller's transaction, which holds their rows. One that somebody else has changed stays without a seal that holds. */
export async function endHooks(
  em: EntityManager,
  ids: readonly string[],
  why: HookEnd,
  by: Pick<AuditEntry, 'caller' | 'info'>,
): Promise<number> {
  const list = JSON.stringify(ids);
  const whole = await verifiedRows(em, WEBHOOK_ROWS, ids);
  const ended: { id: string }[] = await em.execute(
    `update web_hook set disabled_at = ?, disabled_for = ?
     where id in (select value::uuid from json_array_elements_text(?::json)) and disabled_at is null returning id`,
    [new Date(), why, list],
  );
  await signRows(
    em,
    WEBHOOK_ROWS,
    ended.map(({ id }) => id).filter((id) => whole.has(id)),
  );
  await giveUpDeliveries(
    em,
    ended.map(({ id }) => id),
  );
  for (const { id } of ended) {
    await audit(em, { ...by, action: 'hook.disabled', target: { kind: 'hook', id }, details: { why } });
  }
  return ended.length;
}

/** What waits for hooks is not sent any more. */
async function giveUpDeliveries(em: EntityManager, hookIds: readonly string[]): Promise<void> {
  const waiting: { id: string }[] = await em.execute(
    `select id from web_hook_delivery
     where state = 'waiting' and hook_id in (select value::uuid from json_array_elements_text(?::json)) for update`,
    [JSON.stringify(hookIds)],
  );
  const ids = waiting.map(({ id }) => id);
  const whole = await verifiedRows(em, DELIVERIES, ids);
  await em.execute(
    `update web_hook_delivery set state = 'given_up', last_fault = 'disabled'
     where id in (select value::uuid from json_array_elements_text(?::json))`,
    [JSON.stringify(ids)],
  );
  await signRows(em, DELIVERIES, [...whole]);
}
