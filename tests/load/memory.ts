import { readFileSync } from 'node:fs';

/** Resident memory of a process, MB; Linux only. */
export function memoryMb(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}
