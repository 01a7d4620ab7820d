import { isShellFile } from './staffShell.ts';

/** Tells the worker which built files the page loaded. */
export interface StaffWorkerMessage {
  kind: 'keep';
  files: readonly string[];
}

/** A message of a page; null for anything else. Only built files are accepted. */
export function parseStaffWorkerMessage(data: unknown): StaffWorkerMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('files' in data)) return null;
  if (data.kind !== 'keep' || !Array.isArray(data.files)) return null;
  const files = data.files.filter((file): file is string => typeof file === 'string' && isShellFile(file));
  return { kind: 'keep', files };
}
