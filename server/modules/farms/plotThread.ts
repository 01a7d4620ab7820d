import { answerTasks } from '../../platform/concurrency/answerTasks.ts';
import { plotTasks } from './plotTasks.ts';

answerTasks(plotTasks);
