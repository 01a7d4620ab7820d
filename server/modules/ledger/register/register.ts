import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { RegisterContent } from '../../../domain/ledger/content.ts';
import { readRegisterContent, registerKey } from '../../../domain/ledger/register.ts';
import { canonicalText, contentTextHash } from '../../../domain/proof/hashing.ts';
import type { SignedFacts } from '../../../platform/row-signatures/signedKinds.ts';
import { signersOf } from '../../../platform/row-signatures/signersOf.ts';
import type { Ledger } from '../../../domain/ledger/ledger.ts';
import { nativeSha256 } from '../../../platform/checkpoints/nativeSha256.ts';

export type RegisterEntry = RegisterContent['entry'];

/** An event of the register chain as we wrote it. */
export interface RegisterRow {
  seq: number;
  event_id: string;
  at: Date | string;
  content: string;
  content_hash: string;
  seal: string;
  recorded_at: Date | string | null;
}

type RegisterLedger = Pick<Ledger, 'mspId' | 'head' | 'readLot' | 'record' | 'registerSeed'>;

const LOCK = `select pg_advisory_xact_lock(hashtextextended('manam-register', 0))`;
const AT_ONCE = 100;
const LOOKED_BACK = 2_000;

const lastRow = z.array(z.object({ seq: z.int(), content_hash: z.string() }));

/** The facts of a register event that its seal stands for. */
export function registerFacts({ seq, at, content_hash: contentHash }: RegisterRow): SignedFacts {
  return { seq, at: new Date(at).toISOString(), contentHash };
}

/**
 * The register chain: one chain of the ledger that is no lot's. Entries are appended in the caller's transaction and handed
 * to the ledger afterwards, in order, at least once.
 */
export class Register {
  readonly #database: Database;
  readonly #ledger: RegisterLedger;
  #key: Promise<string> | null = null;

  constructor(parts: { database: Database; ledger: RegisterLedger }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
  }

  /** The chain's key on this ledger. @throws LedgerAway */
  key(): Promise<string> {
    this.#key ??= this.#readKey();
    return this.#key;
  }

  async #readKey(): Promise<string> {
    try {
      return await registerKey(await this.#ledger.registerSeed(), nativeSha256);
    } catch (error) {
      this.#key = null;
      throw error;
    }
  }

  /**
   * Begins the chain with the head of the ledger as it is now, where it has not begun.
   */
  async begin(at: Date): Promise<void> {
    const known = await this.#database.row('select 1 from register_event limit 1');
    if (known !== null) return;
    const head = await this.#ledger.head();
    if (head === null) return;
    const { blocks, rootHash } = head;
    await this.#database.write(async (em) => {
      await this.hold(em);
      const begun: unknown[] = await em.execute('select 1 from register_event limit 1');
      if (begun.length === 0) await this.append(em, { kind: 'before sealing', blocks, rootHash }, at);
    });
  }

  /** Lets one transaction at a time append: to be called before what is to be appended is looked for. */
  async hold(em: EntityManager): Promise<void> {
    await em.execute(LOCK);
  }

  /**
   * Newest contents of one kind, also those that wait to be recorded, as this program wrote them: among the newest 2,000 of the chain, and the
   * one of an event.
   */
  async newest(kind: RegisterEntry['kind'], eventId: string | null): Promise<RegisterContent[]> {
    const rows = await this.#database.rows<RegisterRow>(
      `select * from register_event where content like $1
         and (seq > (select max(seq) from register_event) - ${LOOKED_BACK} or event_id = $2) order by seq`,
      [`%"kind":"${kind}"%`, eventId],
    );
    const contents = rows.map(async (row): Promise<RegisterContent[]> => {
      const own = row.content_hash === (await contentTextHash(row.content, nativeSha256));
      const content = readRegisterContent(row.content);
      const holds = own && this.#database.seals.check('register-event', row.event_id, registerFacts(row), row.seal);
      return holds && content?.entry.kind === kind ? [content] : [];
    });
    return (await Promise.all(contents)).flat();
  }

  /** Appends one entry in the caller's transaction; one writer at a time. @returns the event's id */
  async append(em: EntityManager, entry: RegisterEntry, at: Date): Promise<string> {
    const lotKey = await this.key();
    await this.hold(em);
    const [last] = lastRow.parse(
      await em.execute('select seq, content_hash from register_event order by seq desc limit 1'),
    );
    const eventId = randomBytes(16).toString('hex');
    const content: RegisterContent = {
      v: 1,
      eventId,
      lotKey,
      seq: (last?.seq ?? 0) + 1,
      prev: last?.content_hash ?? null,
      org: this.#ledger.mspId,
      type: 'register',
      at: at.toISOString(),
      entry,
      salt: randomBytes(32).toString('hex'),
    };
    const text = canonicalText(content);
    const row: RegisterRow = {
      seq: content.seq,
      event_id: eventId,
      at,
      content: text,
      content_hash: await contentTextHash(text, nativeSha256),
      seal: '',
      recorded_at: null,
    };
    const seal = signersOf(em).seal('register-event', eventId, registerFacts(row));
    await em.execute(
      'insert into register_event (seq, event_id, at, content, content_hash, seal) values (?, ?, ?, ?, ?, ?)',
      [row.seq, eventId, at, text, row.content_hash, seal],
    );
    return eventId;
  }

  /**
   * Submits waiting events to the ledger. An event with an invalid signature ends the delivery: later ones are not
   * recorded either, since they would depend on it.
   * @returns how many were recorded
   * @throws LedgerAway; Error when the ledger refuses an event, or one has an invalid signature
   */
  async deliver(): Promise<number> {
    let recorded = 0;
    for (;;) {
      const rows = await this.#database.rows<RegisterRow>(
        `select * from register_event where recorded_at is null order by seq limit ${AT_ONCE}`,
      );
      if (rows.length === 0) return recorded;
      const lotKey = await this.key();
      for (const row of rows) {
        const whole = row.content_hash === (await contentTextHash(row.content, nativeSha256));
        if (!whole || !this.#database.seals.check('register-event', row.event_id, registerFacts(row), row.seal)) {
          throw new Error(`Register event ${row.seq} was not written by this program, or was changed in the database`);
        }
      }
      const outcomes = await this.#ledger.record(
        rows.map(({ event_id: eventId, seq, content }) => ({ eventId, lotKey, seq, content })),
      );
      for (const outcome of outcomes) {
        if (outcome.kind === 'refused') {
          throw new Error(`The ledger refused register event ${outcome.eventId}: ${outcome.refusal.text}`);
        }
        const { eventId, recordedAt } = outcome.recorded;
        await this.#database.rows('update register_event set recorded_at = $2 where event_id = $1', [
          eventId,
          recordedAt,
        ]);
        recorded += 1;
      }
    }
  }
}
