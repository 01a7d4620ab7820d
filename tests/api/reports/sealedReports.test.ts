import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT_FORMATS, type ReportFormat } from '../../../server/modules/reports/reportFiles.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** What somebody with the database's password makes of stored reports. */
let app: TestApp;
let auditor: Person;

const CHANGED = "Someone changed this report in the database, so you can't open it.";
const YEAR = 2026;

beforeAll(async () => {
  app = await createTestApp();
  auditor = await app.person('auditor');
  await settledLot(app, await app.person('processor'), { harvestDate: `${YEAR}-01-01` });
});
afterAll(() => app.stop());

let days = 0;
/** A period of its own, which the one lot was harvested in. */
function period(): { startDate: string; endDate: string } {
  days += 1;
  const end = new Date(Date.UTC(YEAR, 0, 1 + days));
  return { startDate: `${YEAR}-01-01`, endDate: end.toISOString().slice(0, 10) };
}

async function made(asked = period()): Promise<string> {
  const { status, data } = await auditor.rest.get(`/reports/compliance?${new URLSearchParams(asked)}`);
  expect(status).toBe(200);
  return data.report.reportId;
}

interface Read {
  status: number;
  bytes: Buffer;
}

async function read(reportId: string, format: ReportFormat): Promise<Read> {
  const headers = { authorization: `Bearer ${auditor.accessToken}` };
  const answer = await fetch(`${app.url}/api/v1/reports/${reportId}?format=${format}`, { headers });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const said = ({ status, bytes }: Read) => {
  const { error, message } = JSON.parse(bytes.toString('utf8'));
  return { status, error, message };
};
const refused = { status: 409, error: 'Conflict', message: CHANGED };

const sql = (text: string, values: unknown[]) => app.app.database.pool.query(text, values);

describe('a report whose row was changed', () => {
  it.each([
    ['a figure', `figures = jsonb_set(figures, '{compliantLots}', '0')`],
    ['a lot', `lots = jsonb_set(lots, '{0,weightGrams}', '1')`],
    ['a lot left out', `lots = '[]'`],
    ['a plot', `plots = jsonb_set(plots, '{0,farmerName}', '"Somebody Else"')`],
    ['its plots, as if they had been erased', 'plots = null, erased_at = now()'],
    ['its period', `period_to = period_to + 1`],
    ['its time', `created_at = created_at + interval '1 second'`],
    ['its maker', 'created_by = gen_random_uuid()'],
    ["its maker's role", `creator_role = 'admin'`],
    ['its scope', `scope_farm_id = 'FARM001'`],
    ['that its data is sample data', 'sample_data = not sample_data'],
    ['its seal', `seal = 'ab12cd34.AAAA'`],
    ['its seal, taken away', 'seal = null'],
  ])('is shown in no format: %s', async (_, change) => {
    const reportId = await made();
    const stored = await read(reportId, 'csv');
    expect(stored.status).toBe(200);
    const { rows } = await sql('select * from report where id = $1', [reportId]);
    await sql(`update report set ${change} where id = $1`, [reportId]);
    for (const format of REPORT_FORMATS) expect(said(await read(reportId, format))).toEqual(refused);
    expect(said(await read(reportId.toUpperCase(), 'csv'))).toEqual(refused);
    // Put back as it was, it is what it was.
    await sql(
      `update report r set (figures, lots, plots, erased_at, period_to, created_at, created_by, creator_role, scope_farm_id,
         sample_data, seal) = (select figures, lots, plots, erased_at, period_to, created_at, created_by, creator_role,
         scope_farm_id, sample_data, seal from json_populate_record(null::report, $2::json)) where id = $1`,
      [reportId, JSON.stringify(rows[0])],
    );
    expect(await read(reportId, 'csv')).toEqual(stored);
  });

  it('is told of to nobody who does not see it', async () => {
    const reportId = await made();
    await sql(`update report set figures = jsonb_set(figures, '{compliantLots}', '0') where id = $1`, [reportId]);
    const farmer = await app.person('farmer');
    expect((await farmer.rest.get(`/reports/${reportId}?format=json`)).status).toBe(403);
    expect((await app.rest.get(`/reports/${reportId}?format=json`)).status).toBe(401);
  });

  it.each([
    ['another time', `created_at = created_at - interval '1 minute'`],
    ['no seal', 'seal = null'],
  ])('is not the answer to who asks for it again, over REST and GraphQL: %s', async (_, change) => {
    const asked = period();
    const first = await made(asked);
    expect(await made(asked)).toBe(first);
    await sql(`update report set ${change} where id = $1`, [first]);
    const second = await made(asked);
    expect(second).not.toBe(first);
    const { data } = await auditor.graphql.run(
      `{ complianceReport(startDate: "${asked.startDate}", endDate: "${asked.endDate}") { reportId } }`,
    );
    expect(data.complianceReport.reportId).toBe(second);
    expect([(await read(second, 'json')).status, (await read(first, 'json')).status]).toEqual([200, 409]);
  });
});

describe('a report with a file that was changed', () => {
  it.each<[what: string, change: string, format: ReportFormat]>([
    ['its bytes', `bytes = bytes || '\\x20'`, 'csv'],
    ['its bytes, as if they had been erased', 'bytes = null, salt = null, erased_at = now()', 'geojson'],
    ['its name', `name = 'other.csv'`, 'csv'],
    ['its media type', `media_type = 'text/html'`, 'csv'],
    ['that it names people', 'personal = not personal', 'csv'],
    ['its seal, taken away', 'seal = null', 'csv'],
    [
      'another file of the report in its place',
      `(bytes, name, media_type, personal, seal) = (select bytes, name, media_type, personal, seal from report_file other
         where other.report_id = report_file.report_id and other.format = 'json')`,
      'csv',
    ],
  ])('does not show that file, and shows the others: %s', async (_, change, changed) => {
    const asked = period();
    const reportId = await made(asked);
    const before = new Map<ReportFormat, Read>();
    for (const format of REPORT_FORMATS) before.set(format, await read(reportId, format));
    await sql(`update report_file set ${change} where report_id = $1 and format = $2`, [reportId, changed]);
    for (const format of REPORT_FORMATS) {
      const now = await read(reportId, format);
      if (format === changed) expect(said(now)).toEqual(refused);
      else expect(now).toEqual(before.get(format));
    }
    if (changed !== 'csv') return;
    const atOnce = await auditor.rest.get(`/reports/compliance?${new URLSearchParams({ ...asked, format: 'csv' })}`);
    expect([atOnce.status, atOnce.body.message]).toEqual([409, CHANGED]);
  });
});
