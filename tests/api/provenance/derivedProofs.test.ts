import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkProof } from '../../../server/domain/proof/checkProof.ts';
import { lotContents } from '../../../server/domain/proof/proofFile.ts';
import { checkWholeProof, WHOLE_PROOF_LOTS } from '../../../server/domain/proof/wholeProof.ts';
import { PublicProof } from '../../../server/modules/provenance/publicProof.ts';
import { Verifications } from '../../../server/modules/provenance/verifications.ts';
import type { LedgerEvent } from '../../../server/domain/ledger/ledger.ts';
import { LotWriter, transformed } from '../../adapters/lotEvents.ts';
import { proofFaults } from '../../support/proofFaults.ts';
import { settled, settledLot } from '../../support/seeds.ts';
import { servicesOf } from '../../support/services.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let grace: Person;
let origins: { id: string; lotId: string }[];
/** made of parts of the origins */
let box: LotWriter;
/** made of a part of the box */
let bag: LotWriter;
const [BOX, BAG] = ['LOT-BOX', 'LOT-BAG'];

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  const named = await settledLot(app, grace, { farmerName: 'Grace Kila', weight: 50 });
  const unnamed = await settledLot(app, grace, { farmerName: 'Hidden Person', weight: 30 });
  const processor = await app.person('processor');
  await processor.rest.send('PATCH', `/lots/${unnamed.id}`, { isAnonymized: true });
  origins = [named, await settled(app, unnamed.id)];
  const writers = await Promise.all(origins.map(({ id }) => writerOf(id)));
  box = new LotWriter();
  bag = new LotWriter();
  const combined = transformed(
    writers.map((lot) => ({ lot, grams: 20_000 })),
    [{ lot: box, grams: 39_000, set: { lotId: BOX, stage: 'harvested' } }],
    { loss: { grams: 1_000, reason: 'cleaning' } },
  );
  const split = transformed([{ lot: box, grams: 9_000 }], [{ lot: bag, grams: 9_000, set: { lotId: BAG } }]);
  await stored(BOX, box, combined);
  await stored(BAG, bag, split);
});
afterAll(async () => {
  await app.stop();
});

/** Goes on with the chain of a lot as the ledger has it. */
async function writerOf(lotUuid: string): Promise<LotWriter> {
  const [last] = await app.app.database.rows<LedgerEvent>(
    `select c.event_id as "eventId", c.lot_key as "lotKey", c.seq, c.content from ledger_content c
     join lot l using (lot_key) where l.id = $1 order by c.seq desc limit 1`,
    [lotUuid],
  );
  if (last === undefined) throw new Error('The ledger has nothing of the lot');
  return new LotWriter('ManamCoopMSP', last);
}

/** A derived lot as the service of transformations writes it, as far as its proof is made of it. */
async function stored(lotId: string, { lotKey }: LotWriter, events: readonly LedgerEvent[]): Promise<void> {
  const outcomes = await app.app.ledger.record(events);
  expect(outcomes.map(({ kind }) => kind)).toEqual(events.map(() => 'recorded'));
  const formed = events.find((event) => event.lotKey === lotKey);
  const id = randomUUID();
  const { database } = app.app;
  const columns = await database.row<{ names: string }>(
    `select string_agg(column_name, ', ') as names from information_schema.columns
     where table_name = 'lot' and is_generated = 'NEVER'`,
    [],
  );
  await database.rows(
    `insert into lot (${columns?.names}) select ${columns?.names} from (
       select (json_populate_record(l, $2)).* from lot l where l.id = $1) copy`,
    [origins[0]?.id, JSON.stringify({ id, lot_id: lotId, lot_key: lotKey })],
  );
  await database.rows(
    `insert into lot_event select (json_populate_record(e, $2)).* from lot_event e where e.lot_id = $1 and e.seq = 1`,
    [
      origins[0]?.id,
      JSON.stringify({ event_id: formed?.eventId, lot_id: id, content: formed?.content, type: 'formed' }),
    ],
  );
}

const roots = async (): Promise<string[]> =>
  (await servicesOf(app.app).provenance.organisations()).map(({ rootFingerprint }) => rootFingerprint);

async function proofAt(path: string): Promise<{ status: number; file: unknown; text: string }> {
  const response = await fetch(`${app.url}/api/v1/lots/public/${path}`);
  const text = await response.text();
  return { status: response.status, file: JSON.parse(text), text };
}

const keyOf = async (lotUuid: string | undefined): Promise<string> => {
  const row = await app.app.database.row<{ key: string }>('select lot_key as key from lot where id = $1', [lotUuid]);
  return row?.key ?? '';
};

describe('the proof of a derived lot', () => {
  it('holds its own events and names those by which grams left other lots', async () => {
    const { file } = await proofAt(`${BOX}/proof`);
    const { proven, balance, formed } = await checkProof(file, { roots: await roots() });
    expect(proven).toBe(true);
    expect(balance).toMatchObject({ formed: { inputs: 2, in: 40_000, loss: 1_000 }, used: 9_000, left: 30_000 });
    expect(formed?.formation.inputs.map(({ key }) => key)).toEqual(
      await Promise.all(origins.map(({ id }) => keyOf(id))),
    );
  });

  it('is joined by the proof of each lot that it was made of, also over others', async () => {
    const key = await keyOf(origins[0]?.id);
    for (const from of [BOX, BAG]) {
      const { status, file } = await proofAt(`${from}/proof/inputs/${key}`);
      expect([status, await proofFaults(file, await roots())]).toEqual([200, []]);
    }
    const own = (await proofAt(`${BAG}/proof`)).file;
    const input = lotContents((await proofAt(`${BAG}/proof/inputs/${box.lotKey}`)).file);
    const inputs = new Map(input === null ? [] : [[input.lotKey, input]]);
    const { steps } = await checkProof(own, { roots: await roots(), inputs });
    expect(steps.find(({ code }) => code === 'balance')).toMatchObject({ state: 'proven', computed: { opened: 1 } });
    const { data } = await app.graphql.run('query ($key: String) { publicProof(lotId: "LOT-BAG", input: $key) }', {
      key: box.lotKey,
    });
    expect(lotContents(JSON.parse(data.publicProof))).toEqual(input);
  });

  it('opens no name of a lot that is shown without names', async () => {
    const key = await keyOf(origins[1]?.id);
    const { text, file } = await proofAt(`${BOX}/proof/inputs/${key}`);
    expect(text).not.toContain('Hidden Person');
    expect(text).not.toContain('FARM001');
    const { file: own } = await proofAt(`${origins[1]?.lotId}/proof`);
    expect(lotContents(file)).toEqual(lotContents(own));
  });

  it('gives no proof of a lot that it was not made of', async () => {
    const { status } = await proofAt(`${BOX}/proof/inputs/${bag.lotKey}`);
    expect(status).toBe(404);
    expect((await proofAt(`${BOX}/proof/inputs/${'0'.repeat(32)}`)).status).toBe(404);
    expect((await proofAt(`${BOX}/proof/inputs/other`)).status).toBe(400);
    expect((await proofAt(`LOT-NOBODY/proof/inputs/${bag.lotKey}`)).status).toBe(404);
  });
});

describe('the whole proof', () => {
  it('has the proofs of all lots back to the farms, with every balance', async () => {
    const { file } = await proofAt(`${BAG}/proof/whole`);
    const { proven, faults, lots } = await checkWholeProof(file, { roots: await roots() });
    expect([proven, faults]).toEqual([true, []]);
    expect(new Set(lots.map(({ lotId }) => lotId))).toEqual(new Set([BAG, BOX, ...origins.map(({ lotId }) => lotId)]));
    const left = new Map(lots.map(({ lotId, balance }) => [lotId, balance?.left]));
    expect([left.get(BAG), left.get(BOX), left.get(origins[0]?.lotId ?? '')]).toEqual([9_000, 30_000, 30_000]);
    expect((await proofAt('LOT-NOBODY/proof/whole')).status).toBe(404);
  });

  it('of an origin lot is its own proof alone', async () => {
    const { file } = await proofAt(`${origins[0]?.lotId}/proof/whole`);
    expect(await checkWholeProof(file, { roots: await roots() })).toMatchObject({ proven: true, totals: { lots: 1 } });
  });

  it('is refused for a lot with more ancestors than a file has', async () => {
    const { database, ledger } = app.app;
    const many = Array.from({ length: WHOLE_PROOF_LOTS + 1 }, () => ({ lotKey: 'ab'.repeat(16) }));
    const crowded = Object.assign(Object.create(database), { rows: async () => many });
    const proof = new PublicProof({ database: crowded, ledger, verifications: new Verifications() });
    await expect(proof.makeWhole(BAG)).rejects.toThrow('This lot has more than 1,000 origin lots');
  });
});
