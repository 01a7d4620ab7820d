import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { version1, version1Proofs } from '../../../tests/support/version1Files.ts';
import { verifyProof } from './proof.ts';

const { roots, lots } = await version1();
const proofs = [...(await version1Proofs())];
const file = z.looseObject({
  lotKey: z.string(),
  events: z.array(z.looseObject({ content: z.string(), transaction: z.string() })),
});

/** What a proof lacks, in words: nothing for one that checks. */
async function faultsOf(proof: unknown): Promise<string[]> {
  const { valid, checks } = await verifyProof(proof, roots);
  const faults = checks.filter(({ outcome }) => outcome !== 'passed').map(({ name, text }) => `${name}: ${text}`);
  return valid || faults.length > 0 ? faults : ['not valid, and no check says why'];
}

describe('a proof file of version 1, as it was given out', () => {
  it.each(proofs)('checks against the roots of its time: %s', async (kind, proof) => {
    expect(await faultsOf(proof)).toEqual([]);
    const { state } = await verifyProof(proof, roots);
    const lotId = Object.keys(lots).find((id) => lots[id]?.kinds.includes(kind));
    expect(state?.clear.lotId).toBe(lotId);
  });

  it('holds a lot of each kind', () => {
    expect(proofs.map(([kind]) => kind)).toEqual(
      expect.arrayContaining(['anonymised', 'delivered', 'edited', 'erasedOwn', 'keptPlaceDone', 'moved', 'failing']),
    );
  });

  it.each(proofs)('does not check once a letter of it is another one: %s', async (_kind, proof) => {
    const { events, ...rest } = file.parse(proof);
    for (const [i, event] of events.entries()) {
      const content = event.content.replace('"at":"20', '"at":"21');
      const changed = events.with(i, { ...event, content });
      expect(await faultsOf({ ...rest, events: changed })).not.toEqual([]);
    }
    expect(await faultsOf({ ...rest, events: events.slice(1) })).not.toEqual([]);
  });

  it('does not check against other roots', async () => {
    for (const [, proof] of proofs) {
      expect(
        (
          await verifyProof(
            proof,
            roots.map(() => '00'.repeat(32)),
          )
        ).valid,
      ).toBe(false);
    }
  });
});
