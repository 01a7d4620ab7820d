import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkReports } from '../../../server/modules/reports/checkReports.ts';
import type { MakingView } from '../../../server/modules/reports/reportMaking.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { heldReports } from '../../support/heldReports.ts';
import { restClient } from '../../support/restClient.ts';
import { textOfPdf } from '../../support/pdfText.ts';
import { eventually, LOSS_PLACE, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

// A report of more than three lots is made in portions of two.
const limits = { reportLotsAtOnce: 3, reportBatch: 2 };
const MAY = { startDate: '2026-05-01', endDate: '2026-05-31' };
const LOTS = 7;

/** makes the reports */
let app: TestApp;
/** takes what people ask for, in lanes of its own, and works on no jobs */
let web: TestApp;
/** the same, and makes reports of all these lots at once */
let whole: TestApp;
let auditor: Person;
let processor: Person;
let admin: Person;
/** harvested in May, in the order of their harvest */
let may: LotView[];

beforeAll(async () => {
  app = await createTestApp({ limits });
  web = await createTestApp({ database: app.databaseUrl, env: { ROLE: 'web' }, limits });
  whole = await createTestApp({ database: app.databaseUrl, env: { ROLE: 'web' } });
  [auditor, processor, admin] = await Promise.all([
    app.person('auditor'),
    app.person('processor'),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
  may = [];
  for (let day = 1; day <= LOTS; day += 1) {
    const { latitude, longitude } = LOSS_PLACE;
    may.push(
      await settledLot(app, processor, {
        lotId: `LOT-MAY-${day}`,
        harvestDate: `2026-05-0${day}`,
        weight: day * 10,
        ...(day % 2 === 0 ? { qualityScore: 60 + day } : {}),
        ...(day === 3 ? { farmerName: 'Luis Huamán', farmId: 'FARM006', latitude, longitude } : {}),
      }),
    );
  }
}, 120_000);
afterEach(() => release());
afterAll(async () => {
  await whole?.stop();
  await web?.stop();
  await app.stop();
});

const sql = (text: string, values: unknown[] = []) => app.app.database.pool.query(text, values);

async function begin(by = auditor, period: object = MAY): Promise<MakingView> {
  const { status, data } = await restClient(web.url, by.accessToken).send('POST', '/reports', period);
  expect(status).toBe(202);
  return data.making;
}

async function look(id: string, by = auditor): Promise<MakingView> {
  const { status, data } = await by.rest.get(`/reports/making/${id}`);
  expect(status).toBe(200);
  return data.making;
}

function ended(id: string, by = auditor): Promise<MakingView> {
  return eventually(async () => {
    const making = await look(id, by);
    expect(making.state).not.toBe('making');
    return making;
  });
}

async function file(path: string, url = app.url): Promise<{ status: number; type: string | null; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${auditor.accessToken}` };
  const answer = await fetch(`${url}/api/v1${path}`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type'), bytes };
}
const textOf = async (path: string): Promise<string> => (await file(path)).bytes.toString('utf8');
const jsonOf = async (path: string, url?: string) => JSON.parse((await file(path, url)).bytes.toString('utf8'));

/** gives the lane free that a test held */
let release: () => void = () => undefined;

async function held(server = app): ReturnType<typeof heldReports> {
  const lane = await heldReports(server);
  release = lane.go;
  return lane;
}

describe('a report of more lots than are read at once', () => {
  let making: MakingView;
  let reportId: string;

  beforeAll(async () => {
    making = await ended((await begin()).id);
    reportId = making.report?.reportId ?? '';
  });

  it('is refused where somebody waits for it, naming the field and what to do', async () => {
    const { status, body } = await auditor.rest.get(`/reports/compliance?${new URLSearchParams(MAY)}`);
    expect([status, body.details?.[0]?.field, body.details?.[0]?.message]).toEqual([
      400,
      'startDate',
      'This period has more than 3 harvested lots. Choose a shorter period, or request the report in portions (POST /api/v1/reports).',
    ]);
  });

  it('is made in portions, with the figures that it has when it is made at once', async () => {
    expect(making).toMatchObject({ state: 'done', lots: LOTS, lotsDone: LOTS, ...MAY });
    const once = await restClient(whole.url, auditor.accessToken).get(
      `/reports/compliance?${new URLSearchParams(MAY)}`,
    );
    const { reportId: _, generatedDate: __, ...figures } = once.data.report;
    expect(figures).toMatchObject({ totalLots: LOTS, compliantLots: LOTS - 1, averageQualityScore: 64 });
    expect(making.report).toMatchObject(figures);
  });

  it('has the files that it has when it is made at once', async () => {
    const once = await restClient(whole.url, auditor.accessToken).get(
      `/reports/compliance?${new URLSearchParams(MAY)}`,
    );
    const other = `/reports/${once.data.report.reportId}?format=`;
    expect(other).not.toContain(reportId);
    const path = `/reports/${reportId}?format=`;
    const csv = await file(`${path}csv`);
    expect([csv.status, csv.type]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(csv.bytes.toString('utf8')).toBe((await file(`${other}csv`, whole.url)).bytes.toString('utf8'));
    const [parts, one] = [await textOf(`${path}json`), (await file(`${other}json`, whole.url)).bytes.toString('utf8')];
    const { generatedDate } = JSON.parse(parts).report;
    const named = one
      .replace(once.data.report.reportId, reportId)
      .replace(once.data.report.generatedDate, generatedDate);
    expect(parts).toBe(named);
    const paper = await textOfPdf((await file(`${path}pdf`)).bytes);
    for (const { lotId } of may) expect(paper).toContain(lotId);
    expect(paper).toContain('portion by portion');
    // What needs attention stands first.
    expect(paper.indexOf('LOT-MAY-3')).toBeLessThan(paper.indexOf('LOT-MAY-1'));
  });

  it('answers the same bytes later, also from another process', async () => {
    for (const format of ['csv', 'json', 'pdf']) {
      const path = `/reports/${reportId}?format=${format}`;
      expect((await file(path, whole.url)).bytes.equals((await file(path)).bytes)).toBe(true);
    }
  });

  it.each(['geojson', 'statement', 'plots'])(
    'has no %s file: the refusal names the field and what to take',
    async (format) => {
      const { status, body } = await auditor.rest.get(`/reports/${reportId}?format=${format}`);
      expect(status).toBe(400);
      expect(body.details).toEqual([
        {
          field: 'format',
          message: `The format ${format} is limited to 3 lots. Use csv or json, or shorter periods.`,
        },
      ]);
    },
  );

  it('is listed with the formats that there are', async () => {
    const { data } = await auditor.rest.get('/reports');
    const listed = data.reports.find((one: { reportId: string }) => one.reportId === reportId);
    expect(listed).toMatchObject({ intact: true, formats: ['pdf', 'json', 'csv'], report: { totalLots: LOTS } });
  });

  it('is the stored one when it is asked for again while nothing has changed', async () => {
    const again = await begin();
    expect(again.id).not.toBe(making.id);
    expect((await ended(again.id)).report).toEqual(making.report);
    const { rows } = await sql('select count(*)::int as parts from report_part where making_id = $1', [again.id]);
    expect(rows).toEqual([{ parts: 0 }]);
  });

  it('is one of its own for whoever asks: others are told nothing of it', async () => {
    const { status } = await processor.rest.get(`/reports/making/${making.id}`);
    expect(status).toBe(404);
    const farmer = await app.person('farmer');
    expect((await farmer.rest.send('POST', '/reports', MAY)).status).toBe(403);
  });

  it('of few lots is made at once', async () => {
    const period = { startDate: '2026-05-01', endDate: '2026-05-02' };
    const done = await begin(auditor, period);
    expect(done).toMatchObject({ state: 'done', lots: 2, lotsDone: 2, report: { totalLots: 2, ...period } });
    expect((await file(`/reports/${done.report?.reportId}?format=geojson`)).status).toBe(200);
  });
});

describe('while a report is made in portions', () => {
  it('one asks how far it is; another period waits, the same one is not begun again', async () => {
    const lane = await held();
    const period = { startDate: '2026-05-01', endDate: '2026-05-30' };
    const by = await app.person('auditor');
    const job = await begin(by, period);
    try {
      expect(job).toMatchObject({ state: 'making', lots: null, lotsDone: 0, report: null });
      await lane.step();
      expect(await look(job.id, by)).toMatchObject({ state: 'making', lots: LOTS, lotsDone: 0 });
      await lane.step();
      expect(await look(job.id, by)).toMatchObject({ state: 'making', lots: LOTS, lotsDone: 2 });
      expect((await begin(by, period)).id).toBe(job.id);
      const other = await restClient(web.url, by.accessToken).send('POST', '/reports', MAY);
      expect([other.status, other.body.message]).toEqual([
        429,
        'Another large report of yours is running. Wait for it, or stop it.',
      ]);
    } finally {
      lane.go();
    }
    expect(await ended(job.id, by)).toMatchObject({ state: 'done', lotsDone: LOTS });
  });

  it('lots that are changed count as they are when it is their turn; which they are was decided at the beginning', async () => {
    const extra = {
      moved: await settledLot(app, processor, { lotId: 'LOT-MOVED', harvestDate: '2026-05-20' }),
      deleted: await settledLot(app, processor, { lotId: 'LOT-GONE', harvestDate: '2026-05-21' }),
      heavier: await settledLot(app, processor, { lotId: 'LOT-HEAVIER', harvestDate: '2026-05-22', weight: 5 }),
    };
    const lane = await held();
    const job = await begin(admin);
    try {
      await lane.step();
      const change = (lot: LotView, fields: object) =>
        admin.rest.send('PATCH', `/lots/${lot.id}`, { ...fields, version: lot.version });
      expect((await change(extra.moved, { harvestDate: '2026-06-20' })).status).toBe(200);
      expect((await change(extra.heavier, { weight: 55 })).status).toBe(200);
      expect((await admin.rest.send('DELETE', `/lots/${extra.deleted.id}`)).status).toBe(200);
      await settledLot(app, processor, { lotId: 'LOT-LATE', harvestDate: '2026-05-23' });
    } finally {
      lane.go();
    }
    const { report, lots } = await ended(job.id, admin);
    expect([lots, report?.totalLots]).toEqual([LOTS + 3, LOTS + 1]);
    const { lots: lines, report: figures } = await jsonOf(`/reports/${report?.reportId}?format=json`);
    expect(lines.map(({ lotId }: { lotId: string }) => lotId)).toEqual([
      ...may.map(({ lotId }) => lotId),
      'LOT-HEAVIER',
    ]);
    expect(lines.at(-1).weight).toBe(55);
    expect(figures.totalLots).toBe(lines.length);
  });

  it('whoever has it made takes it back, and nothing is left of it', async () => {
    const lane = await held();
    const job = await begin(admin);
    try {
      await lane.step();
      await lane.step();
      expect((await auditor.rest.send('DELETE', `/reports/making/${job.id}`)).status).toBe(404);
      const { status, data } = await admin.rest.send('DELETE', `/reports/making/${job.id}`);
      expect([status, data.making.state]).toEqual([200, 'cancelled']);
    } finally {
      lane.go();
    }
    await noJobOf(job.id);
    expect(await remains(job.id)).toEqual({ parts: 0, reports: 0 });
  });

  it('nobody asks about it any more, and it is given up', async () => {
    const lane = await held();
    const job = await begin(admin);
    try {
      await lane.step();
      // It may wait for its turn already, and is then given up after one more portion.
      await sql(`update report_making set asked_at = now() - interval '11 minutes' where id = $1`, [job.id]);
    } finally {
      lane.go();
    }
    await noJobOf(job.id);
    expect(await remains(job.id)).toEqual({ parts: 0, reports: 0 });
    expect((await look(job.id, admin)).state).toBe('cancelled');
  });

  it.each([
    ['its lots', `lot_ids = lot_ids[1:1] where making_id = $1 and number = 2`],
    ['what was read', `sums = jsonb_set(sums, '{compliant}', '0') where making_id = $1 and number = 1`],
    ['a piece of a file', `csv = csv || '\\x00' where making_id = $1 and number = 1`],
  ])('a portion is changed past the program, and no report is made of it: %s', async (_, change) => {
    const lane = await held();
    const job = await begin(admin);
    try {
      await lane.step();
      await lane.step();
      expect((await sql(`update report_part set ${change}`, [job.id])).rowCount).toBe(1);
    } finally {
      lane.go();
    }
    expect((await ended(job.id, admin)).state).toBe('failed');
    expect(await remains(job.id)).toEqual({ parts: 0, reports: 0 });
  });

  it('the process ends, and the next one goes on where it was', async () => {
    const first = await createTestApp({ limits });
    const asked = await createTestApp({ database: first.databaseUrl, env: { ROLE: 'web' }, limits });
    let next: TestApp | null = null;
    const parts = (id: string) =>
      asked.app.database.rows(
        'select number, xmin::text from report_part where making_id = $1 and lot_ids is null order by number',
        [id],
      );
    try {
      const [by, maker] = [await first.person('auditor'), await first.person('processor')];
      for (let day = 1; day <= 5; day += 1) await settledLot(first, maker, { harvestDate: `2026-05-0${day}` });
      const rest = restClient(asked.url, by.accessToken);
      const lane = await held(first);
      const { id } = (await rest.send('POST', '/reports', MAY)).data.making;
      await lane.step();
      await lane.step();
      await first.app.stop();
      lane.go();
      const before = await parts(id);
      expect(before).toHaveLength(1);
      next = await createTestApp({ database: first.databaseUrl, limits });
      await eventually(async () =>
        expect((await rest.get(`/reports/making/${id}`)).data.making).toMatchObject({
          state: 'done',
          lots: 5,
          lotsDone: 5,
          report: { totalLots: 5 },
        }),
      );
      const after = await parts(id);
      expect([after[0], after.length]).toEqual([before[0], 3]);
    } finally {
      await next?.stop();
      await asked.stop();
      await first.stop();
    }
  }, 60_000);
});

describe('a stored report in portions that somebody changed', () => {
  it.each([
    ['a piece of a file', `update report_part set csv = csv || '\\x00' where making_id = $1 and number = 1`],
    ['a piece that is gone', 'delete from report_part where making_id = $1 and number = 2'],
    ['what it tells of them', `update report set lots = jsonb_set(lots, '{sums,compliant}', '0') where id = $1`],
    ['that it is one', 'update report set in_parts = false where id = $1'],
  ])('is shown in no format, and the walk names it: %s', async (_, change) => {
    const by = await app.person('auditor');
    const { report } = await ended((await begin(by)).id, by);
    const id = report?.reportId ?? '';
    for (const format of ['csv', 'pdf']) expect((await file(`/reports/${id}?format=${format}`)).status).toBe(200);
    expect((await checkReports(app.app.database, [])).filter(({ row }) => row === id)).toEqual([]);
    await sql(change, [id]);
    for (const format of ['csv', 'json', 'pdf'])
      expect((await file(`/reports/${id}?format=${format}`)).status).toBe(409);
    const named = (await checkReports(app.app.database, [])).filter(({ row }) => row === id);
    expect(named).toHaveLength(1);
  });
});

async function remains(id: string): Promise<{ parts: number; reports: number }> {
  const { rows } = await sql(
    `select (select count(*)::int from report_part where making_id = $1) as parts, (select count(*)::int from report where id = $1) as reports`,
    [id],
  );
  return rows[0];
}

/** Waits until the job has ended. */
function noJobOf(id: string): Promise<void> {
  return eventually(async () => {
    const { rows } = await sql(`select 1 from graphile_worker.jobs where key = $1`, [`report:${id}`]);
    expect(rows).toEqual([]);
  });
}
