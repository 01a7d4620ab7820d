import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, type FabricConfig } from '../../server/config.ts';
import { checkProof } from '../../server/domain/proof/checkProof.ts';
import type { FabricProof } from '../../server/domain/proof/proofFile.ts';
import { readEnvelope } from '../../server/domain/proof/fabric/envelope.ts';
import { verifyConsistency } from '../../server/domain/proof/head.ts';
import { FabricLedger } from '../../server/ledger/fabric/fabricLedger.ts';
import { codeOf, describeLedger } from '../adapters/ledgerSuite.ts';
import { LotWriter } from '../adapters/lotEvents.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { until } from '../support/until.ts';

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function startNetwork(): Promise<FabricNetwork> {
  const network = await FabricNetwork.plan();
  ends.push(() => network.remove());
  await network.up();
  return network;
}

/** The settings that the network wrote for an organisation's server. */
async function settingsOf(network: FabricNetwork, organisation: number): Promise<FabricConfig> {
  const { organisations } = await network.network();
  const settings = parseEnv(await readFile(organisations[organisation]?.environment ?? '', 'utf8'));
  const { ledger } = readConfig(settings);
  if (ledger.driver !== 'fabric') throw new Error('The settings name another ledger');
  return ledger;
}

/** An envelope with the last bit of what its first endorser signed with turned. */
async function unsigned(text: string): Promise<string> {
  const bytes = Buffer.from(text, 'base64');
  const transaction = await readEnvelope(new Uint8Array(bytes));
  const signature = Buffer.from(transaction?.endorsements[0]?.signature ?? []);
  const end = bytes.indexOf(signature) + signature.length - 1;
  bytes[end] = (bytes[end] ?? 0) ^ 1;
  return bytes.toString('base64');
}

interface Server {
  ledger: FabricLedger;
  pool: Pool;
  database: TestDatabase;
}

/** A server of an organisation, with a database of its own. */
async function serverOf(config: FabricConfig): Promise<Server> {
  const database = await createDatabase();
  const pool = new Pool({ connectionString: database.url, max: 5 });
  pool.on('error', () => undefined);
  const ledger = await FabricLedger.open({ pool, config, heads: {} });
  ends.push(async () => {
    await ledger.close();
    await pool.end();
    await database.drop();
  });
  return { ledger, pool, database };
}

let network: FabricNetwork;
beforeAll(async () => {
  network = await startNetwork();
});

describeLedger('fabric ledger', async () => {
  const [coop, assurance] = await Promise.all([0, 1].map(async (at) => serverOf(await settingsOf(network, at))));
  if (coop === undefined || assurance === undefined) throw new Error('There are two organisations');
  // The short file holds no whole blocks, and nobody vouches here for those who order them.
  const unchecked = ['path: whole_blocks {}', 'headers: ordering_root {"organisation":"Manam Ordering"}'];
  return { ledger: coop.ledger, another: assurance.ledger, unchecked };
});

describe('fabric ledger: a proof', () => {
  it('has its headers proven by who knows the root of those who order blocks', async () => {
    const { ledger } = await serverOf(await settingsOf(network, 0));
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
      const { ledger } = await serverOf(await settingsOf(network, 0));
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
    const { ledger } = await serverOf(await settingsOf(network, 0));
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
    const servers = await Promise.all([0, 1].map(async (at) => serverOf(await settingsOf(network, at))));
    const heights = await Promise.all(servers.map(({ ledger }) => ledger.health()));
    const height = heights[0]?.height ?? 0;
    const heads = await Promise.all(
      servers.map(async ({ ledger }) => {
        await until(async () => ((await ledger.head().catch(() => null))?.blocks ?? 0) >= height, 'all blocks');
        return ledger.head(height);
      }),
    );
    expect(heads[0]).toMatchObject({ rootHash: heads[1]?.rootHash, ledgerId: heads[1]?.ledgerId });
  });
});
