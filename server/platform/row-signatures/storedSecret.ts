import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Client } from 'pg';
import { authSecret, storedSecret, secretFile, type Config } from '../config.ts';
import { unlockKey } from './lockedKey.ts';

/** Where a new secret is written before the keys are locked under it. */
function nextFile(config: Pick<Config, 'dataDir'>): string {
  return `${secretFile(config)}.next`;
}

/**
 * The secret that a migrated database is opened with: AUTH_SECRET, else the kept one. When a change of the kept one was cut off,
 * either may be the right one: the one that opens the keys is, and the change is brought to its end or taken back.
 * @param url of the database
 * @throws ConfigError when a kept secret cannot be read
 */
export async function openingSecret(config: Pick<Config, 'authSecret' | 'dataDir'>, url: string): Promise<string> {
  const present = await authSecret(config);
  const next = config.authSecret === null ? await storedSecret(nextFile(config)) : null;
  if (next === null) return present;
  if (await opensKeys(url, next)) {
    await adoptNextSecret(config);
    return next;
  }
  await rm(nextFile(config));
  return present;
}

/** Writes a new secret beside the kept one, for good. */
export async function writeNextSecret(config: Pick<Config, 'dataDir'>, secret: string): Promise<void> {
  const handle = await open(nextFile(config), 'w', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(config);
}

/** Puts the new secret in the place of the old one, in one step. */
export async function adoptNextSecret(config: Pick<Config, 'dataDir'>): Promise<void> {
  await rename(nextFile(config), secretFile(config));
  await syncFolder(config);
}

/** So that the names of files outlive a loss of power. */
async function syncFolder(config: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = await open(dirname(secretFile(config)), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function opensKeys(url: string, secret: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; locked: Buffer }>(
      'select id, locked_key as locked from seal_key order by created_at, id',
    );
    return rows.length > 0 && rows.every(({ id, locked }) => unlockKey(locked, secret, 'seal-key', id) !== null);
  } finally {
    await client.end();
  }
}
