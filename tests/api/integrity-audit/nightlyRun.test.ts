import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedLedger } from '../../../server/adapters/ledger-embedded/embeddedLedger.ts';
import { Register } from '../../../server/modules/ledger/register/register.ts';
import { ComparedLots } from '../../../server/modules/provenance/comparedLots.ts';
import { IntegrityAudit, type AuditRun } from '../../../server/modules/integrity-audit/integrityAudit.ts';
import { withoutTriggers } from '../../support/cutLedger.ts';
import { registered, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const SHARES = 4;
const DAY = 86_400_000;

let app: TestApp;
let processor: Person;
let admin: Person;
/** lots that are on the ledger before the first night */
let old: string[];
let night: number;
/** lots that were compared in the last run */
let compared: string[];
/** ends the run when so many lots were compared */
let endsAfter: number | null;

beforeAll(async () => {
  app = await createTestApp();
  [processor, admin] = await Promise.all([app.person('processor'), app.person('admin')]);
  old = await newLots(8);
  night = 0;
  endsAfter = null;
  await run('whole');
});
afterAll(() => app.stop());
beforeEach(() => {
  endsAfter = null;
});
// Nothing is at fault when the next test begins, and every share has had its night.
afterEach(async () => {
  const { faults, findings } = await run('whole');
  if (faults > 0) throw new Error(`The test leaves faults: ${JSON.stringify(findings)}`);
});

async function newLots(count: number): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => registered(processor)));
  await Promise.all(made.map(({ id }) => settled(app, id)));
  return made.map(({ id }) => id);
}

const sql = async (statement: string, values: unknown[] = []) => app.app.database.rows(statement, values);

async function past(statement: string, values: unknown[] = []): Promise<void> {
  await withoutTriggers(app.app.database.pool, async () => void (await sql(statement, values)));
}

function integrityRun(): { walk: IntegrityAudit; signal: AbortSignal } {
  const { database, ledger } = app.app;
  if (!(ledger instanceof EmbeddedLedger)) throw new Error('The server has no embedded ledger');
  const lots = new ComparedLots({ database, ledger, newest: ledger });
  const end = new AbortController();
  const walk = new IntegrityAudit({
    database,
    ledger,
    whole: ledger,
    register: new Register({ database, ledger }),
    compare: async (ids) => {
      compared.push(...ids);
      if (endsAfter !== null && compared.length >= endsAfter) end.abort(new Error('The process ends'));
      return lots.compare(ids);
    },
    log: pino({ level: 'silent' }),
    shares: SHARES,
    atOnce: 3,
    clock: () => new Date(Date.now() + night * DAY),
  });
  return { walk, signal: end.signal };
}

/** The run of the next night. */
async function run(kind: 'night' | 'whole' = 'night'): Promise<AuditRun> {
  night += 1;
  return again(kind);
}

/** A run in the same night. */
async function again(kind: 'night' | 'whole' = 'night'): Promise<AuditRun> {
  compared = [];
  const { walk, signal } = integrityRun();
  return kind === 'whole' ? walk.run(signal) : walk.runNight(signal);
}

const named = ({ findings }: AuditRun) => findings.map(({ table, row }) => `${table} ${row}`);

async function lotIds(ids: readonly string[]): Promise<string[]> {
  const rows = await app.app.database.rows<{ name: string }>(
    `select 'lot ' || lot_id as name from lot where id = any($1) order by 1`,
    [ids],
  );
  return rows.map(({ name }) => name);
}

describe('the integrity run of a night', () => {
  it('compares a share of the older lots, and every lot once in as many nights as there are shares', async () => {
    const nights: string[][] = [];
    for (let count = 0; count < SHARES; count += 1) {
      expect(await run()).toMatchObject({ faults: 0 });
      nights.push(compared);
    }
    expect(nights.flat().sort()).toEqual([...old].sort());
    expect(Math.max(...nights.map((some) => some.length))).toBeLessThan(old.length);
  });

  it('names a change of each older lot within as many nights as there are shares, and in each night from then on', async () => {
    await past('update lot set weight_grams = weight_grams + 1 where id = any($1)', [old]);
    const counts: number[] = [];
    for (let count = 0; count < SHARES; count += 1) {
      const { differing, findings } = await run();
      expect(findings).toHaveLength(differing);
      counts.push(differing);
    }
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(named(await run()).sort()).toEqual(await lotIds(old));
    await past('update lot set weight_grams = weight_grams - 1 where id = any($1)', [old]);
    expect(await run()).toMatchObject({ faults: 0 });
  });

  it('names a change of what is new in the next night, whatever its share', async () => {
    const fresh = await newLots(6);
    await past('update lot set weight_grams = weight_grams + 1 where id = any($1)', [fresh]);
    expect(named(await run()).sort()).toEqual(await lotIds(fresh));
    await past('update lot set weight_grams = weight_grams - 1 where id = any($1)', [fresh]);
    expect(await run()).toMatchObject({ faults: 0 });
    old.push(...fresh);
  });

  it('names a new block that was altered in the next night, and an older one within as many nights as there are shares', async () => {
    const alter = `update ledger_block set signatures = jsonb_set(signatures, '{0,signature}', '"00"') where number = $1`;
    const broken = async (number: number, nights: number): Promise<boolean[]> => {
      const [row] = await sql('select signatures from ledger_block where number = $1', [number]);
      await past(alter, [number]);
      const told: boolean[] = [];
      for (let count = 0; count < nights; count += 1) told.push(named(await run()).includes(`ledger_block ${number}`));
      await past('update ledger_block set signatures = $2 where number = $1', [
        number,
        JSON.stringify(row?.signatures),
      ]);
      return told;
    };
    const [newest] = await app.app.database.rows<{ number: number }>(
      'select max(number)::int as number from ledger_block',
    );
    await newLots(1).then(([id = '']) => old.push(id));
    expect(await broken((newest?.number ?? 0) + 1, 1)).toEqual([true]);
    expect(await run()).toMatchObject({ faults: 0 });
    expect((await broken(2, SHARES)).at(-1)).toBe(true);
  });

  it('names a lot that was taken out, whose chain is on the ledger', async () => {
    const [id = ''] = old;
    const [row] = await sql('select lot_key, to_jsonb(lot) as lot from lot where id = $1', [id]);
    // Under another key the lot is another one.
    await past('update lot set lot_key = md5(lot_key) where id = $1', [id]);
    const told: string[] = [];
    for (let count = 0; count < SHARES; count += 1) told.push(...named(await run()));
    expect(told).toContain(`lot ${row?.lot_key}`);
    await past('update lot set lot_key = $2 where id = $1', [id, row?.lot_key]);
    expect(await run()).toMatchObject({ faults: 0 });
  });

  it('names an earlier result that was put back, with the seal that it had then, and so does health', async () => {
    const mark = async () => (await sql(`select value, at, seal from installation where key = 'ledger-walk'`))[0];
    const put = async (row: Record<string, unknown> | undefined) =>
      past(`update installation set value = $1, at = $2, seal = $3 where key = 'ledger-walk'`, [
        JSON.stringify(row?.value),
        row?.at,
        row?.seal,
      ]);
    await run();
    const earlier = await mark();
    await run();
    await put(earlier);
    expect(await integrityRun().walk.last()).toMatchObject({ putBack: true });
    expect((await admin.rest.get('/health')).data.walk).toMatchObject({ status: 'degraded' });
    // By its version, and by the register chain.
    expect(named(await run())).toEqual(['installation ledger-walk', 'installation ledger-walk']);
    // What it rests on was not to be trusted: everything was compared.
    expect(compared).toHaveLength(old.length);
    expect(await integrityRun().walk.last()).toMatchObject({ putBack: false });
  });

  it('names it as well where the rows of the register chain went with it', async () => {
    const [earlier] = await sql(`select value, at, seal from installation where key = 'ledger-walk'`);
    await run();
    await sql(`create table kept as select * from register_event where seq = (select max(seq) from register_event)`);
    await past('alter table register_event disable trigger user');
    await past('delete from register_event where seq = (select max(seq) from register_event)');
    await past(`update installation set value = $1, at = $2, seal = $3 where key = 'ledger-walk'`, [
      JSON.stringify(earlier?.value),
      earlier?.at,
      earlier?.seal,
    ]);
    expect(named(await run())).toContain('installation ledger-walk');
    await past('insert into register_event select * from kept');
    await past('drop table kept');
    await past('alter table register_event enable trigger user');
  });

  it('continues where it was broken off, tells how far it is, and takes no state of a run that has ended', async () => {
    endsAfter = 1;
    night += 1;
    // Of all lots, in portions: the process ends after the first.
    await expect(again('whole')).rejects.toThrow('The process ends');
    const done = [...compared];
    expect(done).toHaveLength(3);
    const { progress } = await integrityRun().walk.last();
    expect(progress).toMatchObject({ lots: done.length, lotsTotal: old.length });
    const [state] = await sql(`select value, at, seal from installation where key = 'ledger-walk-under-way'`);
    endsAfter = null;
    expect(await again('whole')).toMatchObject({ lots: old.length, faults: 0 });
    expect([...done, ...compared].sort()).toEqual([...old].sort());
    expect(await integrityRun().walk.last()).toMatchObject({ progress: null });
    await past(`insert into installation (key, value, at, seal) values ('ledger-walk-under-way', $1, $2, $3)`, [
      JSON.stringify(state?.value),
      state?.at,
      state?.seal,
    ]);
    expect(await integrityRun().walk.last()).toMatchObject({ progress: null });
    await again('whole');
    expect([...compared].sort()).toEqual([...old].sort());
  });
});
