import { Threads } from '../concurrency/threads.ts';
import type { CameraFacts } from './cameraFacts.ts';
import type { FileType } from './fileContent.ts';
import type { FileTasks } from './fileTasks.ts';

/** One for all callers of the process: a file takes a short time, and its bytes are held twice meanwhile. */
const threads = new Threads<FileTasks>(new URL('./fileThread', import.meta.url), 1);

/** As `detectFile`, in a thread, with what the camera wrote of a photo. @throws RequestTimeout */
export async function detectFileInThread(
  bytes: Buffer,
): Promise<{ type: FileType; bytes: Buffer; camera: CameraFacts | null } | null> {
  const judged = await threads.run('judge', bytes);
  if (judged === null) return null;
  const { type, changed, camera } = judged;
  return {
    type,
    camera,
    bytes: changed === null ? bytes : Buffer.from(changed.buffer, changed.byteOffset, changed.byteLength),
  };
}
