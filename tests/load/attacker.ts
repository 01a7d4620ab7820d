import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/*
 * A thread that sends given requests at a rate, without waiting for answers. In a thread, so that reading megabytes of
 * answers does not delay the measurements beside it.
 */
export const attack = z.object({
  url: z.string(),
  /** one after the other, again and again */
  requests: z.array(
    z.object({
      name: z.string(),
      method: z.enum(['GET', 'POST', 'PUT']),
      path: z.string(),
      body: z.string().nullable(),
      /** sent as the part `file` of a form */
      file: z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }).optional(),
      /** whether each comes with an idempotency key of its own */
      keyed: z.boolean().optional(),
    }),
  ),
  /** of somebody who signed in */
  token: z.string().optional(),
  perSecond: z.number().positive(),
  seconds: z.number().positive(),
});
export type Attack = z.infer<typeof attack>;

/** What was answered: how many of each name and status, and bytes. */
export interface Answered {
  counts: Record<string, number>;
  bytes: number;
}

parentPort?.postMessage(await run(attack.parse(workerData)), []);

async function run({ url, requests, token, perSecond, seconds }: Attack): Promise<Answered> {
  const answered: Answered = { counts: {}, bytes: 0 };
  const under: Promise<void>[] = [];
  for (let i = 0; i < perSecond * seconds; i += 1) {
    const one = requests[i % requests.length];
    if (one !== undefined) under.push(send(url, one, token, answered));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
  }
  await Promise.all(under);
  return answered;
}

async function send(
  url: string,
  { name, method, path, body, file, keyed }: Attack['requests'][number],
  token: string | undefined,
  answered: Answered,
): Promise<void> {
  let outcome: string;
  try {
    const form = new FormData();
    if (file !== undefined) form.set('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
    const response = await fetch(url + path, {
      method,
      body: file === undefined ? body : form,
      headers: {
        ...(file === undefined && body !== null ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(keyed === true ? { 'idempotency-key': randomUUID() } : {}),
      },
    });
    answered.bytes += (await response.arrayBuffer()).byteLength;
    outcome = String(response.status);
  } catch {
    outcome = 'broken off';
  }
  const key = `${name}: ${outcome}`;
  answered.counts[key] = (answered.counts[key] ?? 0) + 1;
}
