import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import shim from 'fabric-shim';
import ChaincodeServer from 'fabric-shim/lib/server.js';
import { z } from 'zod';

const handed = z.array(z.object({ eventId: z.string() }));

/** A chaincode that refuses, as a process of its own. */
export interface Refusing {
  /** how often it was asked to begin a channel */
  begins(): number;
  end(): Promise<unknown>;
}

/**
 * The chaincode of an organisation that refuses the first event of whatever it is to record, by a code of the contract, and says of every channel
 * that it has begun.
 */
export async function startRefusing(address: string, packageId: string): Promise<Refusing> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), address, packageId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  let begins = 0;
  lines.on('line', (line) => (begins += line === 'begin' ? 1 : 0));
  await Promise.race([once(lines, 'line'), exited]);
  return {
    begins: () => begins,
    end: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const [, program, address = '', ccid = ''] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  const refuses: ConstructorParameters<typeof ChaincodeServer>[0] = {
    Init: async () => shim.success(),
    Invoke: async (stub) => {
      if (stub.getArgs()[0] === 'begin') {
        process.stdout.write('begin\n');
        return shim.error('ALREADY_BEGUN: The channel has begun');
      }
      const text = Buffer.from(stub.getTransient().get('events') ?? '[]').toString('utf8');
      const [event] = handed.parse(JSON.parse(text));
      if (event === undefined) return shim.success(Buffer.from('[]'));
      return shim.error(`STAGE_NOT_FORWARD: ${event.eventId} We do not want this`);
    },
  };
  await new ChaincodeServer(refuses, { ccid, address }).start();
  process.stdout.write('refusing\n');
}
