import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import shim from 'fabric-shim';
import ChaincodeServer from 'fabric-shim/lib/server.js';
import { z } from 'zod';

const handed = z.array(z.object({ eventId: z.string() }));

/**
 * The chaincode of an organisation that refuses the first event of whatever it is to record, by a code of the contract.
 * @returns what ends it
 */
export async function startRefusing(address: string, packageId: string): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), address, packageId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited]);
  return async () => {
    child.kill('SIGKILL');
    await exited;
  };
}

const [, program, address = '', ccid = ''] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  const refuses: ConstructorParameters<typeof ChaincodeServer>[0] = {
    Init: async () => shim.success(),
    Invoke: async (stub) => {
      const text = Buffer.from(stub.getTransient().get('events') ?? '[]').toString('utf8');
      const [event] = handed.parse(JSON.parse(text));
      if (event === undefined) return shim.success(Buffer.from('[]'));
      return shim.error(`STAGE_NOT_FORWARD: ${event.eventId} We do not want this`);
    },
  };
  await new ChaincodeServer(refuses, { ccid, address }).start();
  process.stdout.write('refusing\n');
}
