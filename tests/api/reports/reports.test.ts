import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeMark } from '../../../server/platform/database/installationSettings.ts';
import { RETENTION_KEY } from '../../../server/modules/privacy/privacyState.ts';
import { eraseReportFiles, holdReports } from '../../../server/modules/reports/reportErasure.ts';
import { MOST_REPORTS_A_DAY } from '../../../server/modules/reports/reportStore.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { restClient } from '../../support/restClient.ts';
import { pagesOfPdf, textOfPdf } from '../../support/pdfText.ts';
import { eventually, LOSS_PLACE, registered, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const MARCH = 'startDate=2026-03-01&endDate=2026-03-31';
const FORMATS = ['pdf', 'json', 'csv', 'geojson', 'statement', 'plots'] as const;

let app: TestApp;
let grace: Person;
let processor: Person;
let auditor: Person;
let admin: Person;
/** harvested in March, in the order of their harvest */
let march: LotView[];

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor, auditor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor', { name: 'Ada Auditor' }),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
  // One plot has two lots; Luis grows where trees were lost, Maya's place lies in the Atlantic.
  const stories = [
    { lotId: 'LOT-FIRST-DAY', harvestDate: '2026-03-01', qualityScore: 90.4, weight: 100.5 },
    {
      lotId: 'LOT-HUAMAN',
      harvestDate: '2026-03-10',
      farmerName: 'Luis Huamán',
      farmId: 'FARM006',
      ...place(LOSS_PLACE),
    },
    {
      lotId: 'LOT-AT-SEA',
      harvestDate: '2026-03-12',
      farmerName: 'Maya Oceano',
      latitude: -30.500001,
      longitude: -20.500001,
      qualityScore: 70,
    },
    { lotId: 'LOT-LAST-DAY', harvestDate: '2026-03-31', qualityScore: 60.1, weight: 0.25 },
  ];
  march = [];
  for (const story of stories) march.push(await settledLot(app, processor, story));
  await settledLot(app, processor, { lotId: 'LOT-FEBRUARY', harvestDate: '2026-02-28' });
  await settledLot(app, processor, { lotId: 'LOT-APRIL', harvestDate: '2026-04-01' });
  const deleted = await settledLot(app, processor, { lotId: 'LOT-DELETED', harvestDate: '2026-03-15' });
  await admin.rest.send('DELETE', `/lots/${deleted.id}`);
});
afterAll(async () => {
  await app.stop();
});

function place({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { latitude, longitude };
}

async function made(by: Person, query = MARCH): Promise<{ reportId: string } & Record<string, unknown>> {
  const answer = await by.rest.get(`/reports/compliance?${query}`);
  expect(answer.status).toBe(200);
  return answer.data.report;
}

interface FileAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
}

async function file(by: Pick<Person, 'accessToken'>, path: string): Promise<FileAnswer> {
  const response = await fetch(`${app.url}/api/v1${path}`, { headers: { authorization: `Bearer ${by.accessToken}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
}

describe('the figures of a period', () => {
  it('are those of the lots harvested in it, both ends included, recomputed from the list', async () => {
    const report = await made(auditor);
    const { data } = await auditor.rest.get('/lots?harvestedFrom=2026-03-01&harvestedTo=2026-03-31&limit=100');
    const lots: LotView[] = data.lots;
    expect(lots.map(({ lotId }) => lotId).sort()).toEqual(march.map(({ lotId }) => lotId).sort());
    const compliant = lots.filter((lot) => lot.deforestationStatus === 'No Deforestation').length;
    const scores = lots.map((lot) => lot.qualityScore).filter((score) => score !== null);
    expect(report).toMatchObject({
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      totalLots: lots.length,
      compliantLots: compliant,
      nonCompliantLots: lots.length - compliant,
      complianceRate: Math.round((compliant / lots.length) * 1000) / 10,
      averageQualityScore: Math.round((scores.reduce((a, b) => a + b, 0) / scores.length) * 10) / 10,
    });
    expect(report).toMatchObject({ totalLots: 4, compliantLots: 2, complianceRate: 50, averageQualityScore: 73.5 });
    expect(Object.keys(report).sort()).toEqual(
      'averageQualityScore complianceRate compliantLots differingLots endDate gdprCompliant generatedDate nonCompliantLots reportId satelliteChecks startDate totalLots'.split(
        ' ',
      ),
    );
  });

  it('count the satellite checks that ended in the period, whenever the lot was harvested', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const report = await made(auditor, `startDate=${today}&endDate=${today}`);
    const checks = await app.app.database.row<{ count: number }>(
      'select count(*) from satellite_check c join lot l on l.id = c.lot_id where l.deleted_at is null',
    );
    expect(report).toMatchObject({ totalLots: 0, satelliteChecks: checks?.count });
    expect(checks?.count).toBeGreaterThanOrEqual(6);
    expect((await made(auditor)).satelliteChecks).toBe(0);
  });

  it('are of one moment: a lot that is deleted while they are read counts in all of them', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const period = `startDate=${today}&endDate=${today}`;
    const lot = await settledLot(app, processor, { harvestDate: today });
    const before = await made(auditor, period);
    let reading: ReturnType<typeof made> | null = null;
    // Lots are read first, then the state of privacy, then the checks.
    await whileLocked(app.app.database, 'lock table erasure in access exclusive mode', async () => {
      reading = made(auditor, period);
      await eventually(async () => expect(await waitingForLocks(app.app.database)).toBe(1));
      expect((await admin.rest.send('DELETE', `/lots/${lot.id}`)).status).toBe(200);
    });
    const { totalLots, satelliteChecks } = before;
    expect(await reading).toMatchObject({ totalLots, satelliteChecks });
    expect(await made(auditor, period)).toMatchObject({
      totalLots: Number(totalLots) - 1,
      satelliteChecks: Number(satelliteChecks) - 1,
    });
  });

  it('are null, not zero, where there is nothing to divide by', async () => {
    expect(await made(auditor, 'startDate=2020-01-01&endDate=2020-01-31')).toMatchObject({
      totalLots: 0,
      complianceRate: null,
      averageQualityScore: null,
    });
  });

  it('say whether the duties of privacy were kept', async () => {
    const ran = (hoursAgo: number) =>
      app.app.database.write((em) => writeMark(em, RETENTION_KEY, {}, new Date(Date.now() - hoursAgo * 3_600_000)));
    await ran(47);
    expect((await made(auditor)).gdprCompliant).toBe(true);
    await ran(49);
    expect((await made(auditor)).gdprCompliant).toBe(false);
  });

  it('cover the last 30 days to today unless told', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const before = new Date(Date.parse(today) - 30 * 86_400_000).toISOString().slice(0, 10);
    expect(await made(auditor, '')).toMatchObject({ startDate: before, endDate: today });
    expect(await made(auditor, 'endDate=2026-03-31')).toMatchObject({ startDate: '2026-03-01' });
    // As far as days of four digits reach.
    const all = await made(auditor, 'startDate=0001-01-01&endDate=9999-12-31');
    expect(all).toMatchObject({ startDate: '0001-01-01', endDate: '9999-12-31' });
    expect(all.totalLots).toBeGreaterThanOrEqual(march.length + 2);
  });

  it('come over GraphQL as over REST', async () => {
    const { data, errors } = await auditor.graphql.run(
      `{ complianceReport(startDate: "2026-03-01", endDate: "2026-03-31") {
        reportId generatedDate startDate endDate totalLots compliantLots nonCompliantLots averageQualityScore
        complianceRate differingLots satelliteChecks gdprCompliant
      } }`,
    );
    expect(errors).toEqual([]);
    const { reportId, generatedDate, ...figures } = data.complianceReport;
    const { reportId: other, generatedDate: at, ...same } = await made(auditor);
    expect(figures).toEqual(same);
    expect([other, at]).toEqual([reportId, generatedDate]);
    expect((await file(auditor, `/reports/${reportId}?format=json`)).status).toBe(200);
  });

  it.each([
    ['startDate=2026-02-30', 'startDate', 'startDate must be a day, YYYY-MM-DD'],
    ['endDate=31.03.2026', 'endDate', 'endDate must be a day, YYYY-MM-DD'],
    ['startDate=0000-01-01', 'startDate', 'startDate must be a day, YYYY-MM-DD'],
    ['startDate=2026-04-01&endDate=2026-03-31', 'startDate', 'startDate must not be after endDate (2026-03-31)'],
    ['format=xml', 'format', 'format must be one of: json, csv, pdf'],
  ])('are refused for %s', async (query, field, message) => {
    const answer = await auditor.rest.get(`/reports/compliance?${query}`);
    expect([answer.status, answer.body.error]).toEqual([400, 'Validation failed']);
    expect(answer.body.details).toMatchObject([{ field, message }]);
  });
});

describe('a report over lots that somebody changed past the program', () => {
  const JULY = 'startDate=2026-07-01&endDate=2026-07-31';
  let sound: LotView;
  let changed: LotView;

  beforeAll(async () => {
    sound = await settledLot(app, processor, { lotId: 'LOT-JULY-SOUND', harvestDate: '2026-07-02' });
    changed = await settledLot(app, processor, { lotId: 'LOT-JULY-CHANGED', harvestDate: '2026-07-03' });
  });

  /** A report while a table is other than the program left it. */
  async function whileChanged<T>(table: string, change: string, back: string, ask: () => Promise<T>): Promise<T> {
    const run = async (statement: string): Promise<void> => {
      await app.app.database.rows(`alter table ${table} disable trigger user`);
      await app.app.database.rows(statement, [changed.id]);
      await app.app.database.rows(`alter table ${table} enable trigger user`);
    };
    await run(change);
    try {
      return await ask();
    } finally {
      await run(back);
    }
  }

  it('counts lots that fit the ledger, and says that each was looked at', async () => {
    const report = await made(auditor, JULY);
    expect(report).toMatchObject({ totalLots: 2, compliantLots: 2, differingLots: 0, complianceRate: 100 });
    const { lots } = JSON.parse((await file(auditor, `/reports/${report.reportId}?format=json`)).text);
    expect(lots.map((lot: { verification: string }) => lot.verification)).toEqual(['verified', 'verified']);
  });

  it.each([
    ['lot', 'set weight_grams = weight_grams + 1000 where id', 'set weight_grams = weight_grams - 1000 where id'],
    ['satellite_check', `set evidence = evidence || ' ' where lot_id`, 'set evidence = rtrim(evidence) where lot_id'],
    [
      'lot_event',
      `set actor_role = 'auditor' where seq = 1 and lot_id`,
      `set actor_role = 'processor' where seq = 1 and lot_id`,
    ],
  ])('counts none as compliant whose %s was changed, and names it in every file', async (table, change, back) => {
    const [report, files] = await whileChanged(
      table,
      `update ${table} ${change} = $1`,
      `update ${table} ${back} = $1`,
      async () => {
        const one = await made(auditor, JULY);
        const read = async (format: string) => (await file(auditor, `/reports/${one.reportId}?format=${format}`)).text;
        const pdf = textOfPdf((await file(auditor, `/reports/${one.reportId}?format=pdf`)).bytes);
        return [
          one,
          { json: await read('json'), csv: await read('csv'), statement: await read('statement'), pdf },
        ] as const;
      },
    );
    expect(report).toMatchObject({ totalLots: 2, compliantLots: 1, nonCompliantLots: 1, differingLots: 1 });
    expect(JSON.parse(files.json).lots).toMatchObject([
      { lotId: sound.lotId, compliant: true, verification: 'verified' },
      { lotId: changed.lotId, compliant: false, verification: 'differs' },
    ]);
    expect(files.csv).toMatch(/LOT-JULY-CHANGED,.*,false,.*,differs,true/);
    expect(files.pdf).toContain('Differs from the ledger');
    expect(files.pdf).toContain('The record of one lot differs from the ledger: somebody changed it past the program.');
    expect(JSON.parse(files.statement).leftOut).toContainEqual({
      lotId: changed.lotId,
      reasons: ['The record of the lot differs from the ledger.'],
    });
    expect(await made(auditor, JULY)).toMatchObject({ compliantLots: 2, differingLots: 0 });
  });
});

describe('a report over a lot that was put back to what it was before an event', () => {
  it('does not take it for verified, although just these rows were verified before', async () => {
    const AUGUST = 'startDate=2026-08-01&endDate=2026-08-31';
    const { id } = await settledLot(app, processor, { lotId: 'LOT-AUGUST', harvestDate: '2026-08-02' });
    expect(await made(auditor, AUGUST)).toMatchObject({ totalLots: 1, differingLots: 0 });
    const { database } = app.app;
    const before = await database.row<{ row: unknown }>(
      'select to_jsonb(l) - $2::text[] as row from lot l where id = $1',
      [id, ['search_text', 'stage_rank', 'eudr_rank', 'record_rank', 'risk_rank']],
    );
    await admin.rest.send('PATCH', `/lots/${id}`, { weight: 61.5 });
    await settled(app, id);
    for (const table of ['personal_value', 'ledger_outbox', 'lot_event']) {
      await database.rows(`alter table ${table} disable trigger user`);
      await database.rows(
        `delete from ${table} where event_id in
           (select event_id from ledger_content c join lot l using (lot_key)
            where l.id = $1 and c.content::jsonb ->> 'type' = 'edited')`,
        [id],
      );
      await database.rows(`alter table ${table} enable trigger user`);
    }
    await database.rows(
      `update lot l set weight_grams = k.weight_grams, head_seq = k.head_seq, head_hash = k.head_hash, version = k.version,
         ledger_tx_id = k.ledger_tx_id, ledger_signature = k.ledger_signature, ledger_block = k.ledger_block,
         ledger_recorded_at = k.ledger_recorded_at, updated_at = k.updated_at
       from jsonb_populate_record(null::lot, $2) k where l.id = $1`,
      [id, before?.row],
    );
    expect(await made(auditor, AUGUST)).toMatchObject({ totalLots: 1, compliantLots: 0, differingLots: 1 });
  });
});

describe('a report that is asked for again', () => {
  const stored = async () => (await app.app.database.row<{ count: number }>('select count(*) from report'))?.count ?? 0;

  it('is the same one while nothing of it has changed, and another one after that', async () => {
    const first = await made(auditor);
    const before = await stored();
    expect(await made(auditor)).toEqual(first);
    expect(await stored()).toBe(before);
    const added = await settledLot(app, processor, { lotId: 'LOT-CHANGES-REPORT', harvestDate: '2026-03-20' });
    const second = await made(auditor);
    expect([second.reportId === first.reportId, second.totalLots]).toEqual([false, 5]);
    expect(await stored()).toBe(before + 1);
    await admin.rest.send('DELETE', `/lots/${added.id}`);
  });

  it.each(['farmerName', 'weight', 'latitude'])('is another one after a change of %s', async (field) => {
    const first = await made(auditor);
    const [lot] = march;
    const value = { farmerName: 'Grace Kila Toa', weight: 101.5, latitude: -5.3 }[field];
    expect((await admin.rest.send('PATCH', `/lots/${lot?.id}`, { [field]: value })).status).toBe(200);
    expect((await made(auditor)).reportId).not.toBe(first.reportId);
    const back = { farmerName: lot?.farmerName, weight: lot?.weight, latitude: lot?.latitude }[field];
    expect((await admin.rest.send('PATCH', `/lots/${lot?.id}`, { [field]: back })).status).toBe(200);
    await settled(app, lot?.id ?? '');
  });

  it('is another one when a name alone is another, changed in the row itself', async () => {
    const first = await made(auditor);
    const rename = (name: string | null | undefined) =>
      app.app.database.rows('update lot set farmer_name = $2 where id = $1', [march[0]?.id, name]);
    await rename('Somebody Else');
    expect((await made(auditor)).reportId).not.toBe(first.reportId);
    await rename(march[0]?.farmerName);
    expect((await made(auditor)).reportId).toBe(first.reportId);
  });

  it('is one of its own for another person, period or day', async () => {
    const first = await made(auditor);
    expect((await made(processor)).reportId).not.toBe(first.reportId);
    expect((await made(auditor, 'startDate=2026-03-01&endDate=2026-03-30')).reportId).not.toBe(first.reportId);
    await app.app.database.rows(`update report set created_at = created_at - interval '1 day' where id = $1`, [
      first.reportId,
    ]);
    expect((await made(auditor)).reportId).not.toBe(first.reportId);
  });

  it('is found for a partner key as for a person', async () => {
    const { data } = await admin.rest.send('POST', '/keys', { name: 'Partner', role: 'auditor' });
    const partner = restClient(app.url, data.key);
    const [one, two] = [
      await partner.get(`/reports/compliance?${MARCH}`),
      await partner.get(`/reports/compliance?${MARCH}`),
    ];
    expect([one.status, two.data.report.reportId]).toEqual([200, one.data.report.reportId]);
  });

  it('is refused after a hundred different ones in a day, until the first of them is a day old', async () => {
    const busy = await app.person('auditor');
    const first = await made(busy);
    await app.app.database.rows(
      `insert into report (id, kind, created_by, creator_role, period_from, period_to, sample_data, figures, lots, plots,
         created_at)
       select gen_random_uuid(), kind, created_by, creator_role, period_from, period_to, sample_data, figures, '[]', '[]',
         created_at - interval '23 hours' from report, generate_series(1, ${MOST_REPORTS_A_DAY - 1}) where id = $1`,
      [first.reportId],
    );
    const answer = await busy.rest.get('/reports/compliance?startDate=2019-01-01&endDate=2019-01-31');
    expect([answer.status, answer.body.error]).toEqual([429, 'Too many requests']);
    const wait = Number(answer.headers.get('retry-after'));
    expect([wait > 3_500, wait <= 3_600]).toEqual([true, true]);
    expect((await made(busy)).reportId).toBe(first.reportId);
    expect((await file(busy, `/reports/${first.reportId}`)).status).toBe(200);
    expect((await made(auditor, 'startDate=2019-01-01&endDate=2019-01-31')).totalLots).toBe(0);
  });
});

describe('who may see reports', () => {
  it('makes none for a farmer, and shows none', async () => {
    const { reportId } = await made(auditor);
    for (const path of ['/reports/compliance', `/reports/${reportId}?format=json`]) {
      expect((await grace.rest.get(path)).status).toBe(403);
      expect((await app.rest.get(path)).status).toBe(401);
    }
    const { errors } = await grace.graphql.run('{ complianceReport { reportId } }');
    expect(errors[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  it("shows another's report to whoever sees the same lots, and none that there is not", async () => {
    const { reportId } = await made(auditor);
    expect((await file(processor, `/reports/${reportId}?format=csv`)).status).toBe(200);
    for (const id of ['7f3b0a52-1c1b-4a63-9d0b-6f0a51c5d9e1', 'LOT701', "'"]) {
      expect((await auditor.rest.get(`/reports/${encodeURIComponent(id)}?format=json`)).status).toBe(404);
    }
  });

  it('hides a report over all lots from those who see none', async () => {
    // In table B a processor generates reports but does not see all lots.
    const other = await createTestApp({ database: app.databaseUrl, env: { PERMISSION_TABLE: 'B' } });
    try {
      const { reportId } = await made(auditor);
      const ines = await other.person('processor');
      expect((await ines.rest.get(`/reports/${reportId}?format=json`)).status).toBe(404);
      const own = await made(ines);
      expect(own.totalLots).toBe(0);
      expect((await file(auditor, `/reports/${own.reportId}?format=json`)).status).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

describe('the files of a report', () => {
  it('are the same bytes later, also those that are first asked for after lots were added', async () => {
    const { reportId } = await made(auditor);
    const before = await file(auditor, `/reports/${reportId}?format=csv`);
    const added = await settledLot(app, processor, { lotId: 'LOT-LATER', harvestDate: '2026-03-20' });
    const after = await file(processor, `/reports/${reportId}?format=csv`);
    expect(after.bytes.equals(before.bytes)).toBe(true);
    for (const format of FORMATS) {
      const [one, two] = [
        await file(auditor, `/reports/${reportId}?format=${format}`),
        await file(auditor, `/reports/${reportId}?format=${format}`),
      ];
      expect([one.status, one.bytes.length > 0, one.bytes.equals(two.bytes)]).toEqual([200, true, true]);
      expect(format === 'pdf' ? textOfPdf(one.bytes) : one.text).not.toContain('LOT-LATER');
    }
    expect((await made(auditor)).totalLots).toBe(5);
    await admin.rest.send('DELETE', `/lots/${added.id}`);
  });

  it('are the same bytes for two who ask at the same time', async () => {
    const { reportId } = await made(auditor);
    const [one, two] = await Promise.all([
      file(auditor, `/reports/${reportId}`),
      file(processor, `/reports/${reportId}`),
    ]);
    expect([one.status, one.bytes.equals(two.bytes)]).toEqual([200, true]);
  });

  it('have names and media types, and a PDF unless told', async () => {
    const { reportId } = await made(auditor);
    const name = `compliance-report-2026-03-01-to-2026-03-31-${reportId.slice(0, 8)}`;
    const expected = [
      ['', 'application/pdf', `${name}.pdf`],
      ['?format=json', 'application/json; charset=utf-8', `${name}.json`],
      ['?format=csv', 'text/csv; charset=utf-8', `${name}.csv`],
      ['?format=geojson', 'application/geo+json; charset=utf-8', `${name}-sample-data-plots.geojson`],
      ['?format=statement', 'application/json; charset=utf-8', `${name}-sample-data-statement-draft.json`],
    ];
    for (const [query, type, saved] of expected) {
      const { headers } = await file(auditor, `/reports/${reportId}${query}`);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('content-disposition')).toContain(`filename="${saved}"`);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect((await auditor.rest.get(`/reports/${reportId}?format=docx`)).body.details).toEqual([
      { field: 'format', message: 'format must be one of: pdf, json, csv, geojson, statement, plots' },
    ]);
  });

  it.each(['csv', 'pdf'])('come as %s at once, with the id to ask again', async (format) => {
    const answer = await file(auditor, `/reports/compliance?${MARCH}&format=${format}`);
    const id = answer.headers.get('x-report-id');
    const again = await file(auditor, `/reports/${id}?format=${format}`);
    expect([answer.status, answer.bytes.equals(again.bytes)]).toEqual([200, true]);
  });

  it('hold the lots as JSON and CSV, and nobody by name', async () => {
    const { reportId, ...figures } = await made(auditor);
    const json = JSON.parse((await file(auditor, `/reports/${reportId}?format=json`)).text);
    expect(json.report).toEqual({ reportId, ...figures });
    expect(json.lots.map(({ lotId }: LotView) => lotId)).toEqual(march.map(({ lotId }) => lotId));
    expect(json.lots[0]).toMatchObject({ country: 'PG', weight: 100.5, compliant: true, qualityScore: 90.4 });
    expect(json.lotsByStatus).toMatchObject({
      'No Deforestation': 2,
      'Deforestation Detected': 1,
      'Pending Review': 1,
    });
    const csv = (await file(auditor, `/reports/${reportId}?format=csv`)).text;
    const lines = csv.trimEnd().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/^LOT-FIRST-DAY,Trinitario,2026-03-01,PG,harvested,No Deforestation,true,100.5,90.4,/);
    const pdf = textOfPdf((await file(auditor, `/reports/${reportId}?format=pdf`)).bytes);
    for (const text of [JSON.stringify(json), csv, pdf]) {
      for (const name of ['Grace', 'Huamán', 'Maya', 'Ada Auditor', 'FARM00']) expect(text).not.toContain(name);
    }
  });

  it('are a paper for an authority as PDF', async () => {
    const { reportId } = await made(auditor);
    const { bytes } = await file(auditor, `/reports/${reportId}`);
    const text = textOfPdf(bytes);
    for (const said of [
      'Compliance report',
      '1 March 2026 to 31 March 2026',
      reportId,
      'An account with the role of auditor',
      'Sample data',
      'How each figure is computed',
      'Compliance rate',
      '50.0 %',
      'LOT-HUAMAN',
      'Deforestation Detected',
      `Page 1 of ${pagesOfPdf(bytes)}`,
    ]) {
      expect(text).toContain(said);
    }
    expect(pagesOfPdf(bytes)).toBe(2);
    expect(text).not.toContain('Detected*');
    expect(text).not.toContain('A star');
  });

  it('speak of no list where there is none', async () => {
    const { reportId } = await made(auditor, 'startDate=2019-01-01&endDate=2019-01-31');
    const text = textOfPdf((await file(auditor, `/reports/${reportId}`)).bytes).replace(/\s+/g, ' ');
    expect(text).toContain('No lots were harvested in this period.');
    expect(text).toContain('All figures were read in one snapshot');
    expect(text).not.toContain('list below');
  });

  it('mark the lots whose status a person decided', async () => {
    const day = '2024-02-02';
    const clear = await settledLot(app, processor, { harvestDate: day });
    const reviewed = await settledLot(app, processor, { ...place(LOSS_PLACE), harvestDate: day });
    const { data } = await auditor.rest.get(`/lots/${reviewed.id}/compliance`);
    const outcome = { note: 'Walked it: shade trees were pruned', outcome: 'No Deforestation' };
    await auditor.rest.send('PUT', `/alerts/${data.openAlerts[0].id}/resolve`, outcome);
    await settled(app, reviewed.id);
    const { reportId } = await made(auditor, `startDate=${day}&endDate=${day}`);
    const json = JSON.parse((await file(auditor, `/reports/${reportId}?format=json`)).text);
    const decided = json.lots.map((lot: Record<string, unknown>) => [lot.lotId, lot.statusDecidedBy]);
    expect(Object.fromEntries(decided)).toEqual({ [clear.lotId]: 'check', [reviewed.lotId]: 'person' });
    expect(json.totalWeight).toBe(clear.weight + reviewed.weight);
    const [header = '', ...lines] = (await file(auditor, `/reports/${reportId}?format=csv`)).text.split('\r\n');
    const column = header.split(',').indexOf('statusDecidedBy');
    expect(lines.find((line) => line.startsWith(reviewed.lotId))?.split(',')[column]).toBe('person');
    const text = textOfPdf((await file(auditor, `/reports/${reportId}`)).bytes);
    expect(text.split('\n').filter((line) => line.startsWith('No Deforestation'))).toEqual(
      // The chart's label, then the lots, by lot id within a day.
      [
        'No Deforestation',
        ...[clear, reviewed]
          .sort((a, b) => (a.lotId < b.lotId ? -1 : 1))
          .map((lot) => (lot === reviewed ? 'No Deforestation*' : 'No Deforestation')),
      ],
    );
    expect(text.replace(/\s+/g, ' ')).toContain('A star: set by a person who looked into a satellite alert');
  });
});

const feature = z.strictObject({
  type: z.literal('Feature'),
  geometry: z.strictObject({ type: z.literal('Point'), coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.strictObject({
    ProducerName: z.string(),
    ProducerCountry: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    ProductionPlace: z.string(),
    Lots: z.array(z.object({ lotId: z.string(), deforestationStatus: z.string() })),
  }),
});

describe('the plots of a period', () => {
  it('are GeoJSON by the rules of the EU: one feature a plot, longitude first, six decimals', async () => {
    const { reportId } = await made(auditor);
    const { text, headers } = await file(auditor, `/reports/${reportId}?format=plots`);
    const { features, ...marks } = z
      .strictObject({
        type: z.literal('FeatureCollection'),
        notice: z.string(),
        sampleData: z.string(),
        features: z.array(feature),
      })
      .parse(JSON.parse(text));
    expect([marks.notice, marks.sampleData, headers.get('content-disposition')]).toEqual([
      expect.stringContaining('Not for filing'),
      expect.stringContaining('must not be filed'),
      expect.stringContaining('-sample-data-all-plots-not-for-filing.geojson'),
    ]);
    const [first] = march;
    expect(features.map(({ properties }) => properties.ProducerName)).toEqual([
      'Grace Kila',
      'Luis Huamán',
      'Maya Oceano',
    ]);
    expect(features[0]?.geometry.coordinates).toEqual([first?.longitude, first?.latitude]);
    const pairs = [...text.matchAll(/"coordinates":\[(.*?)\]/g)].map(([, pair = '']) => pair);
    expect(pairs).toHaveLength(3);
    for (const pair of pairs) expect(pair).toMatch(/^-?\d+\.\d{6},-?\d+\.\d{6}$/);
  });

  it('are one for each producer of a place: nobody answers for the harvest of somebody else', async () => {
    const day = '2024-07-07';
    for (const farmerName of ['Ruth Tomala', 'Vera Tomala', 'Ruth Tomala']) {
      await settledLot(app, processor, { harvestDate: day, farmerName });
    }
    const { reportId } = await made(auditor, `startDate=${day}&endDate=${day}`);
    const read = z.object({ features: z.array(feature) });
    const { features } = read.parse(JSON.parse((await file(auditor, `/reports/${reportId}?format=plots`)).text));
    expect(features.map(({ properties }) => properties.ProducerName).sort()).toEqual(['Ruth Tomala', 'Vera Tomala']);
  });

  it('keep the zeros at the end of a place', async () => {
    const lot = await settledLot(app, processor, { harvestDate: '2025-07-01', latitude: -5.25, longitude: 145.7 });
    const { reportId } = await made(auditor, 'startDate=2025-07-01&endDate=2025-07-01');
    expect((await file(auditor, `/reports/${reportId}?format=plots`)).text).toContain('[145.700000,-5.250000]');
    await admin.rest.send('DELETE', `/lots/${lot.id}`);
  });

  it('make a draft of a due diligence statement, of compliant lots alone, submitted by nobody', async () => {
    const { reportId } = await made(auditor);
    const draft = JSON.parse((await file(auditor, `/reports/${reportId}?format=statement`)).text);
    expect(draft).toMatchObject({
      draft: true,
      submitted: false,
      internalReference: expect.stringMatching(/^[0-9a-f]{32}$/),
      sampleData: expect.stringContaining('sample data'),
      statement: expect.stringContaining('no or only a negligible risk was found'),
    });
    const [commodity] = draft.commodities;
    expect(commodity).toMatchObject({
      hsHeading: '1801',
      tradeName: 'Cocoa beans',
      scientificName: 'Theobroma cacao',
      netMassKg: 0,
      countries: [],
    });
    // None of the period's lots has a plot: the size of a point of 4 ha was not measured.
    const noPlot = expect.stringContaining('No plot is recorded for the lot');
    expect(draft.leftOut).toEqual([
      { lotId: 'LOT-FIRST-DAY', reasons: [noPlot] },
      { lotId: 'LOT-HUAMAN', reasons: [expect.stringMatching(/^The deforestation status is /), noPlot] },
      {
        lotId: 'LOT-AT-SEA',
        reasons: [
          'The deforestation status is "Pending Review".',
          noPlot,
          'The place lies in no country; is it at sea?',
        ],
      },
      { lotId: 'LOT-LAST-DAY', reasons: [noPlot] },
    ]);
  });
});

describe('after an erasure', () => {
  it('files that name people answer 410, also those never asked for; figures keep their bytes', async () => {
    const { reportId } = await made(auditor);
    const before = await file(auditor, `/reports/${reportId}?format=json`);
    expect((await file(auditor, `/reports/${reportId}?format=plots`)).text).toContain('Luis Huamán');
    const other = await made(auditor, 'startDate=2026-04-01&endDate=2026-04-30');
    const huaman = march[1]?.id ?? '';
    const many = await app.app.database.write((em) => eraseReportFiles(em, [huaman]));
    expect(many).toBeGreaterThan(0);
    for (const format of ['geojson', 'statement', 'plots']) {
      const gone = await auditor.rest.get(`/reports/${reportId}?format=${format}`);
      expect([gone.status, gone.body.error]).toEqual([410, 'Gone']);
    }
    expect((await file(auditor, `/reports/${reportId}?format=json`)).bytes.equals(before.bytes)).toBe(true);
    expect((await file(auditor, `/reports/${reportId}?format=pdf`)).status).toBe(200);
    expect((await file(auditor, `/reports/${other.reportId}?format=geojson`)).status).toBe(200);
    const left = await app.app.database.rows(
      `select 1 from report r left join report_file f on f.report_id = r.id
       where r.plots::text like '%Huamán%' or position('Huamán'::bytea in f.bytes) > 0`,
    );
    expect(left).toEqual([]);
  });

  let tries = 0;
  it('a report that is made meanwhile waits for it, and says nothing of what was erased', async () => {
    // A second try has a day without the lot of the first.
    const day = `2024-05-0${(tries += 1)}`;
    const lot = await settledLot(app, processor, { harvestDate: day, farmerName: 'Ruth Tomala' });
    const { database } = app.app;
    let making: Promise<{ reportId: string }> | null = null;
    await database.write(async (em) => {
      await em.execute(`update lot set farmer_name = null where id = ?`, [lot.id]);
      await holdReports(em);
      await eraseReportFiles(em, [lot.id]);
      making = made(auditor, `startDate=${day}&endDate=${day}`);
      // The report must wait at its lock before this transaction continues.
      // Databases of one template have the same number for the table.
      const waiting = `select 1 from pg_locks where relation = 'report'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await eventually(async () => expect(await database.rows(waiting)).toHaveLength(1));
    });
    const { reportId } = await (making ?? made(auditor));
    expect((await file(auditor, `/reports/${reportId}?format=geojson`)).text).not.toContain('Ruth Tomala');
    const { text } = await file(auditor, `/reports/${reportId}?format=statement`);
    expect(text).not.toContain('Ruth Tomala');
    // The name went without the event that an erasure writes.
    expect(text).toContain('The record of the lot differs from the ledger.');
  });

  it('a file that is made meanwhile waits for it, and is not there any more', async () => {
    const lot = await settledLot(app, processor, { harvestDate: '2024-06-06', farmerName: 'Ruth Tomala' });
    const { reportId } = await made(auditor, 'startDate=2024-06-06&endDate=2024-06-06');
    let asked: Promise<FileAnswer> | null = null;
    await app.app.database.write(async (em) => {
      await holdReports(em);
      await eraseReportFiles(em, [lot.id]);
      asked = file(auditor, `/reports/${reportId}?format=geojson`);
      await eventually(async () => expect(await waitingForLocks(app.app.database)).toBe(1));
    });
    expect(await asked).toMatchObject({ status: 410 });
  });
});

describe('the dossier of a lot', () => {
  it('is a PDF of all that is kept: origin, journey, evidence, ledger proof', async () => {
    const lot = await settledLot(app, processor, { farmerName: 'Ana Juanjuí', certifications: ['Organic'] });
    await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Six days',
      timestamps: { startTime: '2026-03-01T08:00:00Z', endTime: '2026-03-07T17:30:00Z' },
    });
    await settled(app, lot.id);
    const { headers, bytes, status } = await file(grace, `/lots/${lot.lotId}/dossier`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`filename="${lot.lotId}-dossier.pdf"`);
    const text = textOfPdf(bytes);
    const chain = (await grace.rest.get(`/lots/${lot.id}/provenance`)).data.provenanceChain;
    expect(chain).toHaveLength(3);
    expect(text).not.toMatch(/\d-\d\dT\d\d:/);
    for (const said of [
      'Ana Juanjuí',
      'FARM001',
      'Papua New Guinea',
      'Fermented',
      'Six days',
      'Ines Duarte',
      'Sample data',
      'No tree cover loss after 31 December 2020',
      'What the newest check read',
      'Every field matches the ledger',
      'run by one operator',
      'Manam Cooperative',
      ...chain.map(({ transactionId }: { transactionId: string }) => transactionId),
    ]) {
      expect(text).toContain(said);
    }
    expect(text.replace(/\s+/g, ' ')).toContain('Mar 1, 2026, 08:00 UTC to Mar 7, 2026, 17:30 UTC');
    // The newest check's picture: PDF keeps it as an image of its size.
    expect(bytes.toString('latin1')).toMatch(/\/Subtype \/Image\s[^>]*\/Width 192/);
    // A last page with only a QR code would prove nothing.
    expect(text.indexOf('Scan to open')).toBeGreaterThan(0);
    expect(text.indexOf('Scan to open')).toBeLessThan(text.indexOf('Page 1 of'));
  });

  it('is for those who see the lot', async () => {
    const lot = await registered(processor, { farmId: 'FARM009' });
    expect((await grace.rest.get(`/lots/${lot.id}/dossier`)).status).toBe(404);
    expect((await app.rest.get(`/lots/${lot.id}/dossier`)).status).toBe(401);
    expect((await file(auditor, `/lots/${lot.id}/dossier`)).status).toBe(200);
  });
});

describe('the certificate', () => {
  const certificate = (lotId: string) => file({ accessToken: 'none' }, `/lots/public/${lotId}/certificate`);

  it('is one page that anyone may have, with the rounded place', async () => {
    const lot = await settledLot(app, processor, { farmerName: 'Ana Juanjuí' });
    const { bytes, headers, status } = await certificate(lot.lotId);
    expect([status, headers.get('content-type'), pagesOfPdf(bytes)]).toEqual([200, 'application/pdf', 1]);
    const text = textOfPdf(bytes);
    for (const said of [
      'Ana Juanjuí',
      'FARM001',
      '5.26° S, 145.74° E',
      'Sample data: No tree loss found by satellite after 31 December 2020',
      // The day on which a stage was entered is not the day of the harvest.
      'Entered on',
      lot.blockchainHash?.transactionId ?? '?',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('5.258');
    expect(text.replaceAll('\n', '')).toContain(`${app.url}/verify/${lot.lotId}`);
  });

  it.each([
    [
      'fr',
      'Certificat de provenance',
      'Données d’exemple : Aucune perte d’arbres constatée par satellite',
      '5,26° S, 145,74° E',
      'Page 1 sur 1',
    ],
    [
      'es',
      'Certificado de procedencia',
      'Datos de muestra: No se encontró pérdida de árboles por satélite',
      '5.26° S, 145.74° E',
      'Página 1 de 1',
    ],
    [
      'tpi',
      'Pepa bilong as ples',
      'Data bilong traim: Satelait i no painim diwai i lus',
      '5.26° Saut, 145.74° Is',
      'Pes 1 long 1',
    ],
    [
      'en',
      'Provenance certificate',
      'Sample data: No tree loss found by satellite',
      '5.26° S, 145.74° E',
      'Page 1 of 1',
    ],
  ])('is in the language that is asked for: %s', async (lang, ...words) => {
    const lot = await settledLot(app, processor, { farmerName: 'Ana Juanjuí' });
    const { bytes, status } = await file({ accessToken: 'none' }, `/lots/public/${lot.lotId}/certificate?lang=${lang}`);
    expect([status, pagesOfPdf(bytes)]).toEqual([200, 1]);
    const text = textOfPdf(bytes).replace(/\s+/g, ' ');
    for (const said of words) expect(text).toContain(said);
    // No word of English in the others, but what people wrote.
    if (lang !== 'en') expect(text).not.toMatch(/\b(Harvested|Farmer|Result|Ledger|checked|Sample)\b/);
  });

  it('is refused in a language that there is not, with the choices', async () => {
    const answer = await auditor.rest.get('/lots/public/LOT1/certificate?lang=xx');
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer)).toContain('tpi');
  });

  it("says of a person's decision that it is one, not what a satellite found; so do dossier and compliance", async () => {
    const lot = await settledLot(app, processor, { ...place(LOSS_PLACE), isAnonymized: true });
    expect(textOfPdf((await certificate(lot.lotId)).bytes)).toContain(
      'Tree cover loss after 31 December 2020 was found',
    );
    const { data } = await auditor.rest.get(`/lots/${lot.id}/compliance`);
    const outcome = { note: 'Walked it: shade trees were pruned', outcome: 'No Deforestation' };
    await auditor.rest.send('PUT', `/alerts/${data.openAlerts[0].id}/resolve`, outcome);
    await settled(app, lot.id);
    const told = textOfPdf((await certificate(lot.lotId)).bytes).replace(/\s+/g, ' ');
    expect(told).toContain('Satellite alert reviewed by a person on');
    // The check itself had found loss: its day must not read like the day of a clear one.
    expect(told).toContain('; last satellite check on');
    expect(told).not.toContain('No tree loss found');
    const after = await auditor.rest.get(`/lots/${lot.id}/compliance`);
    expect(after.data.eudrCompliant).toBe(true);
    expect(after.data.checks[0].detail).toMatch(
      /^Status: "No Deforestation", reviewed by a person on \d{4}-\d\d-\d\d\.$/,
    );
  });

  it('of an anonymised lot names nobody, and the place to one decimal', async () => {
    const lot = await settledLot(app, processor, { farmerName: 'Ana Juanjuí', isAnonymized: true });
    const text = textOfPdf((await certificate(lot.lotId)).bytes);
    expect(text).toContain('5.3° S, 145.7° E');
    for (const hidden of ['Juanjuí', 'FARM001', '5.26']) expect(text).not.toContain(hidden);
  });

  it('says that a farmer was erased, not that every field matches; so does the dossier, which names the fields', async () => {
    const lot = await settledLot(app, processor, { farmerName: 'Rita Salinas', farmId: 'FARM077' });
    const asked = { farmId: 'FARM077', farmerName: 'Rita Salinas' };
    expect((await admin.rest.send('POST', '/gdpr/erase', asked)).status).toBe(200);
    await settled(app, lot.id);
    for (const { bytes } of [await certificate(lot.lotId), await file(auditor, `/lots/${lot.id}/dossier`)]) {
      const lines = textOfPdf(bytes).split('\n');
      const text = lines.join(' ').replace(/\s+/g, ' ');
      expect(lines[lines.indexOf('Farmer') + 1]).toBe('Erased');
      expect(text).toContain('Personal data of this lot was erased; every other field matches the ledger');
      expect(text).not.toContain('Every field matches');
      expect(text).not.toContain('Shows the farmer');
    }
    const { data } = await auditor.rest.get(`/lots/${lot.id}/history`);
    expect(data.history[0]).toMatchObject({
      action: 'erased',
      changes: [{ field: 'farmerName', from: null, to: null }],
    });
    expect(textOfPdf((await file(auditor, `/lots/${lot.id}/dossier`)).bytes)).toContain('Farmer name erased');
  });

  it('says of an old check that it is old', async () => {
    const lot = await settledLot(app, processor);
    const words = async (): Promise<string> => textOfPdf((await certificate(lot.lotId)).bytes).replace(/\s+/g, ' ');
    expect(await words()).not.toContain('more than 30 days before');
    await app.app.database.pool.query(`update lot set satellite_at = now() - interval '31 days' where id = $1`, [
      lot.id,
    ]);
    expect(await words()).toMatch(/checked on [^;]+?, more than 30 days before this certificate\./);
  });

  it('stays one page with the longest values', async () => {
    const lot = await settledLot(app, processor, {
      lotId: `LOT${'W'.repeat(20)}`,
      farmerName: 'Wilhelmina '.repeat(10).trim(),
      certifications: [
        'Organic',
        'Fair Trade',
        'Rainforest Alliance',
        'UTZ',
        'Fairtrade',
        'Direct Trade',
        'Bird Friendly',
        'Carbon Neutral',
      ],
    });
    for (const currentProcess of ['fermented', 'drying', 'processed', 'shipped', 'delivered']) {
      await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
        currentProcess,
        processDetails: 'x'.repeat(2000),
      });
    }
    await settled(app, lot.id);
    const { bytes } = await certificate(lot.lotId);
    for (const lang of ['fr', 'es', 'tpi']) {
      const other = await file({ accessToken: 'none' }, `/lots/public/${lot.lotId}/certificate?lang=${lang}`);
      expect([lang, pagesOfPdf(other.bytes)]).toEqual([lang, 1]);
    }
    expect(pagesOfPdf(bytes)).toBe(1);
    expect(textOfPdf(bytes)).toContain('Delivered');
  });

  it('is refused for what is no lot', async () => {
    expect((await app.rest.get('/lots/public/LOT-NOBODY/certificate')).status).toBe(404);
    expect((await app.rest.get('/lots/public/701/certificate')).status).toBe(400);
    const lot = await registered(processor);
    await admin.rest.send('DELETE', `/lots/${lot.id}`);
    expect((await app.rest.get(`/lots/public/${lot.lotId}/certificate`)).status).toBe(404);
  });
});
