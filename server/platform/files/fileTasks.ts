import { cameraFacts, type CameraFacts } from './cameraFacts.ts';
import { detectFile, type FileType } from './fileContent.ts';

/** What is computed of files in a thread: of 10 MB it may take half a second. */
export const fileTasks = {
  /** As `detectFile`; the bytes that are stored, or null for bytes that are stored as they came, and what a camera wrote. */
  judge: (bytes: Uint8Array): { type: FileType; changed: Uint8Array | null; camera: CameraFacts | null } | null => {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const judged = detectFile(given);
    if (judged === null) return null;
    return { type: judged.type, changed: judged.bytes === given ? null : judged.bytes, camera: cameraFacts(given) };
  },
};
export type FileTasks = typeof fileTasks;
