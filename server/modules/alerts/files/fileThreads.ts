import { Threads } from '../../../platform/concurrency/threads.ts';
import type { FileType } from './fileContent.ts';
import type { FileTasks } from './fileTasks.ts';

/** One for all callers of the process: a file takes a short time, and its bytes are held twice meanwhile. */
const threads = new Threads<FileTasks>(new URL('./fileThread', import.meta.url), 1);

/** As `judgeFile`, in a thread. @throws RequestTimeout */
export async function judgeInThread(bytes: Buffer): Promise<{ type: FileType; bytes: Buffer } | null> {
  const judged = await threads.run('judge', bytes);
  if (judged === null) return null;
  const { type, changed } = judged;
  return {
    type,
    bytes: changed === null ? bytes : Buffer.from(changed.buffer, changed.byteOffset, changed.byteLength),
  };
}
