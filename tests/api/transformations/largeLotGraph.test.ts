import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkLotGraph } from '../../support/lotGraphRun.ts';

const LOTS = Number(process.env.GRAPH_LOTS ?? 3_000);
const SEED = Number(process.env.GRAPH_SEED ?? randomInt(2 ** 31));

it('a large random graph of lots is what an independent model makes of it', async () => {
  process.stdout.write(`GRAPH_SEED=${SEED} GRAPH_LOTS=${LOTS}\n`);
  const made = await checkLotGraph(LOTS, SEED);
  process.stdout.write(`${made}\n`);
  expect(made).toContain(`seed ${SEED}`);
}, 900_000);
