import { z } from 'zod';
import type { RowSigner } from '../row-signatures/rowSigner.ts';

/** What stands in the queue: what the task is given, and the seal of it. */
const signedPayload = z.object({ payload: z.unknown(), seal: z.string() });
export type SignedPayload = z.output<typeof signedPayload>;

/** A job that the program did not enqueue, or not so: it must not run. */
export class ForeignJob extends Error {
  override name = 'ForeignJob';
}

/** How the queue remembers such a job. */
export const FOREIGN_JOB = 'is not as the program enqueued it';

/** A job fits its task and its key alone. */
function identityOf(task: string, jobKey: string | null): string {
  return `${task}\n${jobKey ?? ''}`;
}

export function signPayload(seals: RowSigner, task: string, jobKey: string | null, payload: object): SignedPayload {
  return { payload, seal: seals.seal('job', identityOf(task, jobKey), { payload }) };
}

/** What a job was enqueued with. @throws ForeignJob when its seal is missing or wrong; it is remembered under the job's id */
export function openPayload(
  seals: RowSigner,
  job: { id: string; task_identifier: string; key: string | null; payload: unknown },
): unknown {
  const { success, data } = signedPayload.safeParse(job.payload);
  const identity = identityOf(job.task_identifier, job.key);
  if (success && seals.check('job', identity, { payload: data.payload }, data.seal)) return data.payload;
  seals.broken.add('job', job.id);
  throw new ForeignJob(`The job ${job.id} (${job.task_identifier}) ${FOREIGN_JOB} and was not run`);
}
