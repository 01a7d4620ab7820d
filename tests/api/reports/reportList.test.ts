import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eraseReportFiles, holdReports } from '../../../server/modules/reports/reportErasure.ts';
import { restClient } from '../../support/restClient.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** The list of stored reports: visibility, order, and reports that were changed in the database. */
let app: TestApp;
let auditor: Person;
let processor: Person;
let admin: Person;
let lotUuid: string;

beforeAll(async () => {
  app = await createTestApp();
  [auditor, processor, admin] = await Promise.all([
    app.person('auditor', { name: 'Ada Auditor' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('admin', { name: 'Ana Admin' }),
  ]);
  lotUuid = (await settledLot(app, processor, { harvestDate: '2026-02-01' })).id;
});
afterAll(() => app.stop());

let days = 0;
/** Makes a report of a period that no other one has. */
async function made(by: Pick<Person, 'rest'> = auditor): Promise<{ reportId: string; endDate: string }> {
  days += 1;
  const endDate = new Date(Date.UTC(2026, 1, 1 + days)).toISOString().slice(0, 10);
  const { status, data } = await by.rest.get(`/reports/compliance?startDate=2026-02-01&endDate=${endDate}`);
  expect(status).toBe(200);
  return data.report;
}

interface Listed {
  reportId: string;
  intact: boolean;
  formats: string[];
}

async function list(by: Pick<Person, 'rest'>, query = ''): Promise<{ reports: Listed[]; pagination: unknown }> {
  const { status, data } = await by.rest.get(`/reports${query}`);
  expect(status).toBe(200);
  return data;
}

const sql = (text: string, values: unknown[]) => app.app.database.pool.query(text, values);

describe('the list of reports', () => {
  it('tells of each what was made, when and by whom, and which files can be had, the same over REST and GraphQL', async () => {
    const report = await made(processor);
    const [first] = (await list(auditor)).reports;
    expect(first).toEqual({
      reportId: report.reportId,
      intact: true,
      report,
      madeBy: 'Ines Duarte',
      madeByRole: 'processor',
      byKey: false,
      sampleData: true,
      formats: ['pdf', 'json', 'csv', 'geojson', 'statement', 'plots'],
    });
    const { data, errors } = await auditor.graphql.run(
      `{ reports(page: 1, limit: 1) { reports { reportId intact madeBy madeByRole byKey sampleData formats
          report { reportId generatedDate startDate endDate totalLots compliantLots nonCompliantLots averageQualityScore
            complianceRate differingLots satelliteChecks gdprCompliant } }
          pagination { total page totalPages hasNext hasPrev } } }`,
    );
    expect(errors).toEqual([]);
    expect(data.reports).toEqual(await list(auditor, '?limit=1'));
    expect(data.reports.reports).toEqual([first]);
  });

  it('has the lots of a report hashed once, and again after somebody changed it', async () => {
    const { reportId } = await made();
    onTestFinished(async () => void (await sql('delete from report where id = $1', [reportId])));
    const first = async (): Promise<Listed | undefined> => (await list(auditor, '?limit=1')).reports[0];
    const rows = vi.spyOn(app.app.database, 'rows');
    onTestFinished(() => rows.mockRestore());
    const hashed = async (): Promise<unknown[]> => {
      const answers = await Promise.all(rows.mock.results.map(({ value }) => value));
      rows.mockClear();
      return answers.flat().flatMap((row) => (row['figures_text'] === undefined ? [] : [row['lots'] !== null]));
    };
    expect(await first()).toMatchObject({ reportId, intact: true });
    expect(await hashed()).toEqual([true]);
    expect(await first()).toMatchObject({ reportId, intact: true });
    expect(await hashed()).toEqual([false]);
    await sql(`update report set lots = jsonb_set(lots, '{0,status}', '"No Deforestation?"') where id = $1`, [
      reportId,
    ]);
    expect(await first()).toMatchObject({ reportId, intact: false });
    expect(await hashed()).toEqual([true]);
  });

  it('comes in pages, newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await made()).reportId);
    const one = await list(auditor, '?limit=2');
    const two = await list(auditor, '?limit=2&page=2');
    expect([...one.reports, ...two.reports].slice(0, 3).map(({ reportId }) => reportId)).toEqual(ids);
    expect(two.pagination).toMatchObject({ page: 2, hasPrev: true });
    expect((await list(auditor, '?page=1000')).reports).toEqual([]);
  });

  it.each([
    ['limit=0', 'limit must be a whole number from 1 to 100'],
    ['limit=101', 'limit must be a whole number from 1 to 100'],
    ['page=0', 'page must be a whole number from 1 to 1000000'],
  ])('is refused for %s', async (query, message) => {
    const answer = await auditor.rest.get(`/reports?${query}`);
    expect([answer.status, answer.body.details]).toEqual([400, [{ field: query.split('=')[0], message }]]);
  });

  it('is refused over GraphQL for more than 100', async () => {
    const { errors } = await auditor.graphql.run('{ reports(limit: 101) { reports { reportId } } }');
    expect(errors.map(({ message, extensions }) => [message, extensions?.code])).toEqual([
      ['limit must be 1 to 100', 'BAD_USER_INPUT'],
    ]);
  });

  it('names the partner key that made a report', async () => {
    const { data } = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade GmbH', role: 'processor' });
    const { reportId } = await made({ rest: restClient(app.url, data.key) });
    expect((await list(auditor, '?limit=1')).reports).toMatchObject([
      { reportId, madeBy: 'Kakao Trade GmbH', madeByRole: 'processor', byKey: true },
    ]);
  });

  it('offers no file that named people once their data was erased, and keeps the figures', async () => {
    const { reportId, ...figures } = await made();
    await app.app.database.write(async (em) => {
      await holdReports(em);
      await eraseReportFiles(em, [lotUuid]);
    });
    expect((await list(auditor, '?limit=1')).reports).toMatchObject([
      { reportId, intact: true, formats: ['pdf', 'json', 'csv'], report: figures },
    ]);
  });
});

describe('a report that was changed in the database', () => {
  it.each([
    ['a figure', `figures = jsonb_set(figures, '{compliantLots}', '7')`],
    ['a lot left out', `lots = '[]'`],
    ['its period', 'period_to = period_to + 1'],
    ['its maker', 'created_by = gen_random_uuid()'],
    ["its maker's role, to one that is none", `creator_role = 'owner'`],
    ['its seal', `seal = 'ab12cd34.AAAA'`],
    ['its seal, taken away', 'seal = null'],
  ])('is named in the list, and nothing of it is told: %s', async (_, change) => {
    const { reportId } = await made();
    onTestFinished(async () => void (await sql('delete from report where id = $1', [reportId])));
    await sql(`update report set ${change} where id = $1`, [reportId]);
    expect((await list(auditor, '?limit=1')).reports).toEqual([
      {
        reportId,
        intact: false,
        report: null,
        madeBy: null,
        madeByRole: null,
        byKey: false,
        sampleData: false,
        formats: [],
      },
    ]);
  });

  it('has no maker by name whose account was changed', async () => {
    const maker = await app.person('auditor', { name: 'Paula Paz' });
    const { reportId } = await made(maker);
    const first = async () => (await list(auditor, '?limit=1')).reports;
    expect(await first()).toMatchObject([{ reportId, madeBy: 'Paula Paz' }]);
    onTestFinished(async () => {
      await sql(`update app_user set name = 'Paula Paz' where id = $1`, [maker.userId]);
    });
    await sql(`update app_user set name = 'Somebody Else' where id = $1`, [maker.userId]);
    expect(await first()).toMatchObject([{ reportId, intact: true, madeBy: null, madeByRole: 'auditor' }]);
  });
});

describe('the list of reports is of what the caller sees', () => {
  it('and of nobody who may not generate reports', async () => {
    const farmer = await app.person('farmer');
    expect((await farmer.rest.get('/reports')).status).toBe(403);
    expect((await app.rest.get('/reports')).status).toBe(401);
    const { errors } = await farmer.graphql.run('{ reports { reports { reportId } } }');
    expect(errors.map(({ extensions }) => extensions?.code)).toEqual(['FORBIDDEN']);
    for (const person of [processor, auditor, admin]) {
      expect((await list(person)).reports.length).toBeGreaterThan(0);
    }
  });

  it('whose table of rights shows them no lots has the reports over none alone', async () => {
    const tableB = await createTestApp({
      database: app.databaseUrl,
      env: { PERMISSION_TABLE: 'B', ROLE: 'web' },
    });
    try {
      const blind = { rest: restClient(tableB.url, processor.accessToken) };
      expect((await list(blind)).reports).toEqual([]);
      const { reportId } = await made(blind);
      expect((await list(blind)).reports.map((report) => report.reportId)).toEqual([reportId]);
      expect((await list(auditor, '?limit=1')).reports).toMatchObject([{ reportId }]);
    } finally {
      await tableB.stop();
    }
  });
});
