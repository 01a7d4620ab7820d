import { describe, expect, it } from 'vitest';
import { proofFiles, type ProofKind } from '../../../tests/support/proofFiles.ts';
import { checkProof } from './checkProof.ts';
import type { ProofStep } from './proofSteps.ts';
import type { ShownFields } from './shownFields.ts';

const { roots, lots, proofs } = await proofFiles();

/** What the public page showed of a lot of this kind. */
function shownOf(kind: ProofKind): ShownFields {
  return lots[kind].lot;
}

async function lastStep(kind: ProofKind, change: ShownFields, waiting = false): Promise<ProofStep | undefined> {
  const fields = { ...shownOf(kind), ...change };
  return (await checkProof(proofs.get(kind), { roots, fields, waiting })).steps.at(-1);
}

const differs = (field: string, shown: unknown, recorded: unknown) => ({
  code: 'fields',
  state: 'failed',
  reason: { code: 'shown_differs', values: { differences: [{ field, shown, recorded }] } },
});

describe('what is shown of a lot, held to its proof', () => {
  it.each(['delivered', 'edited', 'anonymised', 'moved', 'erasedFarmer', 'ofScales'] as const)(
    'is what was recorded, all of it: %s',
    async (kind) => {
      const { proven, steps } = await checkProof(proofs.get(kind), { roots, fields: shownOf(kind) });
      expect([kind, proven, steps.at(-1)]).toMatchObject([kind, true, { code: 'fields', state: 'proven' }]);
    },
  );

  it('is told apart, field by field, with both values', async () => {
    const { weight, harvestDate, cacaoVariety } = shownOf('delivered');
    expect(await lastStep('delivered', { weight: 9_999 })).toEqual(differs('weight', 9_999, weight));
    expect(await lastStep('delivered', { harvestDate: '2020-01-01' })).toEqual(
      differs('harvestDate', '2020-01-01', harvestDate),
    );
    expect(await lastStep('delivered', { lotId: 'LOT-OTHER' })).toMatchObject(
      differs('lotId', 'LOT-OTHER', expect.anything()),
    );
    expect(await lastStep('delivered', { certifications: ['Fair'] })).toMatchObject({ state: 'failed' });
    expect(await lastStep('delivered', { cacaoVariety: null })).toEqual(differs('cacaoVariety', null, cacaoVariety));
    expect(await lastStep('delivered', { farmerName: 'Somebody Else' })).toMatchObject({
      reason: { code: 'shown_differs', values: { differences: [{ field: 'farmerName', shown: 'Somebody Else' }] } },
    });
    expect(await lastStep('delivered', { latitude: 12.34 })).toMatchObject({
      reason: { code: 'shown_differs', values: { differences: [{ field: 'latitude', shown: 12.34 }] } },
    });
  });

  it('is not taken where the file does not open what was recorded of it', async () => {
    expect(await lastStep('anonymised', { farmerName: 'Ama Mensah' })).toEqual({
      code: 'fields',
      state: 'failed',
      reason: { code: 'not_opened', values: { field: 'farmerName' } },
    });
  });

  it('may be ahead of the ledger while a change waits, and is not proven then', async () => {
    expect(await lastStep('delivered', { weight: 9_999 }, true)).toMatchObject({
      state: 'not checked',
      reason: { code: 'waiting' },
    });
    expect(await lastStep('delivered', {}, true)).toMatchObject({ state: 'proven' });
  });

  it('is told step by step, each once, and nothing is checked after a step that failed', async () => {
    const told: string[] = [];
    const onStep = async ({ code, state }: ProofStep): Promise<void> => {
      await Promise.resolve();
      told.push(`${code} ${state}`);
    };
    const { steps } = await checkProof(proofs.get('delivered'), { roots, onStep, fields: { weight: 1 } });
    expect(told).toEqual(steps.map(({ code, state }) => `${code} ${state}`));
    expect(told).toEqual([
      'file proven',
      'roots proven',
      'events proven',
      'chain proven',
      'path proven',
      'headers proven',
      'signatures proven',
      'balance proven',
      'fields failed',
    ]);
    told.length = 0;
    const strangers = roots.map(() => '0'.repeat(64));
    const { proven, recorded } = await checkProof(proofs.get('delivered'), { roots: strangers, onStep });
    expect([proven, recorded]).toEqual([false, null]);
    expect(told.slice(1, 4)).toEqual(['roots failed', 'events not checked', 'chain not checked']);
  });
});
