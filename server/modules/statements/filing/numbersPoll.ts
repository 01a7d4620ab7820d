import type { EntityManager } from '@mikro-orm/postgresql';
import { RegistryAway, type RegistryRecord } from '../../../domain/statement/dueDiligenceRegistry.ts';
import { ASK_TASK, FILE_TASK } from '../jobNames.ts';
import type { StatementParts } from '../statementParts.ts';
import type { StatementRow } from '../statementRow.ts';
import { changeStatement, lockedParts, lockedStatement, type StatementChanges } from '../statementStore.ts';
import { keepExchanges } from './exchanges.ts';
import { FIRST_POLL_MS, lockedWithGroup, pauseAfter } from './filingJob.ts';

/** UUIDs of one call (API V3, `getDds`). */
const AT_ONCE = 100;
/** Calls of one run; the next run continues. */
const MOST_CALLS = 20;

interface Due {
  id: string;
  kind: 'due_diligence' | 'simplified';
  uuid: string;
}

const DUE = `select id, filed_as as kind, registry_uuid as uuid from statement
  where next_poll_at <= $1 and filing is null and state = 'submitted' and registry_uuid is not null and filed_as = $2
  order by next_poll_at, id limit ${AT_ONCE}`;
const UNSENT = `select id from statement where next_poll_at <= $1 and filing in ('queued', 'sending')
  and filing_step <> 'hand_over' order by next_poll_at, id limit ${AT_ONCE}`;

/** Asks the registry for the numbers of submitted statements, and goes on with calls whose answer was lost. */
export class NumbersPoll {
  readonly #parts: StatementParts;

  constructor(parts: StatementParts) {
    this.#parts = parts;
  }

  /** Queues the questions if anything is due by now: they wait for a server of others. */
  async enqueue(): Promise<void> {
    const { database, jobs, clock } = this.#parts;
    const due = await database.row('select 1 from statement where next_poll_at <= $1 limit 1', [clock()]);
    if (due !== null)
      await database.write((em) => jobs.enqueue(em, ASK_TASK, {}, { jobKey: ASK_TASK, queue: FILE_TASK }));
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#resume();
    for (const kind of ['due_diligence', 'simplified'] as const) {
      for (let calls = 0; calls < MOST_CALLS; calls += 1) {
        signal.throwIfAborted();
        if (!(await this.#ask(kind))) break;
      }
    }
  }

  /** Queues the jobs of statements that may have been sent, or could not be looked up before: they are looked up there. */
  async #resume(): Promise<void> {
    const { database, jobs, clock } = this.#parts;
    const rows = await database.rows<{ id: string }>(UNSENT, [clock()]);
    for (const { id } of rows) {
      await database.write(async (em) => {
        const row = await lockedStatement(em, id);
        if (row.filing !== 'sending' && row.filing !== 'queued') return;
        // Not again before its job has had its time.
        await changeStatement(em, row, { nextPollAt: new Date(clock().getTime() + FIRST_POLL_MS) }, clock());
        await jobs.enqueue(em, FILE_TASK, { id }, { jobKey: `${FILE_TASK}:${id}`, queue: FILE_TASK });
      });
    }
  }

  /** One call for statements of a kind. @returns whether there may be more */
  async #ask(kind: Due['kind']): Promise<boolean> {
    const { database, registry, clock } = this.#parts;
    const due = await database.rows<Due & Record<string, unknown>>(DUE, [clock(), kind]);
    if (due.length === 0) return false;
    const uuids = due.map(({ uuid }) => uuid);
    let records: RegistryRecord[] | null;
    try {
      const keep = keepExchanges(database, due.length === 1 ? (due[0]?.id ?? null) : null);
      records = await registry.find(kind, uuids, keep);
    } catch (error) {
      if (!(error instanceof RegistryAway)) throw error;
      records = null;
    }
    const byUuid = new Map(records?.map((record) => [record.uuid, record]));
    for (const { id, uuid } of due) {
      await database.write((em) => this.#take(em, id, byUuid.get(uuid) ?? null));
    }
    return records !== null && due.length === AT_ONCE;
  }

  async #take(em: EntityManager, id: string, record: RegistryRecord | null): Promise<void> {
    const at = this.#parts.clock();
    const row = await lockedWithGroup(em, id);
    if (row.state !== 'submitted' || row.filing !== null) return;
    const changes = record === null ? null : changesOf(record, at);
    if (changes === null) {
      const pause = pauseAfter(row.polls, FIRST_POLL_MS);
      await changeStatement(em, row, { polls: row.polls + 1, nextPollAt: new Date(at.getTime() + pause) }, at);
      return;
    }
    await changeStatement(em, row, { ...changes, nextPollAt: null }, at);
    if (row.groupId !== null) await this.#advance(em, row.groupId, changes);
    if (row.partCount > 0 && changes.state === 'available') await groupParts(em, row, at);
  }

  /** Sends the grouped statement once all of its parts have numbers; gives it up when one is rejected. */
  async #advance(em: EntityManager, groupId: string, { state }: StatementChanges): Promise<void> {
    const { clock, jobs } = this.#parts;
    const group = await lockedStatement(em, groupId);
    if (group.filing !== 'waiting') return;
    const parts = await lockedParts(em, groupId);
    if (parts.every((part) => part.state === 'available' && part.referenceNumber !== null)) {
      await changeStatement(em, group, { filing: 'queued' }, clock());
      await jobs.enqueue(em, FILE_TASK, { id: groupId }, { jobKey: `${FILE_TASK}:${groupId}`, queue: FILE_TASK });
      return;
    }
    if (state === 'available') return;
    const refused = parts.find((part) => part.state === 'rejected' || part.state === 'withdrawn');
    if (refused === undefined) return;
    const message = `${refused.internalReference}: ${refused.rejection ?? refused.state}`;
    await changeStatement(em, group, { filing: null, filingStep: null, faults: [{ code: null, message }] }, clock());
  }
}

async function groupParts(em: EntityManager, { id }: StatementRow, at: Date): Promise<void> {
  for (const part of await lockedParts(em, id)) {
    if (part.state === 'available') await changeStatement(em, part, { state: 'grouped' }, at);
  }
}

/** What the registry's answer changes of a submitted statement; null: it is asked again later. */
function changesOf(record: RegistryRecord, at: Date): StatementChanges | null {
  const { status, referenceNumber, verificationNumber, rejectionReason } = record;
  const numbers = { referenceNumber, verificationNumber };
  switch (status) {
    case 'AVAILABLE':
      return referenceNumber === null ? null : { ...numbers, state: 'available', availableAt: at };
    case 'GROUPED':
      return referenceNumber === null ? null : { ...numbers, state: 'grouped', availableAt: at };
    case 'ARCHIVED':
      return { ...numbers, state: 'archived', availableAt: at, archivedAt: at };
    case 'REJECTED':
      return { state: 'rejected', rejection: rejectionReason ?? '', rejectedAt: at };
    case 'WITHDRAWN':
      return { state: 'withdrawn', withdrawnAt: at };
    case 'SUBMITTED':
    case 'OBSOLETE':
    case 'OTHER':
      return null;
  }
}
