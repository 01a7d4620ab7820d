import { answerTasks } from '../../platform/concurrency/answerTasks.ts';
import { verdictTasks } from './verdictTasks.ts';

answerTasks(verdictTasks);
