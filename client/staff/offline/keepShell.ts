import { isShellFile } from './staffShell.ts';
import type { StaffWorkerMessage } from './workerMessage.ts';

const WORKER = '/admin/worker.js';

/**
 * Stores the staff area on this device, so that it opens without a connection. Call it once the first screen is shown:
 * it stores what that loaded. Without service workers nothing happens.
 */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(WORKER, { scope: '/admin/', updateViaCache: 'none' });
    // What a start without a connection shows must be among the files.
    await import('./OfflineGate.tsx');
    const { active } = await navigator.serviceWorker.ready;
    const message: StaffWorkerMessage = { kind: 'keep', files: loadedFiles() };
    active?.postMessage(message, []);
  } catch {
    // A browser may forbid it; then the staff area needs a connection.
  }
}

function loadedFiles(): string[] {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return [...new Set(paths.filter(isShellFile))];
}
