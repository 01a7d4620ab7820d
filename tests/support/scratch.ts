import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** The clusters of a whole run take less than a third of this. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * A new folder for what does not outlive the run: in memory where Linux has room there, since making and removing the
 * hundreds of files of each database is most of its cost on a disk.
 */
export async function scratchFolder(prefix: string): Promise<string> {
  const room = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return mkdtemp(join(room >= ROOM_BYTES ? IN_MEMORY : tmpdir(), prefix));
}
