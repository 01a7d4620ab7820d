import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  access,
  constants,
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { blockedAt, permits, type OsAccount } from './osAccount.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

/** The role that initdb makes. */
export const SUPERUSER = 'manam';
const MAJOR_VERSION = '18';
const DRAFT = 'cluster.new-';

/** A data folder, prepared for the server's account. */
export interface DataFolder {
  /** real path */
  path: string;
  /** real path of the cluster in it, which need not exist yet */
  cluster: string;
  /** account of the server; null: the program's own */
  account: OsAccount | null;
}

/** Where a data folder holds its cluster. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'cluster');
}

/**
 * Makes the data folder if need be and lets the server's account enter it.
 * @throws EmbeddedPostgresError naming a folder above that keeps that account out
 */
export async function prepareDataFolder(dataDir: string, account: OsAccount | null): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be made (${error.code}): set DATA_DIR to another.`,
    );
  });
  const path = await realpath(dataDir);
  await access(path, constants.W_OK | constants.X_OK).catch(() => {
    throw new EmbeddedPostgresError(
      `The data folder ${path} belongs to another user: set DATA_DIR to one of your own.`,
    );
  });
  if (account !== null) {
    const folder = await stat(path);
    // The data folder belongs to the program, so it may be opened for passing through; folders above it do not. Its
    // secrets are closed one by one.
    if (!permits(folder, account, 'x')) await chmod(path, (folder.mode & 0o777) | 0o111);
    const blocked = await blockedAt(path, account, 'x');
    if (blocked !== null) {
      throw new EmbeddedPostgresError(
        `Started by root, the embedded database runs as user ${account.name}, who may not enter ${blocked}: set DATA_DIR to a folder such as /var/lib/manam-trace, or start the program as an ordinary user.`,
      );
    }
  }
  return { path, cluster: clusterIn(path), account };
}

/**
 * The superuser's password; creates password and cluster if the folder holds none. The cluster is made in a draft
 * folder and renamed, so a start that is killed leaves nothing that counts.
 * @param durable false: do not wait for the disk (tests)
 * @throws EmbeddedPostgresError when the existing cluster cannot be used
 */
export async function openCluster(
  { path, cluster, account }: DataFolder,
  binaries: Binaries,
  durable: boolean,
): Promise<{ password: string; made: boolean }> {
  const passwordFile = join(path, 'database-password');
  const kept = (await readIfThere(passwordFile))?.trim() ?? '';
  const version = (await readIfThere(join(cluster, 'PG_VERSION')))?.trim();
  if (version !== undefined) {
    if (version !== MAJOR_VERSION) {
      throw new EmbeddedPostgresError(
        `${cluster} was made by PostgreSQL ${version}, this version runs PostgreSQL ${MAJOR_VERSION}: dump it with the old one and restore it.`,
      );
    }
    if (kept === '')
      throw new EmbeddedPostgresError(`${passwordFile}, which opens ${cluster}, is missing: restore it from a backup.`);
    return { password: kept, made: false };
  }
  if ((await lstat(cluster).catch(() => null)) !== null) {
    throw new EmbeddedPostgresError(`${cluster} is there but holds no PostgreSQL cluster: move it away.`);
  }
  const password = kept === '' ? await makePassword(passwordFile) : kept;
  for (const name of await readdir(path)) {
    if (name.startsWith(DRAFT)) await rm(join(path, name), { recursive: true, force: true });
  }
  const draft = await mkdtemp(join(path, DRAFT));
  try {
    // initdb reads the password under the server's account, which cannot open the stored file when the program runs as
    // root.
    const copy = join(draft, 'password');
    await writeSecret(copy, password);
    if (account !== null) {
      await chown(copy, account.uid, account.gid);
      await chown(draft, account.uid, account.gid);
    }
    await initdb(binaries, join(draft, 'data'), copy, account, durable);
    await rename(join(draft, 'data'), cluster);
    await syncFolder(path);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return { password, made: true };
}

/**
 * Waits for its files to reach the disk before it ends (0.15 s of 0.55 s), so no answer depends on a volatile cluster.
 */
async function initdb(
  binaries: Binaries,
  folder: string,
  passwordFile: string,
  account: OsAccount | null,
  durable: boolean,
) {
  const options = [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    // Tests connect some thousand times.
    ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
  ];
  await promisify(execFile)(binaries.initdb, options, {
    cwd: dirname(folder),
    env: serverEnvironment(),
    ...identity(account),
  }).catch((error: Error & { stderr?: string }) => {
    throw new EmbeddedPostgresError(`The database cluster cannot be made: ${lastLine(error.stderr) ?? error.message}`);
  });
}

/** The user to spawn as. */
export function identity(account: OsAccount | null): { uid?: number; gid?: number } {
  return account === null ? {} : { uid: account.uid, gid: account.gid };
}

/** Our environment without PG* variables, which would change what the server and initdb do, and with a fixed language and time zone. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(rest), LC_ALL: 'C', TZ: 'UTC' };
}

/** The last line with content, without its time stamp. */
export function lastLine(text: string | undefined): string | undefined {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  const notification = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1);
  return notification?.replace(/^.*?(?=FATAL|PANIC|error:)/i, '').trim();
}

async function makePassword(file: string): Promise<string> {
  const password = randomBytes(32).toString('base64url');
  await writeSecret(file, password);
  return password;
}

async function writeSecret(file: string, secret: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; NTFS journals the rename itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Undefined if the file does not exist. */
async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(
      `${file} cannot be read (${error.code}): start the program as the user that it belongs to.`,
    );
  });
}
