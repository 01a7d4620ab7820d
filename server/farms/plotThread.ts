import { answerTasks } from '../heavyWork/answerTasks.ts';
import { plotTasks } from './plotTasks.ts';

answerTasks(plotTasks);
