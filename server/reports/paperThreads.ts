import { Threads } from '../heavyWork/threads.ts';
import type { PaperTasks } from './paperTasks.ts';

/** Threads in which reports and papers are made. @param count of them at once */
export function paperThreads(count: number): Threads<PaperTasks> {
  return new Threads<PaperTasks>(new URL('./paperThread', import.meta.url), count);
}
