import { z } from 'zod';

/*
 * The chaincode as a service beside one organisation's peer: `node dist/server/chaincode.js`, with
 *   CHAINCODE_SERVER_ADDRESS  host:port to listen at
 *   CHAINCODE_ID              the id of the package that the organisation installed on its peer
 * It needs nothing else of the program: neither its database nor its settings.
 */

const environment = z.object({
  CHAINCODE_SERVER_ADDRESS: z.string().regex(/^\S+:\d{1,5}$/),
  CHAINCODE_ID: z.string().regex(/^[\w.-]+:[0-9a-f]{64}$/),
});

const { data: given } = environment.safeParse(process.env);
if (given === undefined) {
  fail('CHAINCODE_SERVER_ADDRESS takes host:port, and CHAINCODE_ID the id of an installed package.');
} else {
  // A container's first process ends by no signal that it does not heed.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
  // The libraries read it when they are loaded. Below 'error' they write what they answer, contents too, into the log.
  process.env['CORE_CHAINCODE_LOGGING_LEVEL'] = 'ERROR';
  const { serve } = await import('./serve.ts');
  await serve(given.CHAINCODE_SERVER_ADDRESS, given.CHAINCODE_ID).then(
    () => process.stdout.write(`The chaincode listens at ${given.CHAINCODE_SERVER_ADDRESS}\n`),
    (error: unknown) => fail(`The chaincode does not start: ${error instanceof Error ? error.message : String(error)}`),
  );
}

function fail(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
