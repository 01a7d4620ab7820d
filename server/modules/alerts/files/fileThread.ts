import { answerTasks } from '../../../platform/concurrency/answerTasks.ts';
import { fileTasks } from './fileTasks.ts';

answerTasks(fileTasks);
