import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { FILING } from '../../domain/messages/filingMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { STATEMENT } from '../../domain/messages/statementMessages.ts';
import { recordedFilingFault, type RecordedFiling } from '../../domain/statement/statementInput.ts';
import { amendRefusal, statementMoveRefusal, withdrawRefusal } from '../../domain/statement/states.ts';
import type { StatementState } from '../../domain/statement/statement.ts';
import type { AuditAction } from '../../domain/access/auditActions.ts';
import { partnerKeyOf, type Caller, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { invalid } from '../../platform/errors/refusal.ts';
import { lockedConsignment } from '../consignments/lockedConsignment.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { freeReference } from './internalReference.ts';
import { queueFiling, queueParts } from './filing/queueFiling.ts';
import { statementManager } from './statementAccess.ts';
import type { StatementCheck } from './statementCheck.ts';
import type { WithdrawnStatement } from './statementCalls.ts';
import type { StatementParts } from './statementParts.ts';
import type { FilingStep, StatementRow } from './statementRow.ts';
import {
  assertIdle,
  assertPartsUnfiled,
  assertWhole,
  insertDraft,
  stepRefused,
  type StatementService,
} from './statementService.ts';
import { changeStatement, lockedParts, lockedStatement, type StatementChanges } from './statementStore.ts';
import type { StatementView } from './statementView.ts';

interface Asked {
  user: UserCaller;
  info: RequestInfo;
  version: number | undefined;
}

/** Hands over, files, amends and withdraws statements, and records what importers report. */
export class StatementSteps {
  readonly #parts: StatementParts;
  readonly #statements: StatementService;
  readonly #check: StatementCheck;

  constructor(parts: StatementParts, statements: StatementService, check: StatementCheck) {
    this.#parts = parts;
    this.#statements = statements;
    this.#check = check;
  }

  /**
   * Has the package of a checked statement made; the statement is handed over once its job is done.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, conflict
   */
  async handOver(caller: Caller, id: string, version: number | undefined, info: RequestInfo): Promise<StatementView> {
    return this.#queue(caller, id, 'hand_over', version, info);
  }

  /**
   * Has a checked statement filed at the registry.
   * @throws Refused as `handOver`; conflict without a registry that takes statements
   */
  async submit(caller: Caller, id: string, version: number | undefined, info: RequestInfo): Promise<StatementView> {
    if (this.#parts.registry.driver === 'package') {
      statementManager(this.#parts.permissions, caller);
      throw stepRefused(FILING.noRegistry({}));
    }
    return this.#queue(caller, id, 'submit', version, info);
  }

  async #queue(
    caller: Caller,
    id: string,
    step: 'hand_over' | 'submit',
    version: number | undefined,
    info: RequestInfo,
  ): Promise<StatementView> {
    const { permissions, database, sampleData } = this.#parts;
    const user = statementManager(permissions, caller);
    const to = step === 'hand_over' ? 'handed_over' : 'submitted';
    const read = await database.read((em) => lockedStatement(em, id, version));
    assertWhole(read);
    assertIdle(read);
    assertMove(read.state, to);
    if (sampleData) throw stepRefused(FILING.sampleData({}));
    await this.#check.assertStillReady(read);
    await this.#write(user, async (em) => {
      const before = await lockedStatement(em, id, read.rowVersion);
      const old = before.supersedesId === null ? null : await lockedStatement(em, before.supersedesId);
      if (old !== null) {
        assertIdle(old);
        if ((old.registryUuid !== null) !== (step === 'submit')) throw stepRefused(FILING.otherWay({}));
        // One statement is amended by one: several parts cannot take its place.
        if (before.partCount > 0) throw stepRefused(FILING.amendParts({}));
        const said = supersededRefusal(old, this.#parts.clock());
        if (said !== null) throw stepRefused(said);
      }
      // A new version replaces what the registry has.
      const filingStep = step === 'submit' && old !== null ? 'amend' : step;
      await this.#ask(em, before, filingStep, { user, info, version });
    });
    return this.#statements.view(id);
  }

  /** Marks a statement for its job, and queues that. */
  async #ask(em: EntityManager, before: StatementRow, step: FilingStep, { user, info }: Asked): Promise<void> {
    const { clock } = this.#parts;
    const isGroup = before.partCount > 0;
    if (isGroup && step === 'hand_over') await assertPartsUnfiled(em, before);
    if (isGroup && step !== 'hand_over' && (await queueParts(em, this.#parts, before.id, step))) {
      await changeStatement(em, before, { filing: 'waiting', filingStep: step, faults: [] }, clock());
    } else await queueFiling(em, this.#parts, before, step);
    await audit(em, {
      caller: user,
      action: 'statement.filing-asked',
      target: { kind: 'statement', id: before.id },
      info,
      details: { step },
    });
  }

  /**
   * Begins a new version of a statement: a draft with the same settings, which takes its place once it is filed.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, conflict (the window is over, it is grouped)
   */
  async amend(caller: Caller, id: string, version: number | undefined, info: RequestInfo): Promise<StatementView> {
    const { permissions, clock } = this.#parts;
    const user = statementManager(permissions, caller);
    const again = carriedOutTarget('statement');
    if (again !== null) return this.#statements.view(again);
    const draftId = randomUUID();
    await this.#write(user, async (em) => {
      const { consignmentId } = await lockedStatement(em, id, version);
      await lockedConsignment(em, consignmentId);
      const before = await lockedStatement(em, id, version);
      assertWhole(before);
      assertIdle(before);
      const said = supersededRefusal(before, clock());
      if (said !== null) throw stepRefused(said);
      // Its parts have numbers of their own, by which the registry knows them.
      if (before.partCount > 0) throw stepRefused(FILING.amendParts({}));
      const [newer]: unknown[] = await em.execute('select 1 from statement where supersedes_id = ?', [before.id]);
      if (newer !== undefined) throw stepRefused(FILING.newerVersion({}));
      await insertDraft(em, {
        ...before,
        id: draftId,
        version: before.version + 1,
        supersedesId: before.id,
        internalReference: await freeReference(em, before.internalReference, before.filedAs),
        createdBy: user.userId,
        createdKey: partnerKeyOf(user),
        at: clock(),
      });
      const target = { kind: 'statement', id: draftId };
      await audit(em, { caller: user, action: 'statement.amended', target, info, details: { supersedes: before.id } });
    });
    return this.#statements.view(draftId);
  }

  /**
   * Withdraws a statement: at the registry by a job where it was submitted there, else a person records that the
   * importer did.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, invalid, conflict (the window is over, it is
   *   grouped)
   */
  async withdraw(
    caller: Caller,
    id: string,
    { version, withdrawnAt }: WithdrawnStatement,
    info: RequestInfo,
  ): Promise<StatementView> {
    const { permissions, clock, registry } = this.#parts;
    const user = statementManager(permissions, caller);
    const now = clock();
    const at = withdrawnAt ?? now;
    if (at > now) throw invalid({ field: 'withdrawnAt', said: FILING.withdrawnInFuture({}) });
    await this.#write(user, async (em) => {
      const before = await lockedStatement(em, id, version);
      assertIdle(before);
      const said = withdrawRefusal({ ...before, underCheck: false }, at);
      if (said !== null) throw stepRefused(said);
      if (before.registryUuid !== null && registry.driver !== 'package') {
        await queueFiling(em, this.#parts, before, 'withdraw');
        await this.#audit(em, before, 'statement.filing-asked', { user, info, version });
        return;
      }
      await changeStatement(em, before, { state: 'withdrawn', withdrawnAt: at, nextPollAt: null }, now);
      if (before.partCount > 0) await this.#releaseParts(em, before);
      await this.#audit(em, before, 'statement.withdrawn', { user, info, version });
    });
    return this.#statements.view(id);
  }

  /** Parts of a withdrawn grouped statement are free again. */
  async #releaseParts(em: EntityManager, { id }: StatementRow): Promise<void> {
    for (const part of await lockedParts(em, id)) {
      if (part.state === 'grouped') await changeStatement(em, part, { state: 'available' }, this.#parts.clock());
    }
  }

  /**
   * Records what the importer reports about a statement that was handed over, or one of its parts.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, invalid, conflict
   */
  async record(caller: Caller, id: string, given: RecordedFiling, info: RequestInfo): Promise<StatementView> {
    const { permissions, clock } = this.#parts;
    const user = statementManager(permissions, caller);
    const at = clock();
    const fault = recordedFilingFault(given, at);
    if (fault !== null) throw invalid({ field: fault.field, said: fault.message });
    await this.#write(user, async (em) => {
      const before = await lockedStatement(em, id, given.version);
      assertIdle(before);
      if (before.registryUuid !== null) throw stepRefused(FILING.filedByProgram({}));
      if (before.state === 'draft' || before.state === 'checked') throw stepRefused(FILING.notSubmitted({}));
      const changes = recorded(before, await this.#timed(em, before, given), at);
      if (changes.state !== undefined && changes.state !== before.state) assertMove(before.state, changes.state);
      if (before.partCount > 0 && changes.state === 'available') await this.#groupParts(em, before);
      await changeStatement(em, before, changes, at);
      if (changes.state === 'available') await endSuperseded(em, before, at);
      await this.#audit(em, before, 'statement.recorded', { user, info, version: given.version });
    });
    return this.#statements.view(id);
  }

  /**
   * A report with the time of the submission from which the 72 hours count: of an amendment it is that of the version
   * that it takes the place of, where it is known.
   * @throws Refused invalid, for first numbers without a time: nobody would know how long the statement may be changed
   */
  async #timed(em: EntityManager, before: StatementRow, given: RecordedFiling): Promise<RecordedFiling> {
    const old = before.supersedesId === null ? null : await lockedStatement(em, before.supersedesId);
    const submittedAt = old?.submittedAt ?? given.submittedAt ?? before.submittedAt;
    const isFirst = given.referenceNumber !== null && before.referenceNumber === null;
    if (isFirst && given.rejectionReason === null && submittedAt === null) {
      throw invalid({ field: 'submittedAt', said: STATEMENT.submissionUnknown({}) });
    }
    return { ...given, submittedAt };
  }

  /** A grouped statement is known to the registry: its parts can no longer be changed. @throws Refused conflict */
  async #groupParts(em: EntityManager, { id }: StatementRow): Promise<void> {
    const parts = await lockedParts(em, id);
    if (parts.some(({ state }) => state !== 'available')) throw stepRefused(FILING.partsFirst({}));
    for (const part of parts) await changeStatement(em, part, { state: 'grouped' }, this.#parts.clock());
  }

  /** Puts an available statement away. @throws Refused unauthenticated, forbidden, not-found, stale-version, conflict */
  async archive(caller: Caller, id: string, version: number | undefined, info: RequestInfo): Promise<StatementView> {
    const { permissions, clock } = this.#parts;
    const user = statementManager(permissions, caller);
    await this.#write(user, async (em) => {
      const before = await lockedStatement(em, id, version);
      assertWhole(before);
      assertIdle(before);
      assertMove(before.state, 'archived');
      await changeStatement(em, before, { state: 'archived', archivedAt: clock(), nextPollAt: null }, clock());
      await this.#audit(em, before, 'statement.archived', { user, info, version });
    });
    return this.#statements.view(id);
  }

  /**
   * Shows the numbers of a statement on the public pages of its lots, or no longer.
   * @throws Refused unauthenticated, forbidden, not-found, stale-version, conflict (it has none)
   */
  async publishNumbers(
    caller: Caller,
    id: string,
    { numbersPublic, version }: { numbersPublic: boolean; version?: number | undefined },
    info: RequestInfo,
  ): Promise<StatementView> {
    const { permissions, clock } = this.#parts;
    const user = statementManager(permissions, caller);
    await this.#write(user, async (em) => {
      const before = await lockedStatement(em, id, version);
      if (numbersPublic && before.referenceNumber === null) throw stepRefused(FILING.noNumbers({}));
      if (before.numbersPublic === numbersPublic) return;
      await changeStatement(em, before, { numbersPublic }, clock());
      const target = { kind: 'statement', id: before.id };
      await audit(em, {
        caller: user,
        action: 'statement.changed',
        target,
        info,
        details: { fields: ['numbersPublic'] },
      });
    });
    return this.#statements.view(id);
  }

  async #write(user: UserCaller, work: (em: EntityManager) => Promise<void>): Promise<void> {
    await this.#parts.database.write(async (em) => {
      await lockCaller(em, user);
      await work(em);
    });
  }

  async #audit(em: EntityManager, { id }: StatementRow, action: AuditAction, { user, info }: Asked): Promise<void> {
    await audit(em, { caller: user, action, target: { kind: 'statement', id }, info });
  }
}

/** What a report of the importer changes. */
function recorded(before: StatementRow, given: RecordedFiling, at: Date): StatementChanges {
  const { referenceNumber, verificationNumber, submittedAt, rejectionReason } = given;
  const submitted = submittedAt === null ? {} : { submittedAt };
  if (rejectionReason !== null) return { ...submitted, state: 'rejected', rejection: rejectionReason, rejectedAt: at };
  if (referenceNumber === null) return submitted;
  // A correction of numbers that were recorded before leaves the state as it is.
  const isFirst = before.state === 'handed_over' || before.state === 'submitted';
  return {
    ...submitted,
    referenceNumber,
    verificationNumber,
    ...(isFirst ? { state: 'available', availableAt: at } : {}),
  };
}

/** Why a new version may not take the place of a statement at a time; null when it may. */
export function supersededRefusal(old: StatementRow, now: Date): Message | null {
  return amendRefusal({ ...old, underCheck: false }, now);
}

/** The version that a filed one took the place of. One that ended in another way stays as it is. */
export async function endSuperseded(em: EntityManager, { supersedesId }: StatementRow, at: Date): Promise<void> {
  if (supersedesId === null) return;
  const old = await lockedStatement(em, supersedesId);
  if (statementMoveRefusal(old.state, 'amended') !== null) return;
  await changeStatement(em, old, { state: 'amended', nextPollAt: null }, at);
}

/** @throws Refused conflict */
function assertMove(from: StatementState, to: StatementState): void {
  const said = statementMoveRefusal(from, to);
  if (said !== null) throw stepRefused(said);
}
