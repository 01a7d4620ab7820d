import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it, onTestFinished } from 'vitest';
import { REQUEST } from '../../server/domain/messages/refusalMessages.ts';
import { copyFolder } from '../support/copyFolder.ts';
import { PASSWORD, signedIn } from '../support/drill.ts';
import { newLot } from '../support/newLot.ts';
import { restClient } from '../support/restClient.ts';
import { addUser, build, startServer } from '../support/serverProcess.ts';
import { until } from '../support/until.ts';

const MEGABYTE = 2 ** 20;
/** The database takes a third of it; below 256 MB nothing more is taken. */
const DISK_MEGABYTES = 700;
/** Who may make a file system of their own. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

const run = promisify(execFile);

/** A file system of its own size, in memory. */
async function smallDisk(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manam-small-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m,mode=0755`, 'tmpfs', folder]);
  onTestFinished(async () => {
    await run('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / MEGABYTE;
}

it.skipIf(!mayMount)(
  'on a disk that runs full nothing more is written, reading, public pages and signing in go on, and all is well once there is room (root on Linux alone can make such a disk)',
  async () => {
    await build();
    const disk = await smallDisk();
    const dataDir = join(disk, 'data');
    await copyFolder(inject('templateFolder'), dataDir);
    await chmod(disk, 0o755);
    const env = {
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'false',
      FOREST: 'sample',
      PUBLIC_RATE_LIMIT: '0',
      STAFF_RATE_LIMIT: '0',
      LOG_LEVEL: 'silent',
    };
    await addUser(env, PASSWORD, 'processor', 'processor');
    const server = await startServer(env);
    onTestFinished(async () => void (await server.stop()));
    const first = await signedIn(server.url, 'processor');
    expect((await first.send('POST', '/lots', newLot({ lotId: 'LOT1' }))).status).toBe(201);
    const filler = join(disk, 'filler');

    const leave = async (megabytes: number): Promise<void> => {
      const more = Math.floor((await freeMegabytes(disk)) - megabytes);
      await writeFile(filler, Buffer.alloc(more * MEGABYTE), { flag: 'a' });
    };
    const create = (lotId: string) => first.send('POST', '/lots', newLot({ lotId }));
    const readsGoOn = async (): Promise<void> => {
      for (const path of ['/lots', '/lots/LOT1', '/dashboard/stats', '/alerts', '/health']) {
        expect([path, (await first.get(path)).status]).toEqual([path, 200]);
      }
      expect((await restClient(server.url).get('/lots/public/LOT1')).status).toBe(200);
      for (const path of ['/', '/verify/LOT1', '/admin/login']) {
        expect([path, (await fetch(`${server.url}${path}`)).status]).toEqual([path, 200]);
      }
    };

    // Little is left: kept for those who sign in.
    await leave(200);
    const edit = () => first.send('PATCH', '/lots/LOT1', { weight: 40 });
    await until(async () => (await edit()).status === 507, 'writes to be refused');
    const refused = await create('LOT2');
    expect([refused.status, refused.body.said, refused.headers.get('retry-after')]).toEqual([
      507,
      REQUEST.diskFull({}),
      '60',
    ]);
    await readsGoOn();
    const second = await signedIn(server.url, 'processor');
    expect((await second.get('/lots')).data.lots).toHaveLength(1);
    expect((await restClient(server.url).get('/health')).data.database.status).toBe('degraded');

    // Nothing is left at all: what is there is read all the same.
    await leave(0);
    expect(await freeMegabytes(disk)).toBeLessThan(1);
    await readsGoOn();
    expect((await create('LOT2')).status).toBe(507);
    await signedIn(server.url, 'processor');

    await rm(filler);
    await until(async () => (await create('LOT2')).status === 201, 'writes to be taken again');
    expect((await first.get('/lots')).data.lots).toHaveLength(2);
  },
);
