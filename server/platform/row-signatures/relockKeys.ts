import { Client } from 'pg';
import { lockKey, unlockKey, type LockedPurpose } from './lockedKey.ts';
import { SigningKeysLocked } from './rowSigner.ts';

/** There is nothing to lock: the program has not run on this database yet. */
export class NoKeys extends Error {
  override name = 'NoKeys';
}

interface LockedRow {
  owner: string;
  locked: Buffer;
}

/**
 * Locks all keys of a database under another secret, in one transaction; no other row is touched.
 * @param url of the tables' owner: the program's own role may not change the ledger's organisations
 * @returns how many keys
 * @throws SigningKeysLocked when a key does not open under the present secret; then nothing was changed
 * @throws NoKeys
 */
export async function relockKeys(url: string, present: string, next: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    const seals = await client.query<LockedRow>(
      'select id as owner, locked_key as locked from seal_key order by id for update',
    );
    const organisations = await client.query<LockedRow>(
      'select msp_id as owner, sealed_key as locked from ledger_organisation order by msp_id for update',
    );
    const hooks = await client.query<LockedRow>(
      'select id as owner, locked_secret as locked from web_hook order by id for update',
    );
    if (seals.rows.length === 0) throw new NoKeys('There are no keys in this database: the program has not run on it.');
    for (const { owner, locked } of seals.rows) {
      const key = relocked(locked, present, next, 'seal-key', owner);
      await client.query('update seal_key set locked_key = $2 where id = $1', [owner, key]);
    }
    for (const { owner, locked } of organisations.rows) {
      const key = relocked(locked, present, next, 'ledger-key', owner);
      await client.query('update ledger_organisation set sealed_key = $2 where msp_id = $1', [owner, key]);
    }
    for (const { owner, locked } of hooks.rows) {
      const key = relocked(locked, present, next, 'hook-secret', owner);
      await client.query('update web_hook set locked_secret = $2 where id = $1', [owner, key]);
    }
    await client.query('commit');
    return seals.rows.length + organisations.rows.length + hooks.rows.length;
  } finally {
    // Ends what was not committed.
    await client.end();
  }
}

function relocked(locked: Buffer, present: string, next: string, purpose: LockedPurpose, owner: string): Buffer {
  const key = unlockKey(locked, present, purpose, owner);
  if (key === null) {
    throw new SigningKeysLocked(
      'AUTH_SECRET does not open the keys in this database: run this with the secret that they were locked under',
    );
  }
  return lockKey(key, next, purpose, owner);
}
