import { Threads } from '../../platform/concurrency/threads.ts';
import type { PdfTasks } from './pdfTasks.ts';

/** Threads for reports and PDF files. @param count number of threads */
export function pdfThreads(count: number): Threads<PdfTasks> {
  return new Threads<PdfTasks>(new URL('./pdfThread', import.meta.url), count);
}
