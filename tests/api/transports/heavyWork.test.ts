import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORTS_AT_A_TIME } from '../../../server/platform/concurrency/workQueues.ts';
import { seedLots } from '../../load/seed.ts';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

const LOCK = 'lock table report in access exclusive mode';
const TOO_MANY = 'Too many reports are running. Try again in a few seconds.';
/** Calls of one caller among the reports (server/platform/concurrency/workQueues.ts). */
const EACH = 12;

let app: TestApp;
/** another process on the same database */
let second: TestApp;
let admin: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  second = await createTestApp({ database: app.databaseUrl, env: { ...app.env, ROLE: 'web' } });
  [admin, auditor] = await Promise.all([app.person('admin'), app.person('auditor')]);
  await settledLot(app, await app.person('processor'), { lotId: 'LOT-HEAVY', harvestDate: '2026-03-10' });
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

const reports = () => servicesOf(app.app).workQueues.reports.figures;
const period = (n: number): string => `startDate=2026-03-01&endDate=2026-03-${String(n).padStart(2, '0')}`;

async function storedReports(endDate: string): Promise<number> {
  const rows = await app.app.database.rows('select 1 from report where period_to = $1', [endDate]);
  return rows.length;
}

describe('reports', () => {
  it('are made a few at a time; the others wait, or are refused with the time to wait, and lists wait for none', async () => {
    const ended: string[] = [];
    await whileLocked(app.app.database, LOCK, async () => {
      const waiting = Array.from({ length: EACH }, async (_, n) => {
        const answer = await admin.rest.get(`/reports/compliance?${period(n + 1)}`);
        ended.push(`report ${answer.status}`);
      });
      await until(() => reports().places === EACH, 'all calls to have a place');
      expect(reports()).toEqual({
        working: REPORTS_AT_A_TIME,
        waiting: EACH - REPORTS_AT_A_TIME,
        places: EACH,
      });

      const refused = await admin.rest.get(`/reports/compliance?${period(20)}`);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
      expect(refused.body).toMatchObject({ success: false, error: 'Too many requests', message: TOO_MANY });
      const graphql = await admin.graphql.run('{ complianceReport(startDate: "2026-03-01") { reportId } }');
      expect(graphql.errors).toMatchObject([
        { message: TOO_MANY, extensions: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 10 } },
      ]);

      const others = auditor.rest.get(`/reports/compliance?${period(21)}`);
      await until(() => reports().places === EACH + 1, 'somebody else to have a place');
      expect((await admin.rest.get('/lots')).status).toBe(200);
      const certificate = await fetch(`${app.url}/api/v1/lots/public/LOT-HEAVY/certificate`);
      expect([certificate.status, certificate.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      await certificate.arrayBuffer();
      expect(ended).toEqual([]);
      const metrics = await (await fetch(`${app.url}/metrics`)).text();
      expect(metrics).toContain(`manam_heavy_work{lane="reports",state="waiting"} ${EACH + 1 - REPORTS_AT_A_TIME}`);
      void Promise.all([...waiting, others]).then(() => ended.push('all'));
    });
    await until(() => ended.includes('all'), 'all reports');
    expect(ended.filter((line) => line === 'report 200')).toHaveLength(EACH);
    await until(() => reports().places === 0, 'all places to be left');
    expect(reports()).toEqual({ working: 0, waiting: 0, places: 0 });
  });

  it('are never begun for a client that went away while it waited', async () => {
    await whileLocked(app.app.database, LOCK, async () => {
      const working = Array.from({ length: REPORTS_AT_A_TIME }, (_, n) =>
        auditor.rest.get(`/reports/compliance?startDate=2026-02-01&endDate=2026-02-0${n + 1}`),
      );
      await until(() => reports().working === REPORTS_AT_A_TIME, 'reports to be made');
      const gone = new AbortController();
      const given = fetch(`${app.url}/api/v1/reports/compliance?startDate=2026-02-01&endDate=2026-02-20`, {
        headers: { authorization: `Bearer ${admin.accessToken}` },
        signal: gone.signal,
      });
      await until(() => reports().waiting === 1, 'the call to wait');
      gone.abort();
      await expect(given).rejects.toThrow('aborted');
      await until(() => reports().waiting === 0, 'the call to leave');
      await until(() => reports().places === REPORTS_AT_A_TIME, 'its place to be free');
      void Promise.all(working);
    });
    await until(() => reports().places === 0, 'the others to end');
    expect(await storedReports('2026-02-20')).toBe(0);
    expect(await storedReports('2026-02-01')).toBe(1);
  });

  it('that are asked for five times at once over two processes are one', async () => {
    const path = '/api/v1/reports/compliance?startDate=2026-01-01&endDate=2026-03-31';
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    const servers = [app, second, app, second, app];
    const answers: Promise<string>[] = [];
    await whileLocked(app.app.database, LOCK, async () => {
      for (const { url } of servers) {
        answers.push(
          fetch(url + path, { headers })
            .then((response) => response.text())
            .then((body) => JSON.parse(body).data.report.reportId),
        );
      }
      // One makes it, and one in the other process waits for that.
      await until(async () => (await waitingForLocks(app.app.database)) >= 2, 'both processes to be at it');
    });
    const ids = new Set(await Promise.all(answers));
    expect(ids.size).toBe(1);
    expect(await storedReports('2026-03-31')).toBe(1);
    const [id = ''] = ids;
    const told = await app.app.database.rows(
      `select 1 from audit_entry where action = 'report.made' and target_id = $1`,
      [id],
    );
    expect(told).toHaveLength(1);

    const files = await Promise.all(
      servers.map(async ({ url }) => {
        const answer = await fetch(`${url}/api/v1/reports/${id}?format=pdf`, { headers });
        return Buffer.from(await answer.arrayBuffer()).toString('base64');
      }),
    );
    expect(new Set(files).size).toBe(1);
    const kept = await app.app.database.rows('select 1 from report_file where report_id = $1', [id]);
    expect(kept).toHaveLength(1);
  });
});

describe('an export', () => {
  it('holds no slot while its client does not read', async () => {
    // 10 MB, more than lie in the network's buffers.
    const lots = 12_500;
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    const { rowCount } = await client.query(`select 1 from lot where lot_id = 'LOTS1'`);
    if (rowCount === 0) await seedLots(client, lots);
    await client.end();
    const headers = { authorization: `Bearer ${admin.accessToken}`, 'accept-encoding': 'identity' };
    const path = `${app.url}/api/v1/lots/export?format=json&search=LOTS`;
    const slow = await fetch(path, { headers });
    expect(slow.status).toBe(200);
    const exports = () => servicesOf(app.app).workQueues.exports.figures;
    await until(() => exports().working === 0 && exports().places === 1, 'the slow export to wait for its client');
    const other = await fetch(path, { headers });
    expect(JSON.parse(await other.text())).toHaveLength(lots);
    await until(() => exports().places === 1, 'the place of the other export to be left');
    expect(JSON.parse(await slow.text())).toHaveLength(lots);
    await until(() => exports().places === 0, 'its place to be left');
  });
});
