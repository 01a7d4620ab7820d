import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of a process and its ended children so far, ms; Linux only. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}

/** The same of a process and all its children, living ones too: a PostgreSQL server with its connections. */
export function familyMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return children
    .filter((child) => child !== '')
    .reduce((sum, child) => {
      try {
        return sum + processorMs(Number(child));
      } catch {
        // It has ended meanwhile, and counts among the ended ones from now on.
        return sum;
      }
    }, processorMs(pid));
}
