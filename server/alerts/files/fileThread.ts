import { answerTasks } from '../../heavyWork/answerTasks.ts';
import { fileTasks } from './fileTasks.ts';

answerTasks(fileTasks);
