import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Task } from '../../platform/jobs/jobs.ts';
import { canonicalText, concat, toHex, utf8, type Bytes } from '../../domain/proof/hashing.ts';
import { merkleRoot } from '../../domain/proof/merkle.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';
import { AUDITED } from '../../platform/audit-log/auditFacts.ts';
import { auditLeaf, AUDIT_COLUMNS, isWholeAudit, type AuditRow } from './signedAudit.ts';
import { instantText } from '../../platform/row-signatures/instantSql.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';

const PORTION_TASK = 'audit-portions';

/** Each minute, the longest time that a row is outside of the chain. */
export const AUDIT_SCHEDULE = `* * * * * ${PORTION_TASK} ?jobKey=${PORTION_TASK}`;

export const SEGMENT_ROWS = 1_000;
const LOCK = `select pg_advisory_xact_lock(hashtextextended('manam-audit-portions', 0))`;
/** The first portion follows nothing. */
export const NO_HASH = '0'.repeat(64);

/** A stretch of the audit table with the hash over its lines, as it is stored; hashes in hex. */
export interface AuditSegment {
  number: number;
  firstId: number;
  lastId: number;
  /** an int8multirange, as PostgreSQL writes it */
  ids: string;
  count: number;
  /** the lines' hashes, 32 bytes each */
  leaves: string;
  rootHash: string;
  previousHash: string;
  /** ISO 8601, UTC, microseconds */
  madeAt: string;
}

/** The hash by which the next portion, and the register chain, name a portion. */
export function segmentHash(portion: AuditSegment): string {
  return toHex(nativeSha256(utf8(canonicalText(portion))));
}

/** Rows in no portion, after a row. */
const OUTSIDE = `from ${AUDITED} a
  where a.id > $1 and not exists (
    select from audit_portion p where p.last_id >= a.id and p.first_id <= a.id and p.ids @> a.id)`;

/**
 * Where looking begins: a line may be committed after its neighbours, but not after another hour of chaining. The hour is counted
 * by the chain, which may have rested since.
 */
const RECENT = `select coalesce(max(last_id), 0) as id from audit_portion
  where made_at < (select max(made_at) from audit_portion) - interval '1 hour'`;

/** Reads lines in no portion, in order of their rows. */
export function outsideRows(database: Pick<Database, 'rows'>, afterId: number): Promise<AuditRow[]> {
  return database.rows<AuditRow>(`select ${AUDIT_COLUMNS} ${OUTSIDE} order by a.id limit ${SEGMENT_ROWS}`, [afterId]);
}

/** Chains the audit table in portions, so that no writer waits for another. */
export class AuditSegments {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What the queue runs. */
  get tasks(): Record<string, Task> {
    return { [PORTION_TASK]: (_payload, signal) => this.run(signal).then(() => undefined) };
  }

  /**
   * Adds all committed rows that are in no portion to new ones. A row with an invalid signature is left out, and named
   * in health and log. @returns how many rows were added
   */
  async run(signal?: AbortSignal): Promise<number> {
    const recent = await this.#database.row<{ id: number }>(RECENT);
    let chained = 0;
    for (let after: number | null = recent?.id ?? 0; after !== null;) {
      const found = await outsideRows(this.#database, after);
      if (found.length > 0) chained += await this.#chain(after);
      signal?.throwIfAborted();
      after = found.length < SEGMENT_ROWS ? null : (found.at(-1)?.id ?? null);
    }
    return chained;
  }

  async #chain(after: number): Promise<number> {
    return this.#database.write(async (em) => {
      // Another process may have chained them meanwhile: read under the lock, by a statement of its own.
      await em.execute(LOCK);
      const rows = auditRows.parse(
        await em.execute(`select ${AUDIT_COLUMNS} ${OUTSIDE.replace('$1', '?')} order by a.id limit ${SEGMENT_ROWS}`, [
          after,
        ]),
      );
      const whole: AuditRow[] = [];
      for (const row of rows) {
        await pause();
        if (isWholeAudit(signersOf(em), row)) whole.push(row);
      }
      if (whole.length > 0) await appendPortion(em, whole);
      return whole.length;
    });
  }
}

const auditRows = z.array(
  z.object({
    id: z.coerce.number(),
    key: z.string().nullable(),
    facts: z.record(z.string(), z.unknown()),
    seal: z.string().nullable(),
  }),
);

const lastPortion = z.array(z.object({ number: z.coerce.number(), hash: z.string() }));

async function appendPortion(em: EntityManager, rows: readonly AuditRow[]): Promise<void> {
  const [last] = lastPortion.parse(
    await em.execute(`select number, encode(hash, 'hex') as hash from audit_portion order by number desc limit 1`),
  );
  const leaves: Bytes[] = [];
  for (const row of rows) {
    await pause();
    leaves.push(await auditLeaf(row));
  }
  const ids = rows.map(({ id }) => id);
  const madeAt = new Date();
  const portion: AuditSegment = {
    number: (last?.number ?? 0) + 1,
    firstId: ids[0] ?? 0,
    lastId: ids.at(-1) ?? 0,
    ids: multirange(ids),
    count: ids.length,
    leaves: toHex(concat(...leaves)),
    rootHash: toHex(await merkleRoot(leaves, nativeSha256)),
    previousHash: last?.hash ?? NO_HASH,
    madeAt: instantText(madeAt),
  };
  const hash = segmentHash(portion);
  await em.execute(
    `insert into audit_portion (number, first_id, last_id, ids, count, leaves, root_hash, previous_hash, hash, made_at, seal)
     values (?, ?, ?, ?::int8multirange, ?, decode(?, 'hex'), decode(?, 'hex'), decode(?, 'hex'), decode(?, 'hex'), ?, ?)`,
    [
      portion.number,
      portion.firstId,
      portion.lastId,
      portion.ids,
      portion.count,
      portion.leaves,
      portion.rootHash,
      portion.previousHash,
      hash,
      madeAt,
      signersOf(em).seal('audit-portion', String(portion.number), { hash }),
    ],
  );
}

/** Ascending ids as PostgreSQL writes a set of them: `{[1,4),[6,7)}`. */
export function multirange(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === id) last[1] = id + 1;
    else ranges.push([id, id + 1]);
  }
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`;
}

/** The ids of a set as PostgreSQL writes it, ascending. @throws Error when it holds more than a portion does */
export function idsOf(text: string): number[] {
  const ids: number[] = [];
  for (const [, from, to] of text.matchAll(/\[(\d+),(\d+)\)/g)) {
    if (Number(to) - Number(from) + ids.length > SEGMENT_ROWS) throw new Error('More rows than a portion holds');
    for (let id = Number(from); id < Number(to); id += 1) ids.push(id);
  }
  return ids;
}

/** Portions whose hash does not stand on the register chain yet, oldest first. Those that are not the program's are left out. */
export async function unanchoredSegments(
  em: EntityManager,
  limit: number,
): Promise<{ number: number; hash: string }[]> {
  const rows = z.array(z.object({ number: z.coerce.number(), hash: z.string(), seal: z.string() })).parse(
    await em.execute(
      `select number, encode(hash, 'hex') as hash, seal from audit_portion p
         where not exists (select from audit_anchor where portion = p.number) order by number limit ?`,
      [limit],
    ),
  );
  return rows
    .filter(({ number, hash, seal }) => signersOf(em).holds('audit-portion', String(number), { hash }, seal))
    .map(({ number, hash }) => ({ number, hash }));
}

/** Notes which event of the register chain carries a portion's hash. */
export async function noteAnchor(em: EntityManager, portion: number, eventId: string): Promise<void> {
  await em.execute('insert into audit_anchor (portion, event_id) values (?, ?) on conflict do nothing', [
    portion,
    eventId,
  ]);
}
