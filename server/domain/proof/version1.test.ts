import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { proofFiles } from '../../../tests/support/proofFiles.ts';
import { proofFaults } from '../../../tests/support/proofFaults.ts';
import { checkProof } from './checkProof.ts';

const { roots, lots, ...fixture } = await proofFiles();
const proofs = [...fixture.proofs];
const file = z.looseObject({
  lotKey: z.string(),
  events: z.array(z.looseObject({ content: z.string(), transaction: z.string() })),
});

describe('a proof file of version 1, as it was given out', () => {
  it.each(proofs)('checks against the roots of its time: %s', async (kind, proof) => {
    expect(await proofFaults(proof, roots)).toEqual([]);
    const { recorded } = await checkProof(proof, { roots });
    expect(recorded?.clear.lotId).toBe(lots[kind].lot['lotId']);
  });

  it.each(proofs)('does not check once a letter of it is another one: %s', async (_kind, proof) => {
    const { events, ...rest } = file.parse(proof);
    for (const [i, event] of events.entries()) {
      const content = event.content.replace('"at":"20', '"at":"21');
      const changed = events.with(i, { ...event, content });
      expect(await proofFaults({ ...rest, events: changed }, roots)).not.toEqual([]);
    }
    expect(await proofFaults({ ...rest, events: events.slice(1) }, roots)).not.toEqual([]);
  });

  it('does not check against other roots', async () => {
    for (const [, proof] of proofs) {
      const others = roots.map(() => '00'.repeat(32));
      expect(await proofFaults(proof, others)).toEqual([expect.stringMatching(/^roots: other_roots /)]);
    }
  });
});
