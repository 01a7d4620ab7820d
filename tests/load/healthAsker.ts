import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/*
 * A thread that asks for one address again and again, the next time some milliseconds after the answer before, and tells on each message how
 * long each answer took since the message before. In a thread, so that what loads the server beside it delays none of its clocks.
 */
const { url, headers, pauseMs } = z
  .object({ url: z.string(), headers: z.record(z.string(), z.string()).default({}), pauseMs: z.number() })
  .parse(workerData);
const port = parentPort;
if (port === null) throw new Error('This module runs in a thread');

let took: number[] = [];
let failed = 0;
port.on('message', () => {
  port.postMessage({ took, failed }, []);
  [took, failed] = [[], 0];
});
for (;;) {
  const began = performance.now();
  const ok = await fetch(url, { headers }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
  took.push(performance.now() - began);
  if (!ok) failed += 1;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}
