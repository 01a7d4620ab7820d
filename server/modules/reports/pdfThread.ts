import { answerTasks } from '../../platform/concurrency/answerTasks.ts';
import { pdfTasks } from './pdfTasks.ts';

answerTasks(pdfTasks);
