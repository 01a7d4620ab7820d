import { setTimeout as delay } from 'node:timers/promises';

const FLUSH_MS = 200;

/**
 * Ends this process, also while names are being looked up. Node waits at its exit for every lookup that has begun or
 * waits its turn, and a network that is gone lets each of them hang for many seconds; then the process is replaced by one
 * that ends at once, where Node can do that (22.15, 23.11 and newer), else killed.
 */
export async function endProcess(status: number): Promise<never> {
  await Promise.race([new Promise((resolve) => process.stdout.write('', resolve)), delay(FLUSH_MS)]);
  if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) {
    process.emit('exit', status);
    process.execve?.(process.execPath, [process.execPath, '-e', `process.exit(${status})`]);
    process.kill(process.pid, 'SIGKILL');
  }
  process.exit(status);
}
