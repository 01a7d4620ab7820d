import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as headChecks from '../../client/public/verify/headSigned.ts';
import { checkStoredHead } from '../../client/public/verify/storedHead.ts';
import { checkProof } from '../../server/domain/proof/checkProof.ts';
import { sameHead, signedHead, type SignedHead } from '../../server/domain/proof/head.ts';
import { COUNTERSIGNING } from '../../server/domain/messages/healthMessages.ts';
import { refuseOtherLedger } from '../../server/adapters/otherLedger.ts';
import { LotWriter } from '../adapters/lotEvents.ts';
import { copyOf, createDatabase, type TestDatabase } from '../support/database.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { canonicalText } from '../../server/domain/proof/hashing.ts';
import { recordedOn, settingsOf, variablesOf } from '../support/fabricServers.ts';
import { newLot } from '../support/newLot.ts';
import { migrateLedger, spawnMigration } from '../support/serverProcess.ts';
import type { RestClient } from '../support/restClient.ts';
import { createTestApp, testEnvironment, type TestApp } from '../support/testApp.ts';
import { until } from '../support/until.ts';
import { servicesOf } from '../support/services.ts';

/** What a lot's own page says of it, as far as a move changes nothing of it. */
interface Shown {
  state: string;
  blockchainTimestamp: string | null;
  events: [sequenceNumber: number, timestamp: string, action: string, verified: boolean][];
}

let network: FabricNetwork;
/** with the demonstration, on which no program runs but where a test says so */
let database: TestDatabase;
let env: NodeJS.ProcessEnv;
let closing: SignedHead;
let before: Map<string, Shown>;
const lotIdOf = (): string => [...before.keys()][0] ?? '';
let oldProof: unknown;
let oldRoots: string[];
const databases: TestDatabase[] = [];

async function query<Row extends object>({ url }: TestDatabase, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const WAITING = `select (select count(*) from ledger_outbox where state <> 'recorded')
    + (select count(*) from register_event where recorded_at is null)
    + (select count(*) from graphile_worker.jobs where key is distinct from 'ledger-walk') as waiting`;

async function settled(): Promise<void> {
  const none = async () => Number((await query<{ waiting: string }>(database, WAITING))[0]?.waiting) === 0;
  await until(none, 'everything to be recorded', { withinMs: 60_000 });
}

const rootsOf = async ({ rest }: TestApp): Promise<string[]> =>
  (await rest.get('/ledger/roots')).data.organisations.map((one: { rootFingerprint: string }) => one.rootFingerprint);

const admin = async (app: TestApp): Promise<RestClient> => (await app.person('admin')).rest;

/** The proof file of the first lot, as it is downloaded. */
async function proofOf({ url }: TestApp): Promise<unknown> {
  return (await fetch(`${url}/api/v1/lots/public/${lotIdOf()}/proof`)).json();
}

/** The lots of the demonstration by id. */
async function shown(rest: RestClient): Promise<Map<string, Shown>> {
  const { lots } = (await rest.get('/lots?limit=100&sort=lotId&order=asc')).data;
  const all = new Map<string, Shown>();
  for (const { lotId } of lots) {
    const { verification } = (await rest.get(`/lots/${lotId}/blockchain`)).data;
    const { provenanceChain } = (await rest.get(`/lots/${lotId}/provenance`)).data;
    all.set(lotId, {
      state: verification.state,
      blockchainTimestamp: verification.blockchainTimestamp,
      events: provenanceChain.map(({ sequenceNumber, timestamp, action, verified }: Record<string, unknown>) => [
        sequenceNumber,
        timestamp,
        action,
        verified,
      ]),
    });
  }
  return all;
}

beforeAll(async () => {
  network = await FabricNetwork.plan();
  await network.up();
  database = await createDatabase();
  databases.push(database);
  env = testEnvironment(database.url, await variablesOf(network, 0));
});
afterAll(async () => {
  for (const one of databases) await one.drop();
  await network?.remove();
});

it('is refused while the program runs, and leaves the channel as it is', async () => {
  const app = await createTestApp({ database: database.url, env: { DEMO: 'true' } });
  try {
    await settled();
    const refused = 'The program runs on this database: stop all of its processes, and run this again.\n';
    expect(await migrateLedger(env)).toEqual({ status: 1, stdout: '', stderr: refused });
    await expect(network.query('readBeginning')).rejects.toThrow(/NOT_BEGUN/);
    before = await shown(await admin(app));
    oldProof = await proofOf(app);
    oldRoots = await rootsOf(app);
    closing = signedHead.parse((await app.rest.get('/ledger/head')).data.head);
  } finally {
    await app.stop();
  }
  expect(before.size).toBeGreaterThan(5);
  expect(new Set([...before.values()].map(({ state }) => state))).toEqual(new Set(['verified']));
});

it('is refused for a ledger that was altered, and names the block', async () => {
  const copy = await copyOf(database);
  databases.push(copy);
  await query(copy, 'alter table ledger_block disable trigger user');
  await query(copy, `update ledger_block set data_hash = sha256(data_hash) where number = 2`);
  const { status, stderr } = await migrateLedger(testEnvironment(copy.url, await variablesOf(network, 0)));
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^The ledger does not check out: block 2 is broken \(/)]);
  await expect(network.query('readBeginning')).rejects.toThrow(/NOT_BEGUN/);
});

it('goes on with the embedded ledger until the move has ended, though blocks of the channel have come', async () => {
  const copy = await copyOf(database);
  databases.push(copy);
  await query(copy, `insert into fabric_block values (0, '', 'd', 'h', '', now())`);
  const pool = new Pool({ connectionString: copy.url, max: 1 });
  try {
    await expect(refuseOtherLedger(pool, 'fabric')).rejects.toThrow(/^LEDGER takes embedded/);
    await refuseOtherLedger(pool, 'embedded');
  } finally {
    await pool.end();
  }
});

describe('a channel', () => {
  const SALT = { salt: '5a'.repeat(32) };
  const WITH: [what: string, begin: () => Promise<void>, said: RegExp][] = [
    [
      'that began by itself is refused',
      () => another.invoke('begin', ['{"closes":null}'], SALT),
      /^The channel began by itself: an existing ledger moves to a new channel only\.\n$/,
    ],
    [
      'that holds something else is not found equal',
      async () => {
        await another.invoke('begin', [canonicalText({ closes: closing })], SALT);
        await another.invoke('record', ['1'], { events: JSON.stringify([new LotWriter().created()]) });
      },
      /^The channel records a content with hash [0-9a-f]{64}, which the ledger never held\.\n$/,
    ],
  ];
  let another: FabricNetwork;
  let copy: TestDatabase;
  beforeEach(async () => {
    another = await FabricNetwork.plan();
    await another.up();
    copy = await copyOf(database);
    databases.push(copy);
  });
  afterEach(() => another.remove());

  it('that an organisation moves its ledger to takes nothing of another one until that has ended', async () => {
    await another.invoke('begin', [canonicalText({ closes: closing })], SALT, { by: 1 });
    const { status, stderr } = await migrateLedger(testEnvironment(copy.url, await variablesOf(another, 0)));
    expect([status, stderr]).toEqual([1, 'ManamAssuranceMSP moves its ledger to this channel\n']);
    await expect(another.invoke('settle', [])).rejects.toThrow(/NOT_YOURS: The move is that of ManamAssuranceMSP/);
    await another.invoke('settle', [], {}, { by: 1 });
  });

  it.each(WITH)('%s', async (_what, begin, said) => {
    await begin();
    const { status, stderr } = await migrateLedger(testEnvironment(copy.url, await variablesOf(another, 0)));
    expect([status, stderr]).toEqual([1, expect.stringMatching(said)]);
    const [places] = await query<{ old: number; all: number }>(
      copy,
      `select count(t.tx_id)::int as old, count(*)::int as all from ledger_outbox o left join ledger_transaction t using (tx_id)`,
    );
    expect(places?.old).toBe(places?.all);
  });
});

describe('the ledger of the demonstration', () => {
  it('is moved and proven equal, however often it is killed on the way', async () => {
    // While transactions are on their way.
    const first = spawnMigration(env);
    const end = once(first, 'exit');
    await until(
      async () => (await query(database, 'select 1 from fabric_submission limit 1')).length > 0,
      'a transaction on its way',
      { lookMs: 5 },
    );
    first.kill('SIGKILL');
    await end;
    // When all events are there, before or while that is proven.
    const second = spawnMigration(env);
    const secondEnd = once(second, 'exit');
    let said = '';
    second.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => / events are on the channel\.\n/.test(said), 'the events to be on the channel');
    second.kill('SIGKILL');
    await secondEnd;

    const { status, stdout, stderr } = await migrateLedger(env);
    expect([status, stderr]).toEqual([0, '']);
    const events = await query<{ hash: string }>(
      database,
      `select envelope::json -> 'payload' ->> 'contentHash' as hash from ledger_transaction`,
    );
    expect(stdout).toMatch(
      new RegExp(
        `^The ledger checks out: [^\\n]+\\n(?:${events.length} of ${events.length} events are on the channel\\.\\n)?` +
          `The ledger is moved: ${events.length} events of ${closing.blocks} blocks are on the channel, with the same contents, places and times, and nothing else is\\. ` +
          'Start the program with LEDGER=fabric from now on\\.\\n$',
      ),
    );
    expect((await recordedOn(await settingsOf(network, 0))).toSorted()).toEqual(
      events.map(({ hash }) => hash).toSorted(),
    );
    const { closes, settled: ended } = (await network.query('readBeginning', [], 1)) as {
      closes: SignedHead;
      settled: boolean;
    };
    expect([sameHead(closes, closing), ended]).toEqual([true, true]);
  });

  it('is moved once', async () => {
    const said = 'The ledger is moved already: start the program with LEDGER=fabric.\n';
    expect(await migrateLedger(env)).toEqual({ status: 0, stdout: said, stderr: '' });
  });

  it('leaves no room on the channel for another ledger', async () => {
    const other = await createDatabase();
    databases.push(other);
    await (await createTestApp({ database: other.url })).stop();
    const { status, stderr } = await migrateLedger(testEnvironment(other.url, await variablesOf(network, 0)));
    const said = `The channel took the place of another ledger, which ended with ${closing.blocks} blocks: each one moves to a channel of its own.\n`;
    expect([status, stderr]).toEqual([1, said]);
  });

  describe('and the program on the channel', () => {
    let app: TestApp;
    let rest: RestClient;
    beforeAll(async () => {
      app = await createTestApp({ database: database.url, env: await variablesOf(network, 0) });
      rest = await admin(app);
    });
    afterAll(async () => app?.stop());

    it('shows the lots verified, each event with its time', async () => {
      expect(await shown(rest)).toEqual(before);
    });

    it('is healthy, and tells of the head of the ledger before', async () => {
      await until(async () => (await app.rest.get('/ledger/head')).status === 200, 'a head');
      const { data } = await app.rest.get('/ledger/head?hourly=true');
      expect(sameHead(signedHead.parse(data.closed), closing)).toBe(true);
      expect(data.head.ledgerId).not.toBe(closing.ledgerId);
      const health = await app.rest.get('/blockchain/health');
      expect(health.data).toMatchObject({ driver: 'fabric', status: 'ok', pending: 0 });
    });

    it('is taken for the successor by a browser that kept a head of the ledger before', async () => {
      const stranger = closing.signatures.map((one, i, { length }) => ({
        ...closing.signatures[(i + 1) % length],
        mspId: one.mspId,
      }));
      const unsigned = closing.signatures.map(({ mspId, signature }) => ({ mspId, signature }));
      const seen: [kept: object, tone: string, id: string][] = [
        [closing, 'pod', 'notice.movedSigned'],
        [{ ...closing, blocks: 1, rootHash: 'a'.repeat(64) }, 'pod', 'notice.movedSigned'],
        [{ ...closing, signatures: unsigned }, 'pod', 'notice.moved'],
        [{ ...closing, signatures: stranger }, 'alarm', 'notice.changed'],
      ];
      for (const [kept, tone, id] of seen) {
        const storage = { getItem: () => JSON.stringify(kept), setItem: () => undefined };
        const ask = async (path: string) => app.rest.get(`/ledger${path}`);
        expect(await checkStoredHead(storage, ask, async () => headChecks)).toEqual({ tone, word: { id } });
      }
    });

    it('finds nothing when it walks the ledger', async () => {
      expect((await servicesOf(app.app).integrityAudit.run()).findings).toEqual([]);
    });

    it('proves a lot, and the proof of before still holds', async () => {
      const proof = await proofOf(app);
      expect(await checkProof(proof, { roots: await rootsOf(app) })).toMatchObject({ proven: true });
      expect(await checkProof(oldProof, { roots: oldRoots })).toMatchObject({ proven: true });
    });

    it('records what comes next', async () => {
      const lot = newLot();
      expect((await rest.send('POST', '/lots', lot)).status).toBe(201);
      // The satellite's answer is an event of its own, which comes when it comes.
      const state = await until(async () => {
        const { verification } = (await rest.get(`/lots/${lot.lotId}/blockchain`)).data;
        return verification.state !== 'pending' && verification.state;
      }, 'the lot to be recorded');
      expect(state).toBe('verified');
    });

    it('has its heads signed by another server that kept a head of the ledger before, and refused by one that knew another end', async () => {
      const head = signedHead.parse((await app.rest.get('/ledger/head')).data.head);
      const [first] = closing.signatures;
      const { rootHash } = head;
      const seen: [kept: SignedHead | undefined, outcome: object][] = [
        [undefined, { status: 200 }],
        [closing, { status: 200 }],
        [{ ...closing, blocks: closing.blocks - 1, rootHash }, { status: 200 }],
        [{ ...closing, blocks: closing.blocks + 1, rootHash }, { status: 409 }],
        [{ ...closing, rootHash }, { status: 409 }],
        [{ ...closing, ledgerId: head.ledgerId }, { status: 409 }],
        [{ ...closing, signatures: [{ ...first!, certificate: head.signatures[0]?.certificate }] }, { status: 409 }],
      ];
      for (const [former, outcome] of seen) {
        const other = await createDatabase();
        const variables = await variablesOf(network, 1);
        const file = JSON.parse(await readFile(variables['FABRIC_ORGANISATIONS'] ?? '', 'utf8'));
        const written = join(network.folder, 'with-former.json');
        await writeFile(written, JSON.stringify({ ...file, ...(former && { former }) }));
        const another = await createTestApp({
          database: other.url,
          env: { ...variables, FABRIC_ORGANISATIONS: written },
        });
        try {
          // Its database is new: blocks of the channel come to it one after the other. It has a register chain of its own on the channel.
          const answered = await until(async () => {
            const one = await another.rest.send('POST', '/ledger/countersign', { head });
            return !JSON.stringify(one.body).includes(COUNTERSIGNING.ahead.code) && one;
          }, 'an answer');
          expect(answered).toMatchObject(outcome);
          const health = (await another.rest.get('/health')).data.ledger.said;
          if (answered.status === 200) expect(health?.code).not.toBe('ledger.other_end');
          else {
            expect(answered.body).toMatchObject({ said: { code: COUNTERSIGNING.otherEnd.code } });
            expect(health).toMatchObject({ code: 'ledger.other_end', values: { blocks: former?.blocks } });
          }
        } finally {
          await another.stop();
          await other.drop();
        }
      }
    });
  });
});
