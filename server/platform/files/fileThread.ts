import { answerTasks } from '../concurrency/answerTasks.ts';
import { fileTasks } from './fileTasks.ts';

answerTasks(fileTasks);
