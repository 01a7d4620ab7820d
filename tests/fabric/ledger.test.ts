import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkProof } from '../../server/domain/proof/checkProof.ts';
import type { FabricProof } from '../../server/domain/proof/proofFile.ts';
import { readFabricEnvelope } from '../../server/domain/proof/fabric/envelope.ts';
import { verifyConsistency } from '../../server/domain/proof/head.ts';
import { describeLedger } from '../adapters/ledgerSuite.ts';
import { codeOf } from '../adapters/outcomes.ts';
import { LotWriter } from '../adapters/lotEvents.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { FabricServers } from '../support/fabricServers.ts';
import { until } from '../support/until.ts';

/** An envelope with the last bit of what its first endorser signed with turned. */
async function unsigned(text: string): Promise<string> {
  const bytes = Buffer.from(text, 'base64');
  const transaction = await readFabricEnvelope(new Uint8Array(bytes));
  const signature = Buffer.from(transaction?.endorsements[0]?.signature ?? []);
  const end = bytes.indexOf(signature) + signature.length - 1;
  bytes[end] = (bytes[end] ?? 0) ^ 1;
  return bytes.toString('base64');
}

const servers = new FabricServers();
let network: FabricNetwork;
beforeAll(async () => {
  network = await FabricNetwork.plan();
  await network.up();
});
afterAll(async () => {
  await servers.end();
  await network?.remove();
});

describeLedger('fabric ledger', async () => {
  // Two of one organisation: each records in its own name alone.
  const [one, other] = [await servers.of(network, 0), await servers.of(network, 0)];
  // The short file holds no whole blocks, and the orderers' root is not given here.
  const unchecked = ['path: whole_blocks {}', 'headers: ordering_root {"organisation":"Manam Ordering"}'];
  return { ledger: one.ledger, another: other.ledger, unchecked };
});

describe('fabric ledger: a proof', () => {
  it('has its headers proven by who knows the root of those who order blocks', async () => {
    const { ledger } = await servers.of(network, 0);
    const lot = new LotWriter();
    await ledger.record([lot.created(), lot.stage('drying')]);
    const known = [...(await ledger.organisations()), await ledger.ordering()];
    const roots = known.map(({ rootFingerprint }) => rootFingerprint);
    const { proven, steps } = await checkProof(await ledger.proveLot(lot.lotKey), { roots });
    expect(proven).toBe(true);
    expect(steps.filter(({ state }) => state !== 'proven')).toMatchObject([{ code: 'path', state: 'not checked' }]);
    const whole = await checkProof(await ledger.proveLot(lot.lotKey, { whole: true }), { roots });
    expect(whole.steps.filter(({ state }) => state !== 'proven')).toEqual([]);
    expect(whole.newest?.number).toBeGreaterThan(0);
  });

  describe('that was changed', () => {
    type Change = [what: string, change: (file: FabricProof) => unknown, code: string];
    const forged: Change[] = [
      [
        'a content',
        ({ events: [event] }) => (event!.content = event!.content.replace('Trinitario', 'Criollo')),
        'events',
      ],
      ['the first event', ({ events }) => events.shift(), 'chain'],
      [
        'a signature of an endorser',
        async ({ transactions: [one] }) => (one!.envelope = await unsigned(one!.envelope)),
        'signatures',
      ],
      ['a header', ({ blocks: [block] }) => (block!.previousHash = 'a'.repeat(64)), 'headers'],
      ['a block', ({ blocks: [block] }) => block!.envelopes!.push(block!.envelopes![0]!), 'path'],
      ['the root of an organisation', (file) => (file.organisations[1] = file.organisations[0]!), 'roots'],
      [
        'the root of those who order',
        (file) => (file.ordering = { ...file.organisations[0]!, mspId: 'OtherMSP' }),
        'roots',
      ],
    ];
    it.each(forged)('is found out: %s', async (_what, change, code) => {
      const { ledger } = await servers.of(network, 0);
      const lot = new LotWriter();
      await ledger.record([lot.created(), lot.stage('drying')]);
      const roots = [...(await ledger.organisations()), await ledger.ordering()].map((one) => one.rootFingerprint);
      const whole = code !== 'signatures';
      const file = (await ledger.proveLot(lot.lotKey, { whole })) as FabricProof;
      await change(file);
      const { proven, steps } = await checkProof(JSON.parse(JSON.stringify(file)), { roots });
      expect([proven, steps.find(({ state }) => state === 'failed')?.code]).toEqual([false, code]);
    });
  });
});

describe('fabric ledger: blocks', () => {
  it('are followed, and make heads of which each extends the one before', async () => {
    const { ledger } = await servers.of(network, 0);
    await until(async () => ledger.head().catch(() => null), 'a head');
    const before = await ledger.head();
    expect(await ledger.record([new LotWriter().created()]).then(([one]) => codeOf(one))).toBe('recorded');
    await until(async () => ((await ledger.head())?.blocks ?? 0) > (before?.blocks ?? 0), 'a later head');
    const after = await ledger.head();
    const proof = await ledger.consistency(before?.blocks ?? 0, after?.blocks ?? 0);
    expect(proof).toMatchObject({ from: { rootHash: before?.rootHash }, to: { rootHash: after?.rootHash } });
    expect(proof !== null && (await verifyConsistency(proof))).toBe(true);
    expect(await ledger.head(before?.blocks)).toEqual(before);
    expect(await ledger.closedHead()).toBeNull();
    expect(await ledger.restorations()).toEqual([]);
  });

  it('are one chain for servers of both organisations', async () => {
    const both = await Promise.all([0, 1].map((at) => servers.of(network, at)));
    const heights = await Promise.all(both.map(({ ledger }) => ledger.health()));
    const height = heights[0]?.height ?? 0;
    const heads = await Promise.all(
      both.map(async ({ ledger }) => {
        await until(async () => ((await ledger.head().catch(() => null))?.blocks ?? 0) >= height, 'all blocks');
        return ledger.head(height);
      }),
    );
    expect(heads[0]).toMatchObject({ rootHash: heads[1]?.rootHash, ledgerId: heads[1]?.ledgerId });
  });
});
