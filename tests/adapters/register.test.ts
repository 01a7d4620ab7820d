import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anchorAudit } from '../../server/modules/audit/anchorAudit.ts';
import { AuditSegments } from '../../server/modules/audit/auditSegments.ts';
import { checkAudit } from '../../server/modules/audit/checkAudit.ts';
import type { Database } from '../../server/platform/database/database.ts';
import type { RegisterContent } from '../../server/domain/ledger/content.ts';
import { EmbeddedLedger } from '../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { LedgerAway } from '../../server/domain/ledger/ledger.ts';
import { Anchoring } from '../../server/modules/ledger/register/anchoring.ts';
import { checkRegister } from '../../server/modules/ledger/register/checkRegister.ts';
import { Register } from '../../server/modules/ledger/register/register.ts';
import { audit } from '../../server/platform/audit-log/audit.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { waitingForLocks, whileLocked } from '../support/locks.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { TEST_SECRET } from '../support/testApp.ts';
import { until } from '../support/until.ts';

const log = pino({ level: 'silent' });

let own: TestDatabase;
let database: Database;
let ledger: EmbeddedLedger;
/** what becomes of calls to the ledger */
let steer: 'answers' | 'is away' | 'answers nobody';
/** seconds after which the anchoring has itself run again */
let queued: (number | undefined)[];

beforeEach(async () => {
  steer = 'answers';
  queued = [];
  own = await createDatabase();
  database = await connectAsProgram(own.url, { poolSize: 8 });
  ledger = await EmbeddedLedger.open({ pool: database.pool, secret: TEST_SECRET });
});
afterEach(async () => {
  await ledger.close();
  await database.close();
  await own.drop();
});

/** The register chain as one process has it. */
function ofProcess(): { register: Register; anchoring: Anchoring } {
  const reached = async <T>(call: () => Promise<T>): Promise<T> => {
    if (steer === 'is away') throw new LedgerAway('Taken away by the test');
    const answer = await call();
    if (steer === 'answers nobody') throw new Error('The process ended before it was answered');
    return answer;
  };
  const register = new Register({
    database,
    ledger: {
      mspId: ledger.mspId,
      head: (blocks) => reached(() => ledger.head(blocks)),
      registerSeed: () => reached(() => ledger.registerSeed()),
      readLot: (lotKey) => reached(() => ledger.readLot(lotKey)),
      record: (events) => reached(() => ledger.record(events)),
    },
  });
  const jobs: ConstructorParameters<typeof Anchoring>[0]['jobs'] = {
    enqueue: async (_em, task, _payload, { jobKey, afterSeconds } = {}) => {
      expect([task, jobKey]).toEqual(['register', 'register']);
      queued.push(afterSeconds);
    },
  };
  return { register, anchoring: new Anchoring({ database, register, anchors: [anchorAudit], jobs, log }) };
}

/** Another portion of the audit table. */
async function portion(): Promise<void> {
  await database.write((em) => audit(em, { caller: 'system', action: 'lot.edited' }));
  expect(await new AuditSegments(database).run()).toBeGreaterThanOrEqual(1);
}

/** What the ledger holds, which the database must fit. */
async function recorded(): Promise<RegisterContent[]> {
  const { findings, contents } = await checkRegister(database, ledger, ofProcess().register);
  expect(findings).toEqual([]);
  return contents;
}

const entries = async () => (await recorded()).map(({ entry }) => entry);
const anchor = (number: number) => ({ kind: 'audit', portion: number, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
const begin = { kind: 'before sealing', blocks: expect.any(Number), rootHash: expect.any(String) };

describe('the register chain', () => {
  it('begins once, however many processes start, with the head of the ledger as it is', async () => {
    await Promise.all([ofProcess(), ofProcess(), ofProcess()].map(({ register }) => register.begin(new Date())));
    await ofProcess().register.begin(new Date());
    await ofProcess().anchoring.run();
    expect(await entries()).toEqual([begin]);
  });

  it('holds each portion once, though two processes anchor at once', async () => {
    await portion();
    await portion();
    const lock = `select pg_advisory_xact_lock(hashtextextended('manam-register', 0))`;
    let both: Promise<unknown> | null = null;
    await whileLocked(database, lock, async () => {
      both = Promise.all([ofProcess().anchoring.run(), ofProcess().anchoring.run()]);
      await until(async () => (await waitingForLocks(database)) === 2, 'both to come to the lock');
    });
    await both;
    await ofProcess().anchoring.run();
    expect(await entries()).toEqual([anchor(1), anchor(2)]);
    expect(await database.rows('select portion from audit_anchor order by portion')).toEqual([
      { portion: 1 },
      { portion: 2 },
    ]);
  });

  it('holds it once, though the process ended after the ledger took it and before that was noted', async () => {
    const { register, anchoring } = ofProcess();
    await register.begin(new Date());
    await portion();
    steer = 'answers nobody';
    await expect(anchoring.run()).rejects.toThrow('ended before it was answered');
    const noted = () => database.rows('select seq from register_event where recorded_at is not null order by seq');
    expect(await noted()).toEqual([]);
    steer = 'answers';
    expect(await entries()).toEqual([begin, anchor(1)]);
    await ofProcess().anchoring.run();
    expect(await noted()).toEqual([{ seq: 1 }, { seq: 2 }]);
    expect(await entries()).toEqual([begin, anchor(1)]);
  });

  it.each([
    ['a process that has spoken to it before', true],
    ['a process that has not', false],
  ])('waits for a moment while the ledger is away, of %s, and loses nothing', async (_, spoken) => {
    const { register, anchoring } = ofProcess();
    await register.begin(new Date());
    const waiting = spoken ? anchoring : ofProcess().anchoring;
    await portion();
    steer = 'is away';
    await waiting.run();
    await portion();
    await waiting.run();
    steer = 'answers';
    expect(await entries()).toEqual([]);
    expect(queued).toEqual([10, 10]);
    await waiting.run();
    expect(await entries()).toEqual([begin, anchor(1), anchor(2)]);
    expect(queued).toHaveLength(2);
  });

  it('records no event that was changed before its turn, and none behind it', async () => {
    const { register, anchoring } = ofProcess();
    await register.begin(new Date());
    await portion();
    steer = 'is away';
    await anchoring.run();
    steer = 'answers';
    const change = (from: string, to: string) =>
      database.pool.query('update register_event set content = replace(content, $1, $2) where seq = 1', [from, to]);
    await database.pool.query('alter table register_event disable trigger user');
    await change('before sealing', 'before_sealing');
    await expect(anchoring.run()).rejects.toThrow('Register event 1 was not written by this program');
    expect((await ledger.readLot(await register.key())).entries).toEqual([]);
    await change('before_sealing', 'before sealing');
    await anchoring.run();
    expect(await entries()).toEqual([begin, anchor(1)]);
  });

  it('goes on behind a portion that somebody else has changed', async () => {
    for (let number = 0; number < 3; number += 1) await portion();
    await database.pool.query('alter table audit_portion disable trigger user');
    await database.pool.query(`update audit_portion set seal = '' where number = 2`);
    await ofProcess().anchoring.run();
    expect(await entries()).toEqual([anchor(1), anchor(3)]);
  });

  it('tells a portion that was made anew from the one that it holds', async () => {
    await portion();
    await portion();
    await ofProcess().anchoring.run();
    const anchored = new Map(
      (await entries()).flatMap((entry): [number, string][] =>
        entry.kind === 'audit' ? [[entry.portion, entry.hash]] : [],
      ),
    );
    expect(await checkAudit(database, anchored)).toEqual([]);
    for (const table of ['audit_portion', 'audit_anchor', 'audit_entry']) {
      await database.pool.query(`alter table ${table} disable trigger user`);
    }
    // The row of the second portion is deleted; another one, signed by the program, replaces it.
    await database.pool.query('delete from audit_anchor where portion = 2');
    await database.pool.query('delete from audit_portion where number = 2');
    await database.pool.query('delete from audit_entry where id = (select max(id) from audit_entry)');
    await portion();
    expect(await checkAudit(database)).toEqual([]);
    expect(await checkAudit(database, anchored)).toEqual([
      { table: 'audit_portion', row: '2', fault: 'is another one than the register chain names' },
    ]);
  });
});
