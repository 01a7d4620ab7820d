import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Rate } from '../rate-limits/rate.ts';
import type { Database } from '../database/database.ts';
import { RequestTimeout, type Target } from '../database/requestScope.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Base } from '../module.ts';
import { derivedKey } from '../access/derivedKey.ts';
import { Refused } from '../errors/refusal.ts';

/** How long a key answers its first answer again (docs/spec/rest-api.md, 'Idempotency keys'). */
export const IDEMPOTENCY_HOURS = 24;

/** 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

const POLL_MS = 50;
/** A request ends by its own deadline; a key that is held so long after it is free. */
const GRACE_MS = 2_000;
/** Seconds after which a call whose first one is still under way may try again. */
const RETRY_AFTER_SECONDS = 1;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A larger answer is not stored: the same call again is answered from the rows that it wrote. */
const MOST_ANSWER_BYTES = 16 * 1024;
const DAY_MS = IDEMPOTENCY_HOURS * 3_600_000;
const MEGABYTE = 1024 * 1024;

const storedAnswer = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() });
export type StoredAnswer = z.infer<typeof storedAnswer>;

/** The owner of a key, and its request. */
export interface KeyedRequest {
  /** id of the user or partner key that calls */
  subject: string;
  key: string;
  /** the content of the request: method, path, body; stored only as a keyed hash */
  request: string;
  /** time that the request may take, in ms */
  deadlineMs: number;
  signal: AbortSignal;
}

/** The right to carry out a request under its key. */
export interface Claim {
  /** rows written by an earlier call whose process ended before it answered; null if nothing was written yet */
  carriedOut: Target[] | null;
  /**
   * Call this inside the transaction of the request's writes.
   * @param targets the rows that the transaction changes
   * @throws RequestTimeout when the claim was lost
   * @throws Refused conflict, when an earlier call was carried out: its request writes nothing more
   */
  markWritten(em: EntityManager, targets: readonly Target[]): Promise<void>;
  /**
   * stores the answer for all later calls; one of more than 16 kB is not stored, and the next call is answered from the
   * rows that it wrote
   */
  keep(answer: StoredAnswer): Promise<void>;
  /** lets the key go when nothing was written, so that the request may be tried again */
  release(): Promise<void>;
}

/** What the keys of one user or partner key may take in 24 hours. */
export interface KeyBounds {
  keys: Rate | null;
  bytes: Rate | null;
}

/** The bounds that the settings name, shared by all processes. */
export function keyBounds({ rates, config: { limits } }: Pick<Base, 'rates' | 'config'>): KeyBounds {
  return {
    keys: rates.make('idempotency-keys', {
      calls: limits.keysADay,
      windowMs: DAY_MS,
      said: REFUSED.tooManyKeysADay({ most: limits.keysADay }),
    }),
    bytes: rates.make('idempotency-bytes', {
      calls: limits.keyBytesADay,
      windowMs: DAY_MS,
      said: REFUSED.tooManyKeyBytes({ megabytes: Math.ceil(limits.keyBytesADay / MEGABYTE) }),
    }),
  };
}

interface ClaimedRow {
  written: boolean;
  targets: unknown;
}

const sealedTargets = z.array(z.string());
const writeTargets = z.array(z.object({ kind: z.string(), id: z.string() }));

interface KeyRow {
  fingerprint: Buffer;
  written: boolean;
  held: boolean;
  answer: Buffer | null;
}

/**
 * A call is under way while its process lives and its time is not over. Processes hold an advisory lock (`Database.processKey`), which
 * PostgreSQL releases when a process ends, however it ends.
 */
const UNDER_WAY = `known.held_until between now() and now() + interval '1 hour' and exists (
  select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::bigint << 32 | l.objid::bigint) = known.process)`;
const IN_TIME = `known.created_at >= now() - interval '${IDEMPOTENCY_HOURS} hours'`;

/**
 * The list of written rows is encrypted: changing only `written`, which is possible for anyone with the database, never
 * lets a call run again.
 */
const WRITTEN = `(known.written or known.targets <> '[]')`;

const CLAIM = `
  insert into idempotency_key as known (subject, key, fingerprint, holder, held_until, process)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)
  on conflict (subject, key) do update
    set fingerprint = excluded.fingerprint, holder = excluded.holder, held_until = excluded.held_until,
      process = excluded.process, answer = null, written = ${WRITTEN} and ${IN_TIME},
      created_at = case when ${WRITTEN} and ${IN_TIME} then known.created_at else now() end,
      targets = case when ${WRITTEN} and ${IN_TIME} then known.targets else '[]' end
    where not ${IN_TIME}
      or (known.fingerprint = excluded.fingerprint and known.answer is null
        and (not ${WRITTEN} or known.targets <> '[]') and not (${UNDER_WAY}))
  returning written, targets`;

const READ = `select fingerprint, ${WRITTEN} as written, (${UNDER_WAY}) as held, answer from idempotency_key known
  where subject = $1 and key = $2`;

/**
 * Idempotency keys: the first call with a key is carried out, later ones get its answer. A key is marked in the same
 * transaction as its write, so a request is never carried out twice, even if its process dies before the answer is
 * stored: such a call is answered from the rows that it wrote, or with 409 if these are unknown.
 *
 * Answers hold personal values and secrets that are shown once: they are stored encrypted (AES-256-GCM under a key
 * derived from AUTH_SECRET), and requests only as a keyed hash.
 */
export class IdempotencyKeys {
  readonly #database: Database;
  readonly #secret: string;
  readonly #bounds: KeyBounds;

  /** @param parts.bounds limits of one subject's keys; none by default */
  constructor(parts: { database: Database; secret: string; bounds?: KeyBounds }) {
    this.#database = parts.database;
    this.#secret = parts.secret;
    this.#bounds = parts.bounds ?? { keys: null, bytes: null };
  }

  /**
   * Claims a key for a request, or returns its stored answer. While another call holds the key this waits for its
   * answer.
   * @throws Refused conflict: another request had this key; the first still runs when the time is nearly over; or it
   *   was carried out and its answer is not stored; too-many-requests: the subject has reached the limit of new keys
   * @throws DiskFull; the signal's reason when it is aborted meanwhile
   */
  async begin(asked: KeyedRequest): Promise<Claim | StoredAnswer> {
    const fingerprint = createHmac('sha256', derivedKey(this.#secret, 'idempotency-request'))
      .update(asked.request)
      .digest();
    const holder = randomUUID();
    await this.#database.disk.assertRoom();
    // Waiting ends before the request's own deadline, so that it can still be answered.
    const patience = Date.now() + asked.deadlineMs * 0.8;
    for (;;) {
      const held = (asked.deadlineMs + GRACE_MS) / 1000;
      const { processKey } = this.#database;
      const values = [asked.subject, asked.key, fingerprint, holder, held, processKey];
      const claimed = await this.#database.row<ClaimedRow>(CLAIM, values);
      if (claimed !== null) return this.#withinBounds(asked, this.#claim(asked, holder, claimed));
      const row = await this.#database.row<KeyRow>(READ, [asked.subject, asked.key]);
      if (row !== null) {
        if (!row.fingerprint.equals(fingerprint)) {
          throw conflict(REFUSED.keyReused({}));
        }
        if (row.answer !== null) return this.#open(asked, row.answer);
        if (row.written && !row.held) {
          throw conflict(REFUSED.keyAnswerGone({}));
        }
        if (Date.now() > patience) {
          const said = REFUSED.keyUnderWay({});
          throw new Refused({ kind: 'conflict', said, retryAfterSeconds: RETRY_AFTER_SECONDS });
        }
      }
      // Rejects with the signal's reason instead of the timer's own error.
      await setTimeout(POLL_MS, undefined, { signal: asked.signal }).catch(() => asked.signal.throwIfAborted());
    }
  }

  /** Deletes expired keys, for the retention job. @returns how many */
  async deleteOldIdempotencyKeys(): Promise<number> {
    const gone = await this.#database.rows(
      `delete from idempotency_key where (subject, key) in (
         select subject, key from idempotency_key where created_at < now() - interval '${IDEMPOTENCY_HOURS} hours'
         for update skip locked) returning 1`,
    );
    return gone.length;
  }

  /** A claim is counted before its call is carried out; stored answers are returned regardless of the limit. */
  async #withinBounds({ subject }: KeyedRequest, claim: Claim): Promise<Claim> {
    try {
      this.#bounds.bytes?.count(subject);
      this.#bounds.keys?.count(subject);
      return claim;
    } catch (error) {
      await claim.release();
      throw error;
    }
  }

  async #release(subject: string, key: string, holder: string): Promise<void> {
    await this.#database.rows(
      'delete from idempotency_key where subject = $1 and key = $2 and holder = $3 and not written',
      [subject, key, holder],
    );
    await this.#database.rows(
      'update idempotency_key set held_until = now() where subject = $1 and key = $2 and holder = $3',
      [subject, key, holder],
    );
  }

  #claim({ subject, key }: KeyedRequest, holder: string, { written, targets }: ClaimedRow): Claim {
    return {
      carriedOut: written ? this.#openTargets(subject, key, targets) : null,
      markWritten: async (em, changed) => {
        if (written) throw conflict(REFUSED.keyAnswerGone({}));
        const mine = await em.execute(
          `update idempotency_key set written = true, targets = targets || to_jsonb(?::text)
           where subject = ? and key = ? and holder = ? returning 1`,
          [this.#encrypt(JSON.stringify(changed), targetsPlace(subject, key)).toString('base64'), subject, key, holder],
        );
        if (mine.length === 0) throw new RequestTimeout();
      },
      keep: async (answer) => {
        const sealed = this.#seal(subject, key, answer);
        if (sealed.length > MOST_ANSWER_BYTES) return this.#release(subject, key, holder);
        this.#bounds.bytes?.charge(subject, sealed.length);
        await this.#database.rows(
          'update idempotency_key set answer = $4, held_until = now() where subject = $1 and key = $2 and holder = $3',
          [subject, key, holder, sealed],
        );
      },
      release: () => this.#release(subject, key, holder),
    };
  }

  #seal(subject: string, key: string, answer: StoredAnswer): Buffer {
    return this.#encrypt(JSON.stringify(answer), place(subject, key));
  }

  /** What earlier writes of the call changed, in order; nothing where one of them is not as this program stored it. */
  #openTargets(subject: string, key: string, stored: unknown): Target[] {
    const bound = targetsPlace(subject, key);
    const opened = sealedTargets.parse(stored).map((text) => this.#decrypt(Buffer.from(text, 'base64'), bound));
    return opened.some((text) => text === null)
      ? []
      : opened.flatMap((text) => writeTargets.parse(JSON.parse(text ?? '')));
  }

  #encrypt(text: string, bound: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, derivedKey(this.#secret, 'idempotency-answer'), nonce);
    cipher.setAAD(bound);
    const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), closed]);
  }

  /** @throws Refused conflict when AUTH_SECRET was changed meanwhile, or the answer is that of another row */
  #open({ subject, key }: KeyedRequest, sealed: Buffer): StoredAnswer {
    const text = this.#decrypt(sealed, place(subject, key));
    if (text === null) throw conflict(REFUSED.keyAnswerGone({}));
    return storedAnswer.parse(JSON.parse(text));
  }

  /** @returns null when it does not open */
  #decrypt(sealed: Buffer, bound: Buffer): string | null {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const key = derivedKey(this.#secret, 'idempotency-answer');
    try {
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag).setAAD(bound);
      const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      return opened.toString('utf8');
    } catch {
      return null;
    }
  }
}

/** What binds an answer to its row: moved to another one it does not open. No key holds a line break. */
function place(subject: string, key: string): Buffer {
  return Buffer.from(`${subject}\n${key}`);
}

/** What binds the targets of a call's writes to its row. */
function targetsPlace(subject: string, key: string): Buffer {
  return Buffer.from(`${subject}\n${key}\ntargets`);
}

/**
 * Deletes stored answers in an erasure's transaction: all of them, because the answer to one person's call may name
 * another. The keys stay, so nothing is carried out twice; a repeated call within their 24 hours answers 409.
 */
export async function forgetStoredAnswers(em: EntityManager): Promise<void> {
  await em.execute(`update idempotency_key set answer = null, written = true, targets = '[]' where answer is not null`);
}

function conflict(said: Message): Refused {
  return new Refused({ kind: 'conflict', said });
}

/** What a person gets of the keys of their calls, first ones first. `?`: the account */
export const IDEMPOTENCY_KEYS_OF = `select key, created_at as "createdAt", written, answer is not null as "answerKept"
  from idempotency_key where subject = ? order by created_at`;
