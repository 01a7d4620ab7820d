import { Threads } from '../heavyWork/threads.ts';
import type { PdfTasks } from './paperTasks.ts';

/** Threads in which reports and papers are made. @param count of them at once */
export function pdfThreads(count: number): Threads<PdfTasks> {
  return new Threads<PdfTasks>(new URL('./paperThread', import.meta.url), count);
}
