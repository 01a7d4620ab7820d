import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { canonicalText } from '../../domain/proof/hashing.ts';
import { TamperedRows } from './tamperedRows.ts';
import { lockKey, unlockKey } from './lockedKey.ts';
import { NEWEST_VERSION, readVersion, sealVersion } from './rowVersions.ts';
import type { SignatureCheck, SignedFacts, SignedKind } from './signedKinds.ts';

/**
 * What a row is worth by its seal.
 * - `earlier`: the program made it so, and has changed it since
 * - `ended`: the program made it so, and has removed or ended it since
 * - `unlisted`: the line of the audit table that names its version is gone, or is not as the program wrote it
 * - `broken`: it is not as the program ever made it
 */
export type SignatureVerdict = 'whole' | 'earlier' | 'ended' | 'unlisted' | 'broken';

/** What tokens and outlines are hashed for, so that the hash of one kind is never that of another. */
export type HashedKind = 'partner-key' | 'buyer-link' | 'refresh-token' | 'mail-code' | 'plot-outline';

/** The seal keys in the database do not open: they were locked under another secret, or their bytes were changed. */
export class SigningKeysLocked extends Error {
  override name = 'SigningKeysLocked';
}

interface SealKey {
  id: string;
  seals: KeyObject;
  hashes: KeyObject;
}

/**
 * Creates and verifies row signatures: HMAC-SHA-256 over a row's canonical facts with its identity
 * (docs/spec/ledger-and-verification.md, 'Row signatures'). Access to the database alone is not enough to create one.
 * The keys are random and have an id; the database stores them encrypted under AUTH_SECRET, so a new secret re-encrypts
 * the keys and changes no row.
 */
export class RowSigner implements SignatureCheck {
  /** oldest first; the newest one seals */
  readonly #keys: readonly SealKey[];
  /** rows that `holds` found otherwise than the program made them */
  readonly broken = new TamperedRows();

  private constructor(keys: readonly SealKey[]) {
    this.#keys = keys;
  }

  /**
   * Opens the seal keys of a migrated database; the first start makes one. Several processes may do so at once.
   * @param secret AUTH_SECRET
   * @throws SigningKeysLocked when the secret is not the one that they were locked under
   */
  static async open(pool: Pool, secret: string): Promise<RowSigner> {
    const known = await readKeys(pool);
    const rows = known.length > 0 ? known : await makeKey(pool, secret);
    const keys = rows.map(({ id, locked }): SealKey => {
      const plain = unlockKey(locked, secret, 'seal-key', id);
      if (plain === null) {
        throw new SigningKeysLocked(
          'AUTH_SECRET does not open the seal keys in this database: start with the secret that they were locked under',
        );
      }
      return { id, seals: subkey(plain, 'seals'), hashes: subkey(plain, 'hashes') };
    });
    return new RowSigner(keys);
  }

  /**
   * The seal of a row.
   * @param identity what the row is found by, such as its id: a seal never fits another row
   * @param facts all that must not change unnoticed
   * @param version of the row: 1, and one more with each change
   * @returns `<key id>.<HMAC, base64url>`; `<key id>.<version>.<HMAC>` after the first version
   */
  seal(kind: SignedKind, identity: string, facts: SignedFacts, version = 1): string {
    const key = this.#keys.at(-1);
    if (key === undefined) throw new Error('There is no seal key');
    const code = mac(key.seals, [kind, identity, facts], version).toString('base64url');
    return version === 1 ? `${key.id}.${code}` : `${key.id}.${version}.${code}`;
  }

  /** Whether a seal is that of exactly these facts. A missing one is not, nor one of a version that is not the row's newest. */
  check(kind: SignedKind, identity: string, facts: SignedFacts, seal: string | null | undefined): boolean {
    return this.judge(kind, identity, facts, seal) === 'whole';
  }

  /** Why a seal holds or not. Facts that carry the newest line about the row (`rowVersions.ts`) are compared with it. */
  judge(kind: SignedKind, identity: string, facts: SignedFacts, seal: string | null | undefined): SignatureVerdict {
    const parts = (seal ?? '').split('.');
    const [id, code] = [parts[0], parts.at(-1) ?? ''];
    const version = sealVersion(seal);
    const key = this.#keys.find((one) => one.id === id);
    if (key === undefined || version === null) return 'broken';
    const [given, own] = [Buffer.from(code, 'base64url'), mac(key.seals, [kind, identity, facts], version)];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return 'broken';
    // Facts of what is written once say nothing of versions.
    if (!(NEWEST_VERSION in facts)) return 'whole';
    const newest = readVersion(this, kind, identity, facts[NEWEST_VERSION]);
    if (newest === null || newest.version < version) return 'unlisted';
    if (newest.ended) return 'ended';
    return newest.version === version ? 'whole' : 'earlier';
  }

  /** Like `check`, for rows of the database: one whose seal is broken is remembered, for health and log. */
  holds(kind: SignedKind, identity: string, facts: SignedFacts, seal: string | null | undefined): boolean {
    return this.judgeRow(kind, identity, facts, seal) === 'whole';
  }

  /** Like `judge`, for rows of the database: one that is not whole is remembered, for health and log. */
  judgeRow(kind: SignedKind, identity: string, facts: SignedFacts, seal: string | null | undefined): SignatureVerdict {
    const verdict = this.judge(kind, identity, facts, seal);
    if (verdict === 'whole') this.broken.forget(kind, identity);
    else this.broken.add(kind, identity);
    return verdict;
  }

  /**
   * What is stored of a token that is looked up by its hash: HMAC-SHA-256 over the token's SHA-256, 32 bytes. Always under the
   * oldest key, so that one token has one hash.
   * @param digest SHA-256 of the token
   */
  keyedHash(kind: HashedKind, digest: Buffer): Buffer {
    const key = this.#keys[0];
    if (key === undefined) throw new Error('There is no seal key');
    return createHmac('sha256', key.hashes).update(`${kind}\0`).update(digest).digest();
  }
}

function mac(key: KeyObject, [kind, identity, all]: [SignedKind, string, SignedFacts], version: number): Buffer {
  const { [NEWEST_VERSION]: _, ...facts } = all;
  return createHmac('sha256', key)
    .update(canonicalText([kind, identity, facts, ...(version === 1 ? [] : [version])]))
    .digest();
}

/** Created once: from bytes, the key would be created again for each signature. */
function subkey(plain: Buffer, use: 'seals' | 'hashes'): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', plain, '', `manam-trace/seal-key/${use}/v1`, 32)));
}

interface KeyRow {
  id: string;
  locked: Buffer;
}

async function readKeys(pool: Pool): Promise<KeyRow[]> {
  const { rows } = await pool.query<KeyRow>('select id, locked_key as locked from seal_key order by created_at, id');
  return rows;
}

/** Makes the first key; of several processes at once one does. */
async function makeKey(pool: Pool, secret: string): Promise<KeyRow[]> {
  const id = randomBytes(4).toString('hex');
  const client = await pool.connect();
  try {
    await client.query('begin');
    // A statement of its own: the next one then sees what the process before us has made.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('manam-seal-key', 0))`);
    await client.query('insert into seal_key (id, locked_key) select $1, $2 where not exists (select from seal_key)', [
      id,
      lockKey(randomBytes(32), secret, 'seal-key', id),
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  return readKeys(pool);
}
