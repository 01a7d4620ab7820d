import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/support/scratch.ts';
import { proofFiles } from '../../../tests/support/proofFiles.ts';
import { proofGraph } from '../../../tests/support/proofGraph.ts';
import { packageRoot } from '../../platform/process/packageRoot.ts';
import { verifyScript } from '../../../tools/proof-script/verifyScript.ts';

const { roots, proofs } = await proofFiles();
const proof = JSON.stringify(proofs.get('delivered'));
const OWN = join(packageRoot, 'docs', 'verify-a-proof.mjs');

let folder: string;
beforeAll(async () => {
  folder = await scratchFolder('manam-script-');
  // By itself: nothing of the repository is beside it.
  await writeFile(join(folder, 'verify.mjs'), await readFile(OWN, 'utf8'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(file: string, ...options: string[]): Promise<{ status: number; said: string }> {
  await writeFile(join(folder, 'proof.json'), file);
  return new Promise((resolve) => {
    const call = ['verify.mjs', 'proof.json', ...options];
    const child = execFile(process.execPath, call, { cwd: folder, env: {} }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

const pinned = ['--roots', roots.join(',')];

describe('the script that checks a proof', () => {
  it('is made of the code that is here', async () => {
    const same = (await readFile(OWN, 'utf8')) === (await verifyScript());
    expect(same, 'docs/verify-a-proof.mjs differs from the code: run npm run generate').toBe(true);
  });

  it('says step by step what it proved, and what the lot is', async () => {
    const { status, said } = await run(proof, ...pinned, '--lot', 'LOT906');
    expect([status, said]).toEqual([0, expect.stringContaining('Proven. Recorded of the lot')]);
    expect(said.match(/^proven /gm)).toHaveLength(9);
    expect(said).toMatch(/^ +weight +62\.5$/m);
    expect(said).toMatch(/^proven +balance +62,500 g registered; 0 g used of it; 62,500 g left$/m);
  });

  it('takes fingerprints as they are printed elsewhere', async () => {
    const printed = roots.map((root) => root.toUpperCase().match(/../g)?.join(':')).join(', ');
    expect((await run(proof, '--roots', printed)).status).toBe(0);
  });

  it.each([
    ['another content', proof.replace('weightGrams\\":', 'weightGrams\\":1'), pinned, /^FAILED +events .*event \d/m],
    ['another lot than asked for', proof, [...pinned, '--lot', 'LOT701'], /^FAILED +fields .*lotId is LOT906/m],
    ['other roots', proof, ['--roots', '00'.repeat(32)], /^FAILED +roots .*other roots/m],
    ['no roots', proof, [], /^not checked +roots .*\n[^]*Not proven in full/m],
    ['half a file', proof.slice(0, 500), pinned, /^FAILED +file /m],
    [
      'a file of a later version',
      proof.replace('"v":1', '"v":3'),
      pinned,
      /^not checked +file +the file has version 3, which this script does not know.*\n[^]*Not proven in full/m,
    ],
  ])('proves nothing of %s', async (_what, file, options, reason) => {
    const { status, said } = await run(file, ...options);
    expect([status, said]).toEqual([1, expect.stringMatching(reason)]);
  });

  it('prints the balances of a whole proof, and names a gram that was changed', async () => {
    const graph = await proofGraph(12, 5);
    const trusted = ['--roots', graph.ledger.roots.join(',')];
    const whole = JSON.stringify(graph.whole);
    const { status, said } = await run(whole, ...trusted, '--balances');
    expect([status, said]).toEqual([0, expect.stringContaining(`Proven: 12 lots, ${graph.parts} parts`)]);
    expect(said.match(/^proven .* g used of it; [\d,]+ g left$/gm)).toHaveLength(12);

    const { lotKey } = graph.whole;
    const forged = graph.whole.proofs.map((one) => ({
      ...one,
      events: one.events.map((event) => {
        const { content } = event;
        return one.lotKey === lotKey
          ? {
              ...event,
              content: content.replace(/"weightGrams":(\d+)/, (_all, grams) => `"weightGrams":${+grams + 1}`),
            }
          : event;
      }),
    }));
    const changed = await run(JSON.stringify({ ...graph.whole, proofs: forged }), ...trusted);
    expect(changed.status).toBe(1);
    expect(changed.said).toMatch(
      new RegExp(`^FAILED .*key ${lotKey}\\), event 1, output: event 1 was changed.*here, .*elsewhere\\)$`, 'm'),
    );
    const cut = { ...graph.whole, proofs: graph.whole.proofs.slice(0, 1) };
    expect((await run(JSON.stringify(cut), ...trusted)).said).toMatch(/^not checked lot with key [0-9a-f]{32}: /m);
  });

  it.each([[['--roots', 'abc']], [['other.json']], [['--trust']]])('says how it is called, not %s', async (options) => {
    expect(await run(proof, ...options)).toMatchObject({ status: 2, said: expect.stringMatching(/^Usage: /) });
  });
});
