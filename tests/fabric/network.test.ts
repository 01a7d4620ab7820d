import { existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runningProcesses } from '../../tools/fabric-network/networkProcesses.ts';
import { isRunning } from '../../server/platform/process/processes.ts';
import { LotWriter } from '../adapters/lotEvents.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { until } from '../support/until.ts';

const NAMES = ['chaincode-assurance', 'chaincode-coop', 'ordering', 'peer-assurance', 'peer-coop', 'supervisor'];

const networks: FabricNetwork[] = [];
async function planned(): Promise<FabricNetwork> {
  const network = await FabricNetwork.plan();
  networks.push(network);
  return network;
}
afterAll(() => Promise.all(networks.map((network) => network.remove())));

const names = async ({ folder }: FabricNetwork): Promise<string[]> =>
  (await runningProcesses(folder)).map(({ name }) => name).sort();
const pidOf = async ({ folder }: FabricNetwork, wanted: string): Promise<number> =>
  (await runningProcesses(folder)).find(({ name }) => name === wanted)?.pid ?? 0;

/** Begins the ledger and records a lot of two events. */
async function recordLot(network: FabricNetwork): Promise<string> {
  const lot = new LotWriter();
  await network.invoke('begin', ['{"closes":null}'], { salt: '5a'.repeat(32) });
  await network.invoke('record', ['1'], { events: JSON.stringify([lot.created(), lot.stage('drying')]) });
  return lot.lotKey;
}

const lotOf = (network: FabricNetwork, lotKey: string, organisation = 0): Promise<unknown> =>
  network.query('readLots', [JSON.stringify([lotKey]), '1'], organisation);
const readLots = z.object({ lots: z.array(z.object({ events: z.array(z.object({ contentHash: z.string() })) })) });
const twoEvents = { lots: [{ head: { seq: 2, stage: 'drying' }, events: [{ seq: 1 }, { seq: 2 }] }], next: null };

describe('a network of two organisations', () => {
  let network: FabricNetwork;
  let lotKey: string;
  beforeAll(async () => {
    network = await planned();
    await network.up();
    lotKey = await recordLot(network);
  });

  it('comes up from nothing, and both peers hold what is recorded, with its contents', async () => {
    expect(await names(network)).toEqual(NAMES);
    for (const organisation of [0, 1]) expect(await lotOf(network, lotKey, organisation)).toMatchObject(twoEvents);
  });

  it('refuses on every peer what the rules refuse, by its code', async () => {
    const event = new LotWriter().stage('drying');
    const height = await network.height();
    await expect(network.invoke('record', ['1'], { events: JSON.stringify([event]) })).rejects.toThrow(
      `LOT_MISSING: ${event.eventId}`,
    );
    expect(await network.height()).toBe(height);
  });

  it('takes nothing that one organisation alone endorses', async () => {
    const lot = new LotWriter();
    const events = JSON.stringify([lot.created()]);
    await expect(network.invoke('record', ['1'], { events }, { endorsing: 1 })).rejects.toThrow(
      /ENDORSEMENT_POLICY_FAILURE/,
    );
    expect(await lotOf(network, lot.lotKey)).toMatchObject({ lots: [{ head: null }] });
    await network.invoke('record', ['1'], { events });
  });

  it("takes an organisation's events in its own name, and from no other", async () => {
    const ours = new LotWriter().created();
    const theirs = new LotWriter('ManamAssuranceMSP').created();
    const handed = (event: object) => ({ events: JSON.stringify([event]) });
    const height = await network.height();
    await expect(network.invoke('record', ['1'], handed(ours), { by: 1 })).rejects.toThrow(
      `BAD_CONTENT: ${ours.eventId}`,
    );
    await expect(network.invoke('record', ['1'], handed(theirs))).rejects.toThrow(`BAD_CONTENT: ${theirs.eventId}`);
    expect(await network.height()).toBe(height);
    await network.invoke('record', ['1'], handed(theirs), { by: 1 });
    expect(await lotOf(network, theirs.lotKey)).toMatchObject({ lots: [{ head: { seq: 1 } }] });
  });

  it('stores nothing readable in the blocks of the orderer', async () => {
    const { orderer } = await network.network();
    const blocks = await readFile(`${orderer.data}/ledger/chains/manam/blockfile_000000`, 'latin1');
    const { lots } = readLots.parse(await lotOf(network, lotKey));
    expect(blocks).toContain(lots[0]?.events[0]?.contentHash);
    const lotId = `LOT-${lotKey.slice(0, 12).toUpperCase()}`;
    for (const word of [lotKey, lotId, 'Trinitario', 'harvested', 'farmer', 'Organic'])
      expect(blocks).not.toContain(word);
  });

  it('gives the program the settings of each organisation', async () => {
    const { environment, organisations, members } = await network.network();
    expect(await readFile(environment, 'utf8')).toBe(await readFile(organisations[0]?.environment ?? '', 'utf8'));
    for (const { mspId, peer, ...own } of organisations) {
      const settings = parseEnv(await readFile(own.environment, 'utf8'));
      expect(settings).toEqual({
        LEDGER: 'fabric',
        FABRIC_PEER: `localhost:${peer.port}`,
        FABRIC_MSP_ID: mspId,
        FABRIC_CHANNEL: 'manam',
        FABRIC_CHAINCODE: 'manam-trace',
        FABRIC_COLLECTION: 'contents',
        FABRIC_CERTIFICATE: own.certificate,
        FABRIC_KEY: own.key,
        FABRIC_TLS_ROOTS: own.tlsRoot,
        FABRIC_ORGANISATIONS: members,
      });
      for (const path of [own.certificate, own.key, own.tlsRoot]) expect(existsSync(path)).toBe(true);
      expect((await stat(own.key)).mode & 0o077).toBe(0);
    }
    const facts: unknown = JSON.parse(await readFile(members, 'utf8'));
    const pem = expect.stringMatching(/^-----BEGIN CERTIFICATE-----/);
    expect(facts).toMatchObject({
      channel: 'manam',
      organisations: [
        { mspId: 'ManamCoopMSP', name: 'Manam Cooperative', root: pem, peers: [{ tlsRoot: pem }] },
        { mspId: 'ManamAssuranceMSP', name: 'Manam Assurance', root: pem, peers: [{ tlsRoot: pem }] },
      ],
      ordering: { root: pem },
    });
    expect(JSON.stringify(facts)).not.toContain('PRIVATE');
  });

  it('is left as it is by another up', async () => {
    const before = await runningProcesses(network.folder);
    await network.up();
    expect(await runningProcesses(network.folder)).toEqual(before);
  });

  it.each(['peer-assurance', 'chaincode-coop', 'ordering'])('starts %s again when it is killed', async (name) => {
    const pid = await pidOf(network, name);
    process.kill(pid, 'SIGKILL');
    await until(async () => ![0, pid].includes(await pidOf(network, name)), `${name} to run again`);
    await network.up();
    const lot = new LotWriter();
    await network.invoke('record', ['1'], { events: JSON.stringify([lot.created()]) });
    expect(await lotOf(network, lot.lotKey, 1)).toMatchObject({ lots: [{ head: { seq: 1 } }] });
  });

  it('keeps its ledger when it goes down and comes up again', async () => {
    const height = await network.height();
    expect((await network.down()).stdout).toMatch(/is down \(6 processes ended\)/);
    expect(await names(network)).toEqual([]);
    expect((await network.down()).stdout).toMatch(/^No Fabric network was running/);
    await network.up();
    expect(await network.height()).toBe(height);
    expect(await lotOf(network, lotKey, 1)).toMatchObject(twoEvents);
  });

  it('gives a peer that lost its data everything again', async () => {
    const { organisations } = await network.network();
    await network.down();
    await rm(organisations[1]?.data ?? '', { recursive: true });
    await network.up();
    const held = await until(() => lotOf(network, lotKey, 1), 'the other peer to send private data');
    expect(held).toEqual(await lotOf(network, lotKey));
    expect(held).toMatchObject(twoEvents);
  });

  it('takes the place of processes that a killed supervisor left', async () => {
    const supervisor = await pidOf(network, 'supervisor');
    const left = await pidOf(network, 'peer-coop');
    process.kill(supervisor, 'SIGKILL');
    await until(async () => !(await isRunning(supervisor)), 'the supervisor to end');
    expect(await isRunning(left)).toBe(true);
    await network.up();
    expect(await names(network)).toEqual(NAMES);
    expect(await isRunning(left)).toBe(false);
    expect(await lotOf(network, lotKey)).toMatchObject(twoEvents);
  });

  it('stands beside another one, which a network of the same ports cannot', async () => {
    const other = await planned();
    await other.up();
    expect(await lotOf(other, lotKey).catch(String)).toMatchObject({ lots: [{ head: null }] });
    expect(await lotOf(network, lotKey)).toMatchObject(twoEvents);
    const third = await planned();
    Object.assign(third, { port: other.port });
    await expect(third.up()).rejects.toThrow(`Port ${other.port} is taken by another program`);
    expect(await names(third)).toEqual([]);
  });

  it('is forgotten by clean, and a start that was broken off is begun anew', async () => {
    await network.clean();
    expect([await names(network), existsSync(network.folder)]).toEqual([[], false]);
    await network.up();
    await expect(network.query('readBeginning')).rejects.toThrow(/NOT_BEGUN/);
    await recordLot(network);
    await rm((await network.network()).deployed);
    await network.up();
    await expect(network.query('readBeginning')).rejects.toThrow(/NOT_BEGUN/);
  });
});
