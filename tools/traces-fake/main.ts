/*
 * Starts a fake of the EU Information System (API V3) for development and trials:
 *   npm run traces:fake -- [--port 4900] [--file state.json] [--numbers-after SECONDS] [--misbehave NAME ...]
 * Its state is in memory without --file. No statement goes to the EU.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { MISBEHAVIOURS } from './misbehaviours.ts';
import { FAKE_USER, TracesFake } from './tracesFake.ts';

const names = Object.keys(MISBEHAVIOURS);
const options = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(4900),
  file: z.string().min(1).optional(),
  'numbers-after': z.coerce.number().min(0).default(120),
  misbehave: z.array(z.enum(names)).default([]),
});

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    file: { type: 'string' },
    'numbers-after': { type: 'string' },
    misbehave: { type: 'string', multiple: true },
  },
});
const read = options.safeParse(values);
if (!read.success) {
  process.stderr.write(`${z.prettifyError(read.error)}\nMisbehaviours: ${names.join(', ')}\n`);
  process.exit(1);
}
const { port, file, 'numbers-after': seconds, misbehave } = read.data;
const fake = new TracesFake({ file: file ?? null, numbersAfterMs: seconds * 1_000 });
for (const name of misbehave) if (isMisbehaviour(name)) fake.misbehave(name);
const url = await fake.start(port);
process.stdout.write(
  [
    `Fake of the EU Information System. Settings of the server:`,
    `DUE_DILIGENCE_REGISTRY=traces-v3 TRACES_URL=${url} TRACES_USERNAME=${FAKE_USER.username} \\`,
    `TRACES_KEY=${FAKE_USER.key} TRACES_CLIENT_ID=${FAKE_USER.clientId}`,
    '',
  ].join('\n'),
);

function isMisbehaviour(name: string): name is keyof typeof MISBEHAVIOURS {
  return name in MISBEHAVIOURS;
}
