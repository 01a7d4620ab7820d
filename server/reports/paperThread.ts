import { answerTasks } from '../heavyWork/answerTasks.ts';
import { paperTasks } from './paperTasks.ts';

answerTasks(paperTasks);
