import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { audit, type AuditEntry } from '../../../platform/audit-log/audit.ts';
import type { Database } from '../../../platform/database/database.ts';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import { carriedOutTarget } from '../../../platform/database/requestScope.ts';
import { alertMove } from '../../../domain/alert/alerts.ts';
import type { PermissionTable } from '../../../domain/access/permissions.ts';
import { CALL } from '../../../domain/messages/callMessages.ts';
import { REFUSED } from '../../../domain/messages/refusalMessages.ts';
import { holdActors } from '../../identity/actingAccount.ts';
import { invalid, Refused } from '../../../platform/errors/refusal.ts';
import {
  partnerKeyOf,
  requirePerson,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../../platform/access/caller.ts';
import { signRows } from '../../../platform/row-signatures/signedRows.ts';
import type { Assignment } from '../alertInput.ts';
import { assigneesOf } from './assignees.ts';
import type { AssigneeView, InvestigationView } from './investigationAnswers.ts';
import { readInvestigation } from './investigationView.ts';
import { authorizedAlert, alertToWorkOn, type KnownAlert } from '../knownAlert.ts';
import { ALERT_COMMENTS, ALERT_TASK_ROWS } from './signedInvestigation.ts';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import { AlertCommentEntity } from './alertComment.ts';

/** Comments that one alert takes: more belong into a file. */
export const MOST_COMMENTS = 200;

/**
 * The investigation of an alert between its raising and its closing: assignee, due day and comments. It prepares a
 * decision and is none, so nothing of it is on the ledger; its rows are signed.
 */
export class InvestigationService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; permissionTable: PermissionTable; clock?: () => Date }) {
    this.#database = parts.database;
    this.#permissions = parts.permissionTable;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /** The investigation of a visible alert. @throws Refused unauthenticated, not-found */
  async read(caller: Caller, id: string): Promise<InvestigationView> {
    const alert = await authorizedAlert(this.#database, this.#permissions, caller, id);
    return readInvestigation(this.#database, alert.id);
  }

  /**
   * The accounts that may be asked to look into an alert, by name.
   * @throws Refused unauthenticated, not-found, forbidden (also every partner key: none learns who has an account)
   */
  async assignees(caller: Caller, id: string): Promise<AssigneeView[]> {
    requirePerson(caller);
    const { alert } = await alertToWorkOn(this.#database, this.#permissions, caller, id);
    return assigneesOf({ database: this.#database, permissions: this.#permissions }, alert);
  }

  /**
   * Adds a comment; comments cannot be changed.
   * @throws Refused unauthenticated, not-found, forbidden, conflict (the alert has reached its limit)
   */
  async comment(caller: Caller, id: string, { text }: { text: string }, info: RequestInfo): Promise<InvestigationView> {
    const { user, alert } = await alertToWorkOn(this.#database, this.#permissions, caller, id);
    if (carriedOutTarget('alert') !== null) return readInvestigation(this.#database, alert.id);
    const commentId = randomUUID();
    await this.#database.write(async (em) => {
      await this.#hold(em, user, alert, []);
      const [known]: { count: number }[] = await em.execute(
        'select count(*)::int as count from alert_comment where alert_id = ?',
        [alert.id],
      );
      if ((known?.count ?? 0) >= MOST_COMMENTS) {
        throw new Refused({ kind: 'conflict', said: REFUSED.manyComments({ most: MOST_COMMENTS }) });
      }
      const author = { authorId: user.userId, authorKey: partnerKeyOf(user) };
      em.create(AlertCommentEntity, { id: commentId, alertId: alert.id, ...author, text, writtenAt: this.#clock() });
      await em.flush();
      await signRows(em, ALERT_COMMENTS, [commentId]);
      await this.#tell(em, alert, { caller: user, action: 'alert.commented', info, details: { commentId } });
    });
    return readInvestigation(this.#database, alert.id);
  }

  /**
   * Says who is to look into an open alert, and until when. The same again changes nothing.
   * @throws Refused unauthenticated, invalid (somebody who does not see it, or may not work on it), not-found, forbidden
   *   (also every partner key), conflict (closed)
   */
  async assign(
    caller: Caller,
    id: string,
    { assigneeId, dueOn }: Assignment,
    info: RequestInfo,
  ): Promise<InvestigationView> {
    const { userId } = requirePerson(caller);
    const { user, alert } = await alertToWorkOn(this.#database, this.#permissions, caller, id);
    if (carriedOutTarget('alert') !== null) return readInvestigation(this.#database, alert.id);
    if (assigneeId !== null) {
      const parts = { database: this.#database, permissions: this.#permissions };
      const [able] = await assigneesOf(parts, alert, assigneeId);
      if (able === undefined) throw invalid({ field: 'assigneeId', said: CALL.assignee({ field: 'assigneeId' }) });
    }
    await this.#database.write(async (em) => {
      const status = await this.#hold(em, user, alert, assigneeId === null ? [] : [assigneeId]);
      if (alertMove(status, 'resolved') !== 'moves') {
        throw new Refused({ kind: 'conflict', said: REFUSED.alertClosed({}) });
      }
      const task = { assignee_id: assigneeId, due_on: dueOn, set_by: userId, set_at: this.#clock() };
      const changed = await em
        .getKysely<Tables>()
        .insertInto('alert_task')
        .values({ alert_id: alert.id, ...task })
        .onConflict((known) =>
          known
            .column('alert_id')
            .doUpdateSet(task)
            .where(({ eb, or, ref }) =>
              or([
                eb('alert_task.assignee_id', 'is distinct from', ref('excluded.assignee_id')),
                eb('alert_task.due_on', 'is distinct from', ref('excluded.due_on')),
              ]),
            ),
        )
        .returning('alert_id')
        .execute();
      if (changed.length === 0) return;
      await signRows(em, ALERT_TASK_ROWS, [alert.id]);
      await this.#tell(em, alert, { caller: user, action: 'alert.assigned', info, details: { assigneeId, dueOn } });
    });
    return readInvestigation(this.#database, alert.id);
  }

  /** Accounts first, then the alert (docs/architecture.md, 'Lock order'). @returns its status, which then stays */
  async #hold(
    em: EntityManager,
    { userId, via }: UserCaller,
    { id, status }: KnownAlert,
    others: readonly string[],
  ): Promise<KnownAlert['status']> {
    await holdActors(em, [
      via.kind === 'key' ? { userId, keyId: via.keyId } : { userId },
      ...others.map((account) => ({ userId: account })),
    ]);
    const [row]: Pick<KnownAlert, 'status'>[] = await em.execute(
      'select status from alert where id = ? for no key update',
      [id],
    );
    return row?.status ?? status;
  }

  async #tell(em: EntityManager, { id, lotUuid }: KnownAlert, entry: Omit<AuditEntry, 'target'>): Promise<void> {
    await audit(em, { ...entry, target: { kind: 'alert', id } });
    await logEvent(em, { topic: 'alert', kind: 'changed', alertId: id, lotId: lotUuid });
  }
}
