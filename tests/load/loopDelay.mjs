import { writeFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';

/*
 * Beside a measured server (`node --import`): on SIGUSR2 it writes what kept its event loop since the signal before, as JSON of milliseconds, to
 * the file that LOOP_DELAY_FILE names. `most` passed by the clock while a timer was due; `work` is the part of such a time in which the thread
 * had the processor: what the program itself did, rather than others on the machine; `gc` the longest collection of garbage.
 */
const STEP_MS = 1;
let most = 0;
let work = 0;
let gc = 0;
let at = performance.now();
let used = process.threadCpuUsage();

setInterval(() => {
  const [now, step] = [performance.now(), process.threadCpuUsage(used)];
  most = Math.max(most, now - at - STEP_MS);
  work = Math.max(work, (step.user + step.system) / 1_000);
  at = now;
  used = process.threadCpuUsage();
}, STEP_MS).unref();
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) gc = Math.max(gc, duration);
}).observe({ entryTypes: ['gc'] });

process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_DELAY_FILE, JSON.stringify({ most, work, gc }));
  [most, work, gc] = [0, 0, 0];
});
