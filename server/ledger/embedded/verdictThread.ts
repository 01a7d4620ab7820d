import { answerTasks } from '../../heavyWork/answerTasks.ts';
import { verdictTasks } from './verdictTasks.ts';

answerTasks(verdictTasks);
