import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

/** The account that the database server runs under. */
export interface OsAccount {
  uid: number;
  gid: number;
  name: string;
}

/**
 * Selects the account for the server, because PostgreSQL refuses to run as root. Null: the program runs as an ordinary
 * user, and so does the server. As root: the owner of the existing cluster, else the user `postgres`, else the standard
 * unprivileged user.
 * @param cluster the cluster folder, which need not exist
 * @throws EmbeddedPostgresError if root finds no account to use
 */
export async function serverAccount(cluster: string): Promise<OsAccount | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  const owner = await stat(cluster).catch(() => null);
  if (owner !== null && owner.uid !== 0) {
    const name = accounts.find(({ uid }) => uid === owner.uid)?.name ?? `number ${owner.uid}`;
    return { uid: owner.uid, gid: owner.gid, name };
  }
  for (const wanted of ['postgres', 'nobody']) {
    const account = accounts.find(({ name, uid }) => name === wanted && uid > 0);
    if (account !== undefined) return account;
  }
  throw new EmbeddedPostgresError(
    'The embedded database does not run as root, and there is no user postgres or nobody to run it: start the program as an ordinary user.',
  );
}

/** The lines of passwd(5). */
export function parsePasswd(passwd: string): OsAccount[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name === undefined || uid === undefined || gid === undefined || name.startsWith('#')
      ? []
      : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

/** Whether permission bits let an account enter a folder or run a program (`x`), or read a file (`r`). */
export function permits(
  entry: { uid: number; gid: number; mode: number },
  account: OsAccount,
  want: 'r' | 'x',
): boolean {
  const bit = want === 'r' ? 4 : 1;
  if (entry.uid === account.uid) return (entry.mode & (bit << 6)) !== 0;
  if (entry.gid === account.gid) return (entry.mode & (bit << 3)) !== 0;
  return (entry.mode & bit) !== 0;
}

/**
 * The topmost folder or file that blocks an account from a path, or null.
 * @param path absolute, real (no links), of something that exists
 */
export async function blockedAt(path: string, account: OsAccount, want: 'r' | 'x'): Promise<string | null> {
  const parent = dirname(path);
  const above = parent === path ? null : await blockedAt(parent, account, 'x');
  return above ?? (permits(await stat(path), account, want) ? null : path);
}
