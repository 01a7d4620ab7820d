import { answerTasks } from '../heavyWork/answerTasks.ts';
import { pdfTasks } from './paperTasks.ts';

answerTasks(pdfTasks);
