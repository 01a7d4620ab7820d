import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.ts';
import type { AlertStatus } from '../../domain/alert/alerts.ts';
import { inScope, mayTouchLot, type LotScope, type PermissionTable } from '../../domain/access/permissions.ts';
import { fieldMessage } from '../../domain/messages/fieldMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { requireUser, scopeOf, type Caller, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import { forbidden, notFound, Refused } from '../../platform/errors/refusal.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import type { Lot } from '../lots/lot.ts';
import type { LotWriter } from '../lots/lotWriter.ts';
import { assertMatchesEvents } from '../lots/matchesEvents.ts';
import type { AlertView } from './alertAnswerSchemas.ts';
import type { AlertResolution, BulkUpdate } from './alertInput.ts';
import { takeStep, type AlertStepInput } from './takeStep.ts';
import type { AlertQueries } from './alertQueries.ts';
import { alertsInScope } from './knownAlert.ts';

/** Ids of alerts by the UUID of their lot. */
type AlertsOfLots = ReadonlyMap<string, readonly string[]>;

/** The steps that people take on alerts (docs/spec/alerts.md, 'Steps of an alert'). */
export class AlertSteps {
  readonly #database: Database;
  readonly #alerts: Pick<AlertQueries, 'one'>;
  readonly #lotWriter: LotWriter;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;
  readonly #matchesLedger: (lotUuid: string) => Promise<boolean>;

  constructor(parts: {
    database: Database;
    alerts: Pick<AlertQueries, 'one'>;
    lotWriter: LotWriter;
    permissionTable: PermissionTable;
    /**
     * whether a lot's record matches the ledger: no step is allowed on rows that were changed outside of the program
     */
    matchesLedger?: (lotUuid: string) => Promise<boolean>;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#alerts = parts.alerts;
    this.#lotWriter = parts.lotWriter;
    this.#permissions = parts.permissionTable;
    this.#clock = parts.clock ?? (() => new Date());
    this.#matchesLedger = parts.matchesLedger ?? (async () => true);
  }

  /** @throws Refused unauthenticated, not-found, forbidden, alert-step-not-allowed, conflict (its lot differs from the ledger) */
  async acknowledge(caller: Caller, id: string, info: RequestInfo): Promise<AlertView> {
    return this.#takeOne(caller, id, { to: 'acknowledged', note: null, outcome: null }, info);
  }

  /**
   * Closes an alert with a conclusion. An outcome becomes the lot's status.
   * @throws Refused unauthenticated, not-found, forbidden, alert-step-not-allowed, conflict (its lot differs from the
   *   ledger)
   */
  async resolve(caller: Caller, id: string, { note, outcome }: AlertResolution, info: RequestInfo): Promise<AlertView> {
    return this.#takeOne(caller, id, { to: 'resolved', note, outcome: outcome ?? null }, info);
  }

  /**
   * Closes an alert without a conclusion; the lot's status stays.
   * @throws Refused unauthenticated, not-found, forbidden, alert-step-not-allowed, conflict (its lot differs from the
   *   ledger)
   */
  async dismiss(
    caller: Caller,
    id: string,
    { reason }: { reason: string | null },
    info: RequestInfo,
  ): Promise<AlertView> {
    return this.#takeOne(caller, id, { to: 'dismissed', note: reason, outcome: null }, info);
  }

  /**
   * Acknowledges or dismisses several alerts: all visible ones, or none.
   * @returns how many changed; ids that do not exist or are not visible
   * @throws Refused unauthenticated, forbidden, alert-step-not-allowed, conflict (lots of these alerts differ from the
   *   ledger; its details name the alerts)
   */
  async updateMany(
    caller: Caller,
    { alertIds, status }: BulkUpdate,
    info: RequestInfo,
  ): Promise<{ updated: number; notFound: string[] }> {
    return this.#take(caller, [...new Set(alertIds)], { to: status, note: null, outcome: null }, info, alertIds);
  }

  async #takeOne(caller: Caller, id: string, step: AlertStepInput, info: RequestInfo): Promise<AlertView> {
    const { notFound: missing } = await this.#take(caller, [id], step, info);
    if (missing.length > 0) throw notFound('Alert');
    return this.#alerts.one(caller, id);
  }

  /** Takes one step on alerts in one transaction. @param named ids as the caller listed them: errors refer to these */
  async #take(
    caller: Caller,
    ids: readonly string[],
    step: AlertStepInput,
    info: RequestInfo,
    named: readonly string[] = [],
  ): Promise<{ updated: number; notFound: string[] }> {
    const user = requireUser(caller);
    const scope = scopeOf(this.#permissions, caller);
    const alertsOfLots = await this.#visible(user, scope, ids, step.to);
    await this.#assertMatchesLedger(alertsOfLots, named);
    const reached = new Set<string>();
    const by = { user, info, at: this.#clock() };
    let updated = 0;
    if (alertsOfLots.size > 0) {
      await this.#database.write(async (em) => {
        for (const lot of await this.#lock(em, user, scope, alertsOfLots)) {
          this.#assertMay(user, step.to, lot);
          await assertMatchesEvents(em, lot.id);
          for (const alertId of [...(alertsOfLots.get(lot.id) ?? [])].sort()) {
            reached.add(alertId);
            if (await takeStep(em, this.#lotWriter, { lot, alertId }, step, by)) updated += 1;
          }
        }
      });
    }
    return { updated, notFound: ids.filter((id) => !reached.has(id.toLowerCase())) };
  }

  /**
   * The visible ones of some alerts. Before anything is read from their lots: a caller without the right learns nothing
   * about them.
   * @throws Refused forbidden
   */
  async #visible(user: UserCaller, scope: LotScope, ids: readonly string[], to: AlertStatus): Promise<AlertsOfLots> {
    const alertsOfLots = new Map<string, string[]>();
    for (const alert of await alertsInScope(this.#database, scope, ids)) {
      this.#assertMay(user, to, alert);
      alertsOfLots.set(alert.lotUuid, [...(alertsOfLots.get(alert.lotUuid) ?? []), alert.id]);
    }
    return alertsOfLots;
  }

  /**
   * Locks lots, in one order everywhere - accounts, lots by id, then the alerts - so that simultaneous steps wait for
   * each other without deadlock.
   * @returns those that are still visible
   */
  async #lock(em: EntityManager, user: UserCaller, scope: LotScope, alertsOfLots: AlertsOfLots): Promise<Lot[]> {
    await lockCaller(em, user);
    await this.#lotWriter.lockCreators(em, [...alertsOfLots.keys()]);
    const lots: Lot[] = [];
    for (const lotUuid of [...alertsOfLots.keys()].sort()) {
      const lot = await this.#lotWriter.lock(em, lotUuid);
      if (lot !== null && inScope(scope, lot.farmId)) lots.push(lot);
    }
    return lots;
  }

  /** @throws Refused conflict, naming the listed alerts whose lots differ from the ledger */
  async #assertMatchesLedger(alertsOfLots: AlertsOfLots, named: readonly string[]): Promise<void> {
    const differing = new Set<string>();
    for (const [lotUuid, alerts] of alertsOfLots) {
      if (!(await this.#matchesLedger(lotUuid))) for (const id of alerts) differing.add(id);
    }
    if (differing.size === 0) return;
    const said = REFUSED.undecidableLot({});
    const details = named.flatMap((id, at) =>
      differing.has(id.toLowerCase()) ? [fieldMessage(`alertIds.${at}`, said)] : [],
    );
    throw new Refused({ kind: 'conflict', said, details });
  }

  /** Visibility was checked before. @throws Refused forbidden */
  #assertMay(user: UserCaller, to: AlertStatus, lot: Pick<Lot, 'farmId' | 'stage'>): void {
    const action = to === 'acknowledged' ? 'acknowledge_alerts' : 'close_alerts';
    const target = { farmId: lot.farmId, harvested: lot.stage === 'harvested' };
    if (!mayTouchLot(this.#permissions, user, action, target)) throw forbidden();
  }
}
