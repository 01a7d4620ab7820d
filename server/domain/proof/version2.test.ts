import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../platform/process/packageRoot.ts';
import { checkProof } from './checkProof.ts';
import { checkWholeProof } from './wholeProof.ts';

const fixture = z.object({
  roots: z.array(z.string()),
  whole: z.looseObject({
    proofs: z.array(
      z.looseObject({ v: z.literal(2), lotKey: z.string(), events: z.array(z.looseObject({ content: z.string() })) }),
    ),
  }),
});
const path = join(packageRoot, 'tests', 'fixtures', 'proofs', 'wholeVersion2.json');
const { roots, whole } = fixture.parse(JSON.parse(await readFile(path, 'utf8')));

describe('a whole proof of proof files of version 2, as it was given out', () => {
  it('checks against the roots of its time', async () => {
    const { proven, lots, totals } = await checkWholeProof(whole, { roots });
    expect([proven, totals]).toEqual([
      true,
      { lots: 4, parts: 3, registered: 80_000, lost: 1_000, restated: 0, left: 79_000 },
    ]);
    expect(lots.map(({ balance }) => balance?.left)).toEqual([9_000, 30_000, 30_000, 10_000]);
  });

  it('has files that check one by one, with the lots that they were made of open', async () => {
    const checked = await Promise.all(whole.proofs.map(async (proof) => checkProof(proof, { roots })));
    const open = checked.map(({ steps }) =>
      steps.flatMap((step) => (step.state === 'proven' ? [] : [`${step.code}: ${step.reason.code}`])),
    );
    expect(open).toEqual([['balance: inputs_closed'], ['balance: inputs_closed'], [], []]);
  });

  it('does not check once a figure of it is another one', async () => {
    for (const [at, proof] of whole.proofs.entries()) {
      for (const [i, event] of proof.events.entries()) {
        const content = event.content.replace(/"(grams|weightGrams)":(\d+)/, (_all, name, grams) => {
          return `"${name}":${Number(grams) + 1}`;
        });
        if (content === event.content) continue;
        const changed = { ...proof, events: proof.events.with(i, { ...event, content }) };
        const { proven, faults } = await checkWholeProof(
          { ...whole, proofs: whole.proofs.with(at, changed) },
          { roots },
        );
        expect([proven, faults.map(({ lotKey, event: number }) => [lotKey, number])]).toEqual([
          false,
          [[proof.lotKey, i + 1]],
        ]);
      }
    }
  });
});
