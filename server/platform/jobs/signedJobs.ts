import { z } from 'zod';
import type { RowSigner } from '../row-signatures/rowSigner.ts';

/** The stored payload of a job: the task's payload and its signature. */
const signedPayload = z.object({ payload: z.unknown(), seal: z.string() });
export type SignedPayload = z.output<typeof signedPayload>;

/** A job that the program did not enqueue, or that was changed: it must not run. */
export class ForeignJob extends Error {
  override name = 'ForeignJob';
}

/** The error stored with such a job. */
export const FOREIGN_JOB = 'is not as the program enqueued it';

/** A job is valid only for its task and its key. */
function identityOf(task: string, jobKey: string | null): string {
  return `${task}\n${jobKey ?? ''}`;
}

export function signPayload(seals: RowSigner, task: string, jobKey: string | null, payload: object): SignedPayload {
  return { payload, seal: seals.seal('job', identityOf(task, jobKey), { payload }) };
}

/**
 * The payload that a job was enqueued with. @throws ForeignJob if its signature is missing or wrong; the error is
 * stored with the job's id
 */
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
