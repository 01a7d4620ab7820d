import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { SoapFault } from './soapFault.ts';
import type { ReadStatement } from './statementRules.ts';

const storedSchema = z.object({
  uuid: z.string(),
  service: z.enum(['dds', 'sd']),
  status: z.enum(['SUBMITTED', 'AVAILABLE', 'REJECTED', 'WITHDRAWN', 'ARCHIVED', 'GROUPED', 'OBSOLETE', 'SUSPENDED']),
  internalReference: z.string(),
  activityType: z.string(),
  groupedDeclarations: z.array(z.string()),
  referenceNumber: z.string().nullable(),
  verificationNumber: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  /** used at customs: it cannot be changed any more */
  locked: z.boolean(),
  version: z.number(),
  /** milliseconds by the clock of the fake */
  submittedAt: z.number(),
  changedAt: z.number(),
  /** the `statement` element as it came */
  xml: z.string(),
});
/** A statement that the fake took over. */
export type StoredStatement = z.infer<typeof storedSchema>;
export type StatementService = StoredStatement['service'];

const CHANGE_MS = 72 * 3_600_000;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

/** The statements of one web service user, in memory, and in a file if there is one. */
export class StatementStore {
  readonly #file: string | null;
  readonly #statements = new Map<string, StoredStatement>();

  /** @param file read at the start and written with each change; null: memory only */
  constructor(file: string | null) {
    this.#file = file;
    if (file === null || !existsSync(file)) return;
    for (const one of z.array(storedSchema).parse(JSON.parse(readFileSync(file, 'utf8')))) {
      this.#statements.set(one.uuid, one);
    }
  }

  get all(): StoredStatement[] {
    return [...this.#statements.values()];
  }

  /** @throws SoapFault when there is none in that service */
  get(service: StatementService, uuid: string): StoredStatement {
    const found = this.#statements.get(uuid.toLowerCase());
    if (found?.service === service) return found;
    throw SoapFault.rule('EUDR_API_NO_DDS', 'No DDS corresponding to the provided UUID.', 'uuid');
  }

  /** @throws SoapFault */
  submit(service: StatementService, read: ReadStatement, xml: string, now: number): StoredStatement {
    const uuid = randomUUID();
    this.#group(read.groupedDeclarations, service, null);
    const stored: StoredStatement = {
      ...read,
      uuid,
      service,
      internalReference: read.internalReference || `AUTO-${uuid.slice(0, 8)}`,
      status: 'SUBMITTED',
      referenceNumber: null,
      verificationNumber: null,
      rejectionReason: null,
      locked: false,
      version: 1,
      submittedAt: now,
      changedAt: now,
      xml,
    };
    this.#statements.set(uuid, stored);
    this.save();
    return stored;
  }

  /** @throws SoapFault */
  amend(stored: StoredStatement, read: ReadStatement, xml: string, now: number): void {
    if (stored.status !== 'AVAILABLE') {
      throw SoapFault.rule('EUDR_API_AMEND_NOT_ALLOWED_FOR_STATUS', 'Only an available DDS can be amended.', 'uuid');
    }
    this.#assertChangeable(stored, now);
    if (read.activityType !== stored.activityType) {
      const message = 'The existing DDS activity cannot be modified.';
      throw SoapFault.rule('EUDR_API_AMEND_ACTIVITY_TYPE_CHANGE_NOT_ALLOWED', message, 'activityType');
    }
    this.#group(read.groupedDeclarations, stored.service, stored);
    Object.assign(stored, read, { xml, version: stored.version + 1, changedAt: now });
    this.save();
  }

  /** @throws SoapFault */
  withdraw(stored: StoredStatement, now: number): void {
    if (stored.status !== 'SUBMITTED' && stored.status !== 'AVAILABLE') {
      const message = 'The user can only retract a DDS in status SUBMITTED or AVAILABLE.';
      throw SoapFault.rule('EUDR_API_AMEND_OR_WITHDRAW_NOT_ALLOWED_FOR_STATUS', message, 'uuid');
    }
    this.#assertChangeable(stored, now);
    this.#release(stored);
    Object.assign(stored, { status: 'WITHDRAWN', changedAt: now });
    this.save();
  }

  /** Gives numbers to statements that were submitted before a time. */
  number(before: number, now: number): void {
    const waiting = this.all.filter(({ status, submittedAt }) => status === 'SUBMITTED' && submittedAt <= before);
    for (const stored of waiting) {
      const year = String(new Date(stored.submittedAt).getUTCFullYear()).slice(2);
      const start = `${stored.service === 'sd' ? 'S' : ''}${year}BE`;
      stored.status = 'AVAILABLE';
      stored.referenceNumber = start + random(14 - start.length);
      stored.verificationNumber = random(8);
      stored.changedAt = now;
    }
    if (waiting.length > 0) this.save();
  }

  save(): void {
    if (this.#file === null) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.all));
    renameSync(`${this.#file}.new`, this.#file);
  }

  #assertChangeable(stored: StoredStatement, now: number): void {
    if (!stored.locked && now - stored.submittedAt <= CHANGE_MS) return;
    const message = 'A DDS that is referenced, or whose cutoff date has expired, cannot be amended.';
    throw SoapFault.rule('EUDR_API_AMEND_OR_WITHDRAW_DDS_NOT_POSSIBLE', message, 'uuid');
  }

  /** All or none of the named ones become grouped. */
  #group(references: readonly string[], service: StatementService, by: StoredStatement | null): void {
    const own = new Set(by?.groupedDeclarations);
    const named = references.map((reference) => this.all.find((one) => one.referenceNumber === reference));
    const usable = named.filter(
      (one) =>
        one !== undefined &&
        (service === 'dds' || one.service === 'sd') &&
        (one.status === 'AVAILABLE' || (one.status === 'GROUPED' && own.has(one.referenceNumber ?? ''))),
    );
    if (usable.length < named.length) {
      const message = 'At least one referenced DDS is invalid or does not exist.';
      throw SoapFault.rule('EUDR_REFERENCED_STATEMENT_NOT_FOUND', message, 'groupedDeclarations');
    }
    if (by !== null) this.#release(by);
    for (const one of usable) if (one !== undefined) one.status = 'GROUPED';
  }

  #release({ groupedDeclarations }: StoredStatement): void {
    for (const one of this.all) {
      if (one.status === 'GROUPED' && groupedDeclarations.includes(one.referenceNumber ?? '')) one.status = 'AVAILABLE';
    }
  }
}

function random(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
