import { Threads } from '../../platform/concurrency/threads.ts';
import type { PdfTasks } from './pdfTasks.ts';

/** Threads in which reports and papers are made. @param count of them at once */
export function pdfThreads(count: number): Threads<PdfTasks> {
  return new Threads<PdfTasks>(new URL('./pdfThread', import.meta.url), count);
}
