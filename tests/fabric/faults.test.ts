import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { GatewayError } from '@hyperledger/fabric-gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../tools/fabric-network/layout.ts';
import { LedgerAway, type Ledger, type LedgerEvent, type RecordOutcome } from '../../server/domain/ledger/ledger.ts';
import { codeOf } from '../adapters/outcomes.ts';
import { LotWriter, withChange } from '../adapters/lotEvents.ts';
import { copyOf } from '../support/database.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { keepDown, killProcess, type ProcessName } from '../support/fabricProcesses.ts';
import { FabricServers, recordedOn, settingsOf, type FabricServer } from '../support/fabricServers.ts';
import { startRefusing } from '../support/refusingChaincode.ts';
import { until } from '../support/until.ts';

const servers = new FabricServers();
const networks: FabricNetwork[] = [];

async function startNetwork(): Promise<FabricNetwork> {
  const planned = await FabricNetwork.plan();
  networks.push(planned);
  await planned.up();
  return planned;
}

let network: FabricNetwork;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(async () => {
  await servers.end();
  for (const one of networks) await one.remove();
});

const hashOf = ({ content }: LedgerEvent): string => createHash('sha256').update('\0').update(content).digest('hex');
const heightOf = async ({ ledger }: FabricServer): Promise<number> => (await ledger.health()).height ?? 0;
const statusOf = async ({ ledger }: FabricServer, mspId: string) =>
  (await ledger.health()).peers.find((peer) => peer.mspId === mspId)?.status;
const submissionsOf = async ({ pool }: FabricServer): Promise<number> =>
  (await pool.query('select from fabric_submission')).rowCount ?? 0;

/** What the network said of a call, which an error carries. */
function causesOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return cause instanceof GatewayError ? JSON.stringify(cause.details) : '';
}

const MEMBERS = ['ManamCoopMSP', 'ManamAssuranceMSP'];

/** Lots of four events each, in the name of an organisation. */
function someLots(count: number, organisation = 0): { lots: LotWriter[]; events: LedgerEvent[] } {
  const lots = Array.from({ length: count }, () => new LotWriter(MEMBERS[organisation]));
  const events = lots.map((lot) => lot.created());
  for (const stage of ['fermented', 'drying', 'processed'] as const)
    events.push(...lots.map((lot) => lot.stage(stage)));
  return { lots, events };
}

/** Records events as the outbox does: batch after batch, each again until the ledger is not away. */
async function recordAll(ledger: Ledger, events: readonly LedgerEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += 50) {
    const batch = events.slice(from, from + 50);
    let refused: unknown;
    await until(
      async () => {
        try {
          const outcomes = await ledger.record(batch);
          expect(outcomes.map(codeOf)).toEqual(batch.map(() => 'recorded'));
          return true;
        } catch (error) {
          if (error instanceof LedgerAway) return false;
          refused = error;
          return true;
        }
      },
      'the ledger to record a batch',
      { withinMs: 60_000 },
    );
    if (refused !== undefined) throw refused;
  }
}

/** Hands one event over again while the ledger is away, as it is to a peer that is a block ahead of the other one. */
async function untilAnswered(ledger: Ledger, event: LedgerEvent): Promise<RecordOutcome[]> {
  return until(
    () =>
      ledger.record([event]).catch((error: unknown) => {
        if (error instanceof LedgerAway) return null;
        throw error;
      }),
    'the ledger to answer',
  );
}

/** Each event stands on the channel once, and each lot's in their order. */
async function expectWhole(lots: readonly LotWriter[], events: readonly LedgerEvent[]): Promise<void> {
  const own = new Set(events.map(hashOf));
  const recorded = (await recordedOn(await settingsOf(network, 1))).filter((hash) => own.has(hash));
  expect(recorded.length).toBe(own.size);
  expect(new Set(recorded)).toEqual(own);
  const { ledger } = await servers.of(network, 1);
  const chains = await ledger.readLots(lots.map(({ lotKey }) => lotKey));
  for (const { lotKey } of lots) {
    const entries = chains.get(lotKey)?.entries ?? [];
    expect(entries.map(({ content }) => content)).toEqual(
      events.filter((event) => event.lotKey === lotKey).map(({ content }) => content),
    );
    expect(entries.every(({ transactionValid, blockValid }) => transactionValid && blockValid)).toBe(true);
  }
}

describe('while one organisation does not answer', () => {
  it.each(['peer-assurance', 'chaincode-assurance'] as const)(
    'nothing is recorded, and it is told whose peer is away: %s',
    async (name) => {
      const server = await servers.of(network, 0);
      await until(async () => (await statusOf(server, 'ManamAssuranceMSP')) === 'up', 'both peers');
      const { lots, events } = someLots(3);
      const height = await heightOf(server);
      const bringBack = await keepDown(network, name);
      try {
        await expect(server.ledger.record(events)).rejects.toThrow(LedgerAway);
        const health = await server.ledger.health();
        expect(health).toMatchObject({
          status: 'up',
          height,
          trouble: { code: 'ledger.organisation_away', values: { organisation: 'Manam Assurance' } },
        });
        expect(health.peers.map(({ mspId, status }) => [mspId, status])).toEqual([
          ['ManamCoopMSP', 'up'],
          ['ManamAssuranceMSP', 'down'],
        ]);
        expect(await submissionsOf(server)).toBe(0);
      } finally {
        await bringBack();
      }
      await recordAll(server.ledger, events);
      await expectWhole(lots, events);
      await until(async () => (await server.ledger.health()).peers.every(({ status }) => status === 'up'), 'both up');
      expect(await server.ledger.health()).not.toHaveProperty('trouble');
    },
  );
});

describe('while one organisation refuses', () => {
  it('nothing is recorded, and nothing counts as refused', async () => {
    const server = await servers.of(network, 0);
    // The channel has begun.
    await recordAll(server.ledger, someLots(1).events);
    const { lots, events } = someLots(3);
    const height = await heightOf(server);
    const { organisations } = await network.network();
    const [, { chaincode, packageId } = { chaincode: null, packageId: '' }] = organisations;
    if (chaincode === null) throw new Error('There are two organisations');
    const bringBack = await keepDown(network, 'chaincode-assurance');
    const { end } = await startRefusing(addressOf(chaincode), (await readFile(packageId, 'utf8')).trim());
    try {
      const refused = await server.ledger.record(events).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(LedgerAway);
      // It is refused indeed, and not away.
      expect(causesOf(refused)).toContain('We do not want this');
      expect(await heightOf(server)).toBe(height);
      expect(await submissionsOf(server)).toBe(0);
    } finally {
      await end();
      await bringBack();
    }
    await recordAll(server.ledger, events);
    await expectWhole(lots, events);
  });
});

describe('on a channel that begins', () => {
  it('an organisation that has the beginning before ours is asked again', async () => {
    const fresh = await startNetwork();
    const server = await servers.of(fresh, 0);
    const { organisations } = await fresh.network();
    const [, { chaincode, packageId } = { chaincode: null, packageId: '' }] = organisations;
    if (chaincode === null) throw new Error('There are two organisations');
    const bringBack = await keepDown(fresh, 'chaincode-assurance');
    const refusing = await startRefusing(addressOf(chaincode), (await readFile(packageId, 'utf8')).trim());
    const { events } = someLots(1);
    const first = server.ledger.record(events).catch((error: unknown) => error);
    try {
      await until(() => refusing.begins() > 1, 'the other organisation to be asked again');
    } finally {
      await refusing.end();
      await bringBack();
    }
    await first;
    await recordAll(server.ledger, events);
    expect(await server.ledger.record(events).then((outcomes) => outcomes.map(codeOf))).toEqual(
      Array(4).fill('recorded'),
    );
    await fresh.remove();
  });
});

describe('killed in the middle of load', () => {
  it.each<ProcessName>(['chaincode-coop', 'chaincode-assurance', 'peer-coop', 'peer-assurance', 'ordering'])(
    '%s comes again, and each of 400 events is recorded once, in order',
    async (name) => {
      const server = await servers.of(network, 0);
      const { lots, events } = someLots(100);
      const before = await heightOf(server);
      let ended = false;
      const recording = recordAll(server.ledger, events).finally(() => (ended = true));
      // Some of them are in blocks, most are not.
      await until(async () => (await network.height(1)) > before + 3, 'the first blocks', { lookMs: 10 });
      // Else the kill comes too late to meet anything.
      expect(ended).toBe(false);
      await killProcess(network, name);
      await recording;
      await expectWhole(lots, events);
      expect(await submissionsOf(server)).toBe(0);
    },
  );
});

describe('two organisations that change the same lots at once', () => {
  it('are taken one of two each, and both read the same', async () => {
    const [coop, assurance] = await Promise.all([servers.of(network, 0), servers.of(network, 1)]);
    const lots = Array.from({ length: 20 }, () => new LotWriter());
    await recordAll(
      coop.ledger,
      lots.map((lot) => lot.created()),
    );
    const ours = lots.map((lot) => lot.stage('fermented'));
    const theirs = ours.map((event, i) => {
      const eventId = String(i).padStart(32, 'd');
      return { ...withChange(event, (content) => Object.assign(content, { eventId, org: MEMBERS[1] })), eventId };
    });
    const [here, there] = await Promise.all([
      Promise.all(ours.map((event) => untilAnswered(coop.ledger, event))),
      Promise.all(theirs.map((event) => untilAnswered(assurance.ledger, event))),
    ]);
    for (const i of lots.keys()) {
      const codes = [...(here[i] ?? []), ...(there[i] ?? [])].map(codeOf).sort();
      expect(codes).toEqual(['OUT_OF_ORDER', 'recorded']);
    }
    const both = new Set([...ours, ...theirs].map(hashOf));
    expect((await recordedOn(await settingsOf(network, 0))).filter((hash) => both.has(hash))).toHaveLength(20);
    for (const { lotKey } of lots)
      expect(await coop.ledger.readLot(lotKey)).toEqual(await assurance.ledger.readLot(lotKey));
  });
});

describe('a server', () => {
  const rows = async ({ pool }: FabricServer) =>
    (await pool.query(`select number::int, header_hash, followed_at from fabric_block b order by b.number`)).rows;
  const followed = (server: FabricServer, to: FabricServer): Promise<unknown> =>
    until(async () => (await rows(server)).length >= (await heightOf(to)), 'all blocks');

  it('goes on where its tables end, also those of a backup', async () => {
    const config = await settingsOf(network, 0);
    const database = await servers.database();
    const first = await servers.on(config, database);
    const early = someLots(5);
    await recordAll(first.ledger, early.events);
    await followed(first, first);
    await first.close();
    const backup = await copyOf(database);
    const second = await servers.on(config, database);
    const late = someLots(5);
    await recordAll(second.ledger, late.events);
    await followed(second, second);
    const newest = await rows(second);
    const head = await second.ledger.head();
    await second.close();

    const restored = await servers.on(config, backup);
    try {
      await followed(restored, restored);
      const again = await rows(restored);
      expect(again.map(({ number, header_hash: hash }) => [number, hash])).toEqual(
        newest.map(({ number, header_hash: hash }) => [number, hash]),
      );
      expect(await restored.ledger.head()).toMatchObject({ rootHash: head?.rootHash, blocks: head?.blocks });
      // What the backup does not know of is recorded all the same, and not once more.
      await recordAll(restored.ledger, [...early.events, ...late.events]);
      await expectWhole(late.lots, [...early.events, ...late.events]);
      expect(await restored.ledger.health()).not.toHaveProperty('trouble');
    } finally {
      await restored.close();
      await backup.drop();
    }
  });

  it('names what the channel records and its tables lack', async () => {
    const [coop, assurance] = await Promise.all([servers.of(network, 0), servers.of(network, 1)]);
    const { events } = someLots(1, 1);
    await recordAll(assurance.ledger, events);
    await followed(coop, assurance);
    const { rows: known } = await coop.pool.query<{ hash: string }>('select content_hash as hash from fabric_event');
    expect(known.map(({ hash }) => hash)).toEqual(expect.arrayContaining(events.map(hashOf)));
    const findings = await coop.ledger.checkHeads();
    expect(findings[0]).toEqual({
      table: 'lot_event',
      row: known.map(({ hash }) => hash).sort()[0],
      fault: 'is recorded on the channel under this hash, and the database lacks it',
    });
    expect((await coop.pool.query('select from lot_event')).rowCount).toBe(0);
  });

  it.each([0, 1])('reads all from a peer that was made again from nothing: organisation %i', async (organisation) => {
    const server = await servers.of(network, organisation);
    const { lots, events } = someLots(10, organisation);
    await recordAll(server.ledger, events);
    const keys = lots.map(({ lotKey }) => lotKey);
    const before = await server.ledger.readLots(keys);
    const { organisations } = await network.network();
    await network.down();
    await rm(organisations[organisation]?.data ?? '', { recursive: true });
    await network.up();
    await until(async () => {
      const chains = await server.ledger.readLots(keys);
      return keys.every((key) => chains.get(key)?.entries.length === 4);
    }, 'the other peer to send private data');
    expect(await server.ledger.readLots(keys)).toEqual(before);
    const fresh = await servers.of(network, organisation);
    expect(await fresh.ledger.readLots(keys)).toEqual(before);
    await recordAll(server.ledger, [...events, new LotWriter(MEMBERS[organisation]).created()]);
    await followed(server, server);
    expect(await server.ledger.health()).not.toHaveProperty('trouble');
  });

  it.each(['shorter', 'longer'])('does not take the blocks of another, %s channel for its own', async (which) => {
    const other = await startNetwork();
    await recordAll((await servers.of(other, 0)).ledger, someLots(1).events);
    const [known, strange] = which === 'shorter' ? [network, other] : [other, network];
    const database = await servers.database();
    const first = await servers.on(await settingsOf(known, 0), database);
    await followed(first, first);
    await first.close();
    const server = await servers.on(await settingsOf(strange, 0), database);
    const before = await rows(server);
    const health = await until(async () => {
      const said = await server.ledger.health();
      return said.status === 'up' && said.trouble !== undefined && said;
    }, 'trouble to be told');
    const code = expect.stringMatching(/^ledger\.(other_block|block_not_linked)$/);
    expect(health).toMatchObject({ trouble: { code } });
    expect(await rows(server)).toEqual(before);
    expect(await server.ledger.checkHeads()).toContainEqual(
      expect.objectContaining({ table: 'fabric_block', row: 'head' }),
    );
    await other.remove();
  });
});
