import { chmod, mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blockedAt, parsePasswd, permits, type OsAccount } from './osAccount.ts';

describe('parsePasswd', () => {
  it('reads the accounts and passes over what is none', () => {
    expect(parsePasswd('# comment:x:1:1\nroot:x:0:0:root:/root:/bin/bash\npostgres:x:101:104::/:/bin/sh\n\n')).toEqual([
      { name: 'root', uid: 0, gid: 0 },
      { name: 'postgres', uid: 101, gid: 104 },
    ]);
  });
});

describe('permits', () => {
  const account: OsAccount = { name: 'postgres', uid: 101, gid: 104 };
  it.each([
    ['its own', { uid: 101, gid: 0, mode: 0o700 }, 'x', true],
    ['its own, closed to itself though open to others', { uid: 101, gid: 0, mode: 0o077 }, 'x', false],
    ['its group', { uid: 0, gid: 104, mode: 0o710 }, 'x', true],
    ['its group, closed', { uid: 0, gid: 104, mode: 0o701 }, 'x', false],
    ["others'", { uid: 0, gid: 0, mode: 0o701 }, 'x', true],
    ["others', closed", { uid: 0, gid: 0, mode: 0o770 }, 'x', false],
    ["others', to read", { uid: 0, gid: 0, mode: 0o704 }, 'r', true],
    ["others', to enter but not to read", { uid: 0, gid: 0, mode: 0o701 }, 'r', false],
  ] as const)('%s', (_, entry, want, allowed) => {
    expect(permits(entry, account, want)).toBe(allowed);
  });
});

describe('blockedAt', () => {
  let folder: string;
  /** An account that owns nothing here. */
  const stranger: OsAccount = { name: 'stranger', uid: 54_321, gid: 54_321 };
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'manam-account-')));
    await mkdir(join(folder, 'a', 'b'), { recursive: true, mode: 0o755 });
    await writeFile(join(folder, 'a', 'b', 'file'), '');
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is null where the way is open', async () => {
    expect(await blockedAt(join(folder, 'a', 'b'), stranger, 'x')).toBeNull();
  });

  it('names the topmost folder that is closed', async () => {
    await chmod(join(folder, 'a', 'b'), 0o700);
    expect(await blockedAt(join(folder, 'a', 'b', 'file'), stranger, 'r')).toBe(join(folder, 'a', 'b'));
    await chmod(join(folder, 'a'), 0o700);
    expect(await blockedAt(join(folder, 'a', 'b', 'file'), stranger, 'r')).toBe(join(folder, 'a'));
  });

  it('opens for the owner of a folder', async () => {
    await chmod(folder, 0o700);
    const { uid, gid } = await stat(folder);
    expect(await blockedAt(join(folder, 'a'), { name: 'owner', uid, gid }, 'x')).toBeNull();
    expect(await blockedAt(join(folder, 'a'), stranger, 'x')).toBe(folder);
  });
});
