import { parentPort } from 'node:worker_threads';
import type { TaskCall, TaskOutcome, Tasks } from './threads.ts';

/** Answers, in a thread, what `Threads` asks for. */
export function answerTasks(tasks: Tasks): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a thread');
  port.on('message', (call: TaskCall) => {
    void outcomeOf(tasks, call).then((outcome) => port.postMessage(outcome, movedWith(outcome)));
  });
}

async function outcomeOf(tasks: Tasks, { task, argument }: TaskCall): Promise<TaskOutcome> {
  try {
    const work = tasks[task];
    if (work === undefined) throw new Error(`There is no task ${task}`);
    // `Threads` types what it sends by the same tasks.
    return { value: await work(argument as never) };
  } catch (error) {
    return { error };
  }
}

/** Bytes that own their memory are handed over rather than copied. */
function movedWith(outcome: TaskOutcome): ArrayBuffer[] {
  const value = 'value' in outcome ? outcome.value : null;
  const whole =
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength;
  return whole ? [value.buffer] : [];
}
