import type { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { JobQueue, Task } from '../../platform/jobs/jobs.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { unlockKey } from '../../platform/row-signatures/lockedKey.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { AlertChannel } from '../alerts/notifications/alertChannel.ts';
import type { AlertNotification } from '../alerts/notifications/alertPayload.ts';
import { HOOK_PAUSES, LONGEST_HOOK_PAUSE_MS } from './webhookPauses.ts';
import { endHooks } from './webhookService.ts';
import type { DeliveryFault } from './webhookView.ts';
import { DELIVERIES, WEBHOOK_ROWS } from './signedWebhooks.ts';
import { sendDelivery, type DeliveryResult } from './sendDelivery.ts';
import type { NamedRow, StoredRow } from '../../platform/database/tableRow.ts';

/** Web hooks that one process serves at the same time. */
export const HOOK_PLACES = 8;

const TASK = 'web-hook';
/** Deliveries of one job, and the time after which it begins no more of them; then others get their turn. */
const AT_ONCE = 50;
const TURN_MS = 10_000;
/** How often a delivery is tried that its receiver refuses (4xx): then those behind it go on. */
const REFUSED_TIMES = 3;
/** A hook that took nothing for so long is ended. */
const GIVE_UP_AFTER_MS = 5 * 86_400_000;

const jobPayload = z.object({ hookId: z.uuid() });

interface HookRow extends NamedRow<
  'web_hook',
  'id' | 'url' | 'locked_secret' | 'failures' | 'failing_since' | 'next_at'
> {
  facts: SignedFacts;
  seal: string | null;
}

interface DeliveryRow extends StoredRow<'web_hook_delivery', 'id' | 'event' | 'body' | 'attempts'> {
  facts: SignedFacts;
  seal: string | null;
}

const notifiedLot = z.object({ alert: z.object({ lotUuid: z.uuid() }) });

const HOOK = `select t.id, t.url, t.locked_secret as "lockedSecret", t.failures, t.failing_since as "failingSince", t.next_at as "nextAt",
    ${WEBHOOK_ROWS.facts('t')} as facts, t.seal
  from web_hook t where t.id = $1 and t.disabled_at is null`;
const WAITING = `select t.id, t.event, t.body, t.attempts, ${DELIVERIES.facts('t')} as facts, t.seal from web_hook_delivery t
  where t.hook_id = $1 and t.state = 'waiting' order by t.log_id limit ${AT_ONCE}`;

/**
 * Delivers alerts to web hooks: at least once each, in the order of the event log, hook by hook. Deliveries are stored
 * in the transaction that moves the position in the log; a job of each hook sends them, and retries for days.
 */
export class HookDelivery implements AlertChannel {
  readonly #database: Database;
  readonly #jobs: Pick<JobQueue, 'enqueue'>;
  readonly #secret: string;
  readonly #loopback: boolean;
  readonly #matchesLedger: (lotUuid: string) => Promise<boolean>;
  readonly #log: Pick<BaseLogger, 'warn'>;
  readonly #clock: () => Date;
  readonly #pauses: readonly number[];

  constructor(parts: {
    database: Database;
    jobs: Pick<JobQueue, 'enqueue'>;
    /** AUTH_SECRET */
    secret: string;
    loopback: boolean;
    /**
     * whether a lot's record matches the ledger: nothing is signed about rows that were changed outside of the program
     */
    matchesLedger: (lotUuid: string) => Promise<boolean>;
    log: Pick<BaseLogger, 'warn'>;
    clock?: () => Date;
    /** seconds; `HOOK_PAUSES` by default */
    pauses?: readonly number[];
  }) {
    this.#database = parts.database;
    this.#jobs = parts.jobs;
    this.#secret = parts.secret;
    this.#loopback = parts.loopback;
    this.#matchesLedger = parts.matchesLedger;
    this.#log = parts.log;
    this.#clock = parts.clock ?? (() => new Date());
    this.#pauses = parts.pauses ?? HOOK_PAUSES;
  }

  /** What the queue runs. */
  get tasks(): Record<string, Task> {
    return { [TASK]: (payload, signal) => this.deliver(jobPayload.parse(payload).hookId, signal) };
  }

  /** Stores deliveries for the hooks, and starts sending them. */
  async take(notifications: readonly AlertNotification[], em: EntityManager): Promise<() => void> {
    for (const hookId of await writeDeliveries(em, notifications, this.#clock())) await this.#enqueue(em, hookId, 0);
    return () => undefined;
  }

  /** Sends the waiting deliveries of a hook, in order, until one fails; then schedules the next attempt. */
  async deliver(hookId: string, signal?: AbortSignal): Promise<void> {
    const hook = await this.#database.row<HookRow>(HOOK, [hookId]);
    if (hook === null || !this.#database.seals.holds(WEBHOOK_ROWS.kind, hook.id, hook.facts, hook.seal)) return;
    const early = (hook.nextAt?.getTime() ?? 0) - this.#clock().getTime();
    if (early > 0 && early <= LONGEST_HOOK_PAUSE_MS) return this.#later(hookId, early / 1_000);
    const secret = unlockKey(hook.lockedSecret, this.#secret, 'hook-secret', hook.id);
    if (secret === null) {
      this.#log.warn({ hook: hook.id }, 'The secret of a web hook does not open, so it is told nothing');
      return;
    }
    const waiting = await this.#database.rows<DeliveryRow>(WAITING, [hookId]);
    const began = performance.now();
    for (const delivery of waiting) {
      signal?.throwIfAborted();
      if (performance.now() - began > TURN_MS) return this.#later(hookId, 0);
      if (!(await this.#isTellable(delivery))) {
        await this.#note(delivery, { state: 'given_up', status: null, fault: 'unsound' });
        continue;
      }
      const { id, event, body } = delivery;
      const now = this.#clock();
      const options = { now, loopback: this.#loopback, ...(signal === undefined ? {} : { signal }) };
      const sent = await sendDelivery({ id, event, body, url: hook.url, secret }, options);
      // Aborted by a stop: the result is unknown, so it is sent again.
      signal?.throwIfAborted();
      if (!(await this.#noteSent(hook, delivery, sent, now))) return;
    }
    if (waiting.length === AT_ONCE) await this.#later(hookId, 0);
  }

  /** Whether its signature is valid, and its lot matches the ledger. */
  async #isTellable({ id, body, facts, seal }: DeliveryRow): Promise<boolean> {
    if (!this.#database.seals.holds(DELIVERIES.kind, id, facts, seal)) return false;
    return this.#matchesLedger(notifiedLot.parse(JSON.parse(body)).alert.lotUuid);
  }

  /** @returns whether the next one may go out now */
  async #noteSent(hook: HookRow, delivery: DeliveryRow, sent: DeliveryResult, now: Date): Promise<boolean> {
    if (sent.kind === 'taken') {
      await this.#note(delivery, { state: 'delivered', status: sent.status, fault: null });
      hook.failures = 0;
      hook.failingSince = null;
      await this.#database.rows(
        `update web_hook set failing_since = null, failures = 0, next_at = null
         where id = $1 and (failing_since is not null or next_at is not null) returning id`,
        [hook.id],
      );
      return true;
    }
    const fault: DeliveryFault = sent.kind === 'refused' ? 'refused' : sent.fault;
    const givenUp = sent.kind === 'refused' && delivery.attempts + 1 >= REFUSED_TIMES;
    await this.#note(delivery, { state: givenUp ? 'given_up' : 'waiting', status: sent.status, fault });
    hook.failures += 1;
    hook.failingSince ??= now;
    if (now.getTime() - hook.failingSince.getTime() >= GIVE_UP_AFTER_MS) {
      await this.#end(hook.id);
      return false;
    }
    const pause = this.#pauses[Math.min(hook.failures, this.#pauses.length) - 1] ?? 0;
    const next = new Date(now.getTime() + pause * 1_000);
    await this.#database.rows(
      'update web_hook set failing_since = $2, failures = $3, next_at = $4 where id = $1 returning id',
      [hook.id, hook.failingSince, hook.failures, next],
    );
    await this.#later(hook.id, pause);
    return false;
  }

  /** One that somebody else has changed stays without a seal that holds. */
  async #note(
    { id, facts, seal }: DeliveryRow,
    { state, status, fault }: { state: string; status: number | null; fault: DeliveryFault | null },
  ): Promise<void> {
    const { seals } = this.#database;
    const whole = seals.check(DELIVERIES.kind, id, facts, seal);
    await this.#database.rows(
      `update web_hook_delivery set state = $2, attempts = attempts + 1, last_at = $3, last_status = $4, last_fault = $5, seal = $6
       where id = $1 returning id`,
      [id, state, this.#clock(), status, fault, whole ? seals.seal(DELIVERIES.kind, id, { ...facts, state }) : seal],
    );
  }

  /**
   * Disables a hook whose deliveries failed for days, so that it is not retried forever; admins see the reason, and it
   * is audited.
   */
  async #end(hookId: string): Promise<void> {
    await this.#database.write(async (em) => {
      await em.execute('select 1 from web_hook where id = ? for update', [hookId]);
      await endHooks(em, [hookId], 'failing', { caller: 'system' });
    });
    this.#log.warn({ hook: hookId }, 'A web hook took nothing for five days and was ended');
  }

  async #later(hookId: string, afterSeconds: number): Promise<void> {
    await this.#database.write((em) => this.#enqueue(em, hookId, afterSeconds));
  }

  /** One job of a hook waits at a time, and one runs: else a delivery would go out twice, or before the one ahead of it. */
  async #enqueue(em: EntityManager, hookId: string, afterSeconds: number): Promise<void> {
    const name = `${TASK} ${hookId}`;
    await this.#jobs.enqueue(em, TASK, { hookId }, { jobKey: name, queue: name, afterSeconds });
  }
}

/**
 * Stores deliveries for each hook, in the transaction that reads the events. A body is the alert's notification, with
 * `deliveryId` before it: the same in each retry.
 * @returns the hooks that have deliveries and do not wait for another attempt
 */
async function writeDeliveries(
  em: EntityManager,
  notifications: readonly AlertNotification[],
  at: Date,
): Promise<string[]> {
  const hooks: { id: string; farmId: string; due: boolean }[] = await em.execute(
    `select id, farm_id as "farmId", next_at is null or next_at > ?::timestamptz as due
     from web_hook where disabled_at is null order by id for share`,
    [new Date(at.getTime() + LONGEST_HOOK_PAUSE_MS)],
  );
  if (hooks.length === 0) return [];
  // A hook that was changed outside of the program gets no deliveries.
  const whole = await verifiedRows(
    em,
    WEBHOOK_ROWS,
    hooks.map(({ id }) => id),
  );
  const due = new Set<string>();
  const rows = hooks
    .filter(({ id }) => whole.has(id))
    .flatMap((hook) =>
      notifications.flatMap(({ logId, farmId, told }) => {
        if (hook.farmId !== '' && hook.farmId !== farmId) return [];
        if (hook.due) due.add(hook.id);
        const id = randomUUID();
        const body = JSON.stringify({ deliveryId: id, ...told });
        return [{ id, hook_id: hook.id, log_id: logId, event: told.event, body, created_at: at.toISOString() }];
      }),
    );
  if (rows.length === 0) return [];
  const written: { id: string }[] = await em.execute(
    `insert into web_hook_delivery (id, hook_id, log_id, event, body, created_at)
     select id, hook_id, log_id, event, body, created_at from json_populate_recordset(null::web_hook_delivery, ?::json)
     on conflict (hook_id, log_id) do nothing returning id`,
    [JSON.stringify(rows)],
  );
  await signRows(
    em,
    DELIVERIES,
    written.map(({ id }) => id),
  );
  return [...due];
}
