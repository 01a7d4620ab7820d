import { answerTasks } from '../../platform/concurrency/answerTasks.ts';
import { statementTasks } from './statementTasks.ts';

answerTasks(statementTasks);
