import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import {
  RegistryAway,
  type KeepExchange,
  type RegistryOutcome,
  type RegistryRecord,
  type StatementBody,
} from '../../../domain/statement/dueDiligenceRegistry.ts';
import { FILING } from '../../../domain/messages/filingMessages.ts';
import { Refused } from '../../../platform/errors/refusal.ts';
import { audit } from '../../../platform/audit-log/audit.ts';
import { loadContent } from '../content/frozenContent.ts';
import type { StatementParts } from '../statementParts.ts';
import type { FilingFault, StatementRow } from '../statementRow.ts';
import { changeStatement, lockedParts, lockedStatement, type StatementChanges } from '../statementStore.ts';
import { endSuperseded } from '../statementSteps.ts';
import { keepExchanges } from './exchanges.ts';

const MINUTE_MS = 60_000;
/**
 * The registry shows a statement up to so long after it was sent: until then one that it does not know may be on its
 * way, and is not sent again. The first question for numbers waits as long (the API reference asks for it).
 */
export const FIRST_POLL_MS = 30 * MINUTE_MS;
const LONGEST_PAUSE_MS = 8 * 60 * MINUTE_MS;

const job = z.object({ id: z.uuid() });

/** The pause before the next attempt or question: doubled each time, at most eight hours. */
export function pauseAfter(attempts: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(attempts, 10), LONGEST_PAUSE_MS);
}

/**
 * Files one statement at the registry, at least once. Before a call the row says `sending`, so that whoever finds it so
 * looks the statement up by its internal reference and never sends it twice.
 */
export class FilingJob {
  readonly #parts: StatementParts;

  constructor(parts: StatementParts) {
    this.#parts = parts;
  }

  async run(payload: unknown): Promise<void> {
    const { id } = job.parse(payload);
    const row = await this.#begin(id);
    if (row === null) return;
    const keep = keepExchanges(this.#parts.database, row.id);
    try {
      const isFirst = row.filing === 'queued' && row.filingStep !== 'submit';
      const known = isFirst ? null : await this.#lookUp(row, keep);
      const outcome = known ?? (await this.#send(row, keep));
      if (outcome !== null) await this.#end(row.id, outcome);
    } catch (error) {
      if (!(error instanceof RegistryAway)) throw error;
      await this.#later(row.id, pauseMs(error, row));
    }
  }

  /** The statement as it was found, if there is something to do. */
  async #begin(id: string): Promise<StatementRow | null> {
    try {
      const row = await this.#parts.database.read((em) => lockedStatement(em, id));
      if (row.filingStep === null || row.filingStep === 'hand_over') return null;
      return row.filing === 'queued' || row.filing === 'sending' ? row : null;
    } catch (error) {
      // It was deleted, or changed outside of the program: nothing of it is sent.
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  /**
   * What became of a call that may have been made. Before the first one it tells whether the reference is free there.
   * @returns 'not-yet': the registry may show it later; null: it does not have it, and would show it by now
   */
  async #lookUp(row: StatementRow, keep: KeepExchange): Promise<RegistryOutcome | 'not-yet' | null> {
    const { registry, clock } = this.#parts;
    const isOver = row.sentAt !== null && clock().getTime() - row.sentAt.getTime() >= FIRST_POLL_MS;
    if (row.filingStep === 'withdraw') {
      const uuid = row.registryUuid ?? '';
      const found = await registry.find(row.filedAs, [uuid], keep);
      return found.some(({ status }) => status === 'WITHDRAWN') ? { kind: 'accepted', uuid } : null;
    }
    const records = await registry.findByInternalReference(row.filedAs, row.internalReference, keep);
    const found = records.filter(({ internalReference }) => internalReference === row.internalReference);
    if (row.filingStep === 'amend') {
      const uuid = await this.#supersededUuid(row);
      if (found.some((record) => record.uuid === uuid)) return { kind: 'accepted', uuid };
      return isOver ? null : 'not-yet';
    }
    const [own, ...others] = found;
    if (own === undefined) return isOver || row.filing === 'queued' ? null : 'not-yet';
    // Before it is sent nothing can be ours, and one of several cannot be told from the others.
    if (row.filing === 'queued' || others.length > 0) return sameReference(row, found);
    return { kind: 'accepted', uuid: own.uuid };
  }

  /** @returns null: nothing was sent, because the statement is not as it was read any more */
  async #send(row: StatementRow, keep: KeepExchange): Promise<RegistryOutcome | null> {
    const { registry } = this.#parts;
    const statement = row.filingStep === 'withdraw' ? null : await this.#statement(row);
    if (!(await this.#markSending(row))) return null;
    if (statement === null) return registry.withdraw({ kind: row.filedAs, uuid: row.registryUuid ?? '' }, keep);
    return row.filingStep === 'amend' ? registry.amend(statement, keep) : registry.submit(statement, keep);
  }

  /** What is sent of a frozen content. Its body is written in a thread: it may have 35 MB. */
  async #statement(row: StatementRow): Promise<StatementBody> {
    const { database, threads } = this.#parts;
    const packed = await loadContent(database, row);
    const parts = row.partCount === 0 ? [] : await database.read((em) => lockedParts(em, row.id));
    const references = parts.flatMap(({ referenceNumber }) => (referenceNumber === null ? [] : [referenceNumber]));
    const amends = row.filingStep === 'amend' ? await this.#supersededUuid(row) : null;
    return { kind: row.kind, body: await threads.run('filingBody', { packed, references, amends }) };
  }

  async #supersededUuid({ supersedesId }: StatementRow): Promise<string> {
    const old = await this.#parts.database.read((em) => lockedStatement(em, supersedesId ?? ''));
    if (old.registryUuid === null) throw new Error(`Statement ${old.id} has no UUID at the registry`);
    return old.registryUuid;
  }

  /**
   * Looking a statement up and writing its body take time, in which an erasure may make it a draft again, and another
   * process may go on with it. What was read before that is not sent.
   * @returns whether it may be sent
   */
  async #markSending(read: StatementRow): Promise<boolean> {
    const at = this.#parts.clock();
    return this.#parts.database.write(async (em) => {
      const row = await lockedStatement(em, read.id);
      if (stepOf(row) !== stepOf(read)) return false;
      const nextPollAt = new Date(at.getTime() + FIRST_POLL_MS);
      await changeStatement(em, row, { filing: 'sending', sentAt: at, nextPollAt, polls: 0 }, at);
      return true;
    });
  }

  async #later(id: string, pause: number): Promise<void> {
    const at = this.#parts.clock();
    await this.#change(id, (row) => ({ nextPollAt: new Date(at.getTime() + pause), polls: row.polls + 1 }));
  }

  async #end(id: string, outcome: RegistryOutcome | 'not-yet'): Promise<void> {
    if (outcome === 'not-yet') {
      await this.#change(id, ({ sentAt }) =>
        sentAt === null ? null : { nextPollAt: new Date(sentAt.getTime() + FIRST_POLL_MS) },
      );
      return;
    }
    const at = this.#parts.clock();
    await this.#parts.database.write(async (em) => {
      const row = await lockedWithGroup(em, id);
      if (row.filing !== 'sending' && row.filing !== 'queued') return;
      if (outcome.kind !== 'accepted') {
        const faults = outcome.kind === 'refused' ? outcome.faults.map((fault) => ({ ...fault })) : [];
        await this.#refused(em, row, faults, at);
        return;
      }
      if (row.filingStep === 'withdraw') await this.#withdrawn(em, row, at);
      else await this.#submitted(em, row, outcome.uuid, at);
    });
  }

  async #submitted(em: EntityManager, row: StatementRow, uuid: string, at: Date): Promise<void> {
    // The window begins at the registry when it takes the statement over, which is not before it was sent. An amendment
    // does not begin another one.
    const sentAt = row.sentAt ?? at;
    const amended = row.filingStep === 'amend' ? await lockedStatement(em, row.supersedesId ?? '') : null;
    await changeStatement(
      em,
      row,
      {
        ...IDLE,
        state: 'submitted',
        registryUuid: uuid,
        submittedAt: amended?.submittedAt ?? sentAt,
        nextPollAt: new Date(sentAt.getTime() + FIRST_POLL_MS),
        polls: 0,
        faults: [],
      },
      at,
    );
    await endSuperseded(em, row, at);
    await audit(em, { caller: 'system', action: 'statement.submitted', target: { kind: 'statement', id: row.id } });
  }

  async #withdrawn(em: EntityManager, row: StatementRow, at: Date): Promise<void> {
    await changeStatement(em, row, { ...IDLE, state: 'withdrawn', withdrawnAt: at, nextPollAt: null, faults: [] }, at);
    if (row.partCount > 0) {
      for (const part of await lockedParts(em, row.id)) {
        if (part.state === 'grouped') await changeStatement(em, part, { state: 'available' }, at);
      }
    }
    if (row.groupId !== null) {
      await giveUpGroup(em, row.groupId, [{ code: null, message: `${row.internalReference}: withdrawn` }], at);
    }
    await audit(em, { caller: 'system', action: 'statement.withdrawn', target: { kind: 'statement', id: row.id } });
  }

  /** Sending it again changes nothing: a person mends it, or leaves it as it is. */
  async #refused(em: EntityManager, row: StatementRow, faults: FilingFault[], at: Date): Promise<void> {
    // What was to be withdrawn is at the registry still, and may have no numbers yet.
    const nextPollAt = row.state === 'submitted' ? new Date(at.getTime() + FIRST_POLL_MS) : null;
    await changeStatement(em, row, { ...IDLE, faults, nextPollAt, polls: 0 }, at);
    if (row.groupId !== null && row.filingStep !== 'withdraw') await giveUpGroup(em, row.groupId, faults, at);
  }

  async #change(id: string, changes: (row: StatementRow) => StatementChanges | null): Promise<void> {
    await this.#parts.database.write(async (em) => {
      const row = await lockedStatement(em, id);
      const made = row.filing === null ? null : changes(row);
      if (made !== null) await changeStatement(em, row, made, this.#parts.clock());
    });
  }
}

const IDLE = { filing: null, filingStep: null } satisfies StatementChanges;

/** Tells one attempt to carry out a step with one content from every other. */
function stepOf({ filing, filingStep, contentHash, sentAt }: StatementRow): string {
  return JSON.stringify([filing, filingStep, contentHash, sentAt]);
}

/** A grouped statement that waits is not sent when one of its parts is not there. */
async function giveUpGroup(em: EntityManager, groupId: string, faults: FilingFault[], at: Date): Promise<void> {
  const group = await lockedStatement(em, groupId);
  if (group.filing === 'waiting') await changeStatement(em, group, { ...IDLE, faults }, at);
}

/** A statement, locked after the grouped one that it is a part of. */
export async function lockedWithGroup(em: EntityManager, id: string): Promise<StatementRow> {
  const [row]: { groupId: string | null }[] = await em.execute(
    'select group_id as "groupId" from statement where id = ?',
    [id],
  );
  if (row !== undefined && row.groupId !== null) await lockedStatement(em, row.groupId);
  return lockedStatement(em, id);
}

/** The operator may file with another program too: a person looks up what these are. */
function sameReference({ internalReference }: StatementRow, found: readonly RegistryRecord[]): RegistryOutcome {
  const uuids = found.slice(0, MOST_NAMED).map(({ uuid }) => uuid);
  const { text } = FILING.sameReference({ reference: internalReference, uuids });
  return { kind: 'refused', faults: [{ code: null, message: text }] };
}
const MOST_NAMED = 5;

function pauseMs({ retryAfterSeconds }: RegistryAway, { polls }: StatementRow): number {
  return Math.max((retryAfterSeconds ?? 0) * 1_000, pauseAfter(polls, 2 * MINUTE_MS));
}
