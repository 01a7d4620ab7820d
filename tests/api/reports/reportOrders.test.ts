import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient, type GraphqlClient } from '../../support/graphqlClient.ts';
import { heldReports } from '../../support/heldReports.ts';
import { restClient } from '../../support/restClient.ts';
import { eventually, settledLot } from '../../support/seeds.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

// At once while somebody waits briefly: two lots. In one snapshot: five. Of more a report is made in portions.
const limits = { reportLotsAtOnce: 5, reportBatch: 2 };
/** periods by how many lots were harvested in them */
const TWO = { startDate: '2026-05-01', endDate: '2026-05-02' };
const FIVE = { startDate: '2026-05-01', endDate: '2026-05-05' };
const SEVEN = { startDate: '2026-05-01', endDate: '2026-05-07' };

const ORDER_FIELDS = 'id state startDate endDate lots lotsDone report { reportId totalLots complianceRate }';
const ORDER = `mutation ($startDate: Date, $endDate: Date) { order: orderReport(startDate: $startDate, endDate: $endDate) { ${ORDER_FIELDS} } }`;
const LOOK = `query ($id: ID!) { order: reportOrder(id: $id) { ${ORDER_FIELDS} } }`;
const STOP = `mutation ($id: ID!) { order: stopReport(id: $id) { __typename ... on ReportOrder { state } ... on Failure { message } } }`;

/** makes the reports */
let app: TestApp;
/** takes what people ask for, in lanes of its own, and works on no jobs */
let web: TestApp;
let admin: Person;
let release: () => void = () => undefined;

beforeAll(async () => {
  app = await createTestApp({ limits });
  web = await createTestApp({ database: app.databaseUrl, env: { ROLE: 'web' }, limits });
  admin = await app.person('admin');
  const processor = await app.person('processor');
  for (let day = 1; day <= 7; day += 1) await settledLot(app, processor, { harvestDate: `2026-05-0${day}` });
}, 120_000);
afterEach(() => release());
afterAll(async () => {
  await web?.stop();
  await app.stop();
});

const asPerson = (person: Person): GraphqlClient => graphqlClient(web.url, person.accessToken);

/** A partner's program, with a key of its own. */
async function partner(): Promise<{ key: string; graphql: GraphqlClient }> {
  const { data } = await admin.rest.send('POST', '/keys', { name: 'Buyer', role: 'auditor' });
  return { key: data.key, graphql: graphqlClient(web.url, data.key) };
}

async function held(): ReturnType<typeof heldReports> {
  const lane = await heldReports(app);
  release = lane.go;
  return lane;
}

async function order(by: GraphqlClient, period: object) {
  const { data, errors } = await by.run(ORDER, { ...period });
  expect(errors).toEqual([]);
  return data.order;
}

function ended(by: GraphqlClient, id: string) {
  return eventually(async () => {
    const { data } = await by.run(LOOK, { id });
    expect(data.order.state).not.toBe('making');
    return data.order;
  });
}

describe('a report that is ordered over GraphQL', () => {
  it('of few lots is there at once', async () => {
    const done = await order(asPerson(admin), TWO);
    expect(done).toMatchObject({ state: 'done', lots: 2, lotsDone: 2, report: { totalLots: 2 }, ...TWO });
    expect(await fileStatus(done.report.reportId, 'csv', admin.accessToken)).toBe(200);
  });

  it('of more lots is made by a job, is the one that REST makes at once, and has all files', async () => {
    const { graphql, key } = await partner();
    const lane = await held();
    const begun = await order(graphql, FIVE);
    expect(begun).toMatchObject({ state: 'making', lots: null, lotsDone: 0, report: null, ...FIVE });
    await lane.step();
    await lane.step();
    // The third portion waits for its turn: how far it is was written down before.
    await eventually(async () => {
      const { data } = await graphql.run(LOOK, { id: begun.id });
      expect(data.order).toMatchObject({ state: 'making', lots: 5, lotsDone: 4 });
    });
    lane.go();
    const { report, ...done } = await ended(graphql, begun.id);
    expect([done.lots, done.lotsDone, report.totalLots]).toEqual([5, 5, 5]);
    const once = await restClient(app.url, key).get(`/reports/compliance?${new URLSearchParams(FIVE)}`);
    expect(once.data.report).toMatchObject(report);
    for (const format of ['csv', 'geojson', 'statement', 'plots']) {
      expect(await fileStatus(report.reportId, format, key)).toBe(200);
    }
  });

  it('of very many lots is made in portions', async () => {
    const { graphql, key } = await partner();
    const { report } = await ended(graphql, (await order(graphql, SEVEN)).id);
    expect(report.totalLots).toBe(7);
    expect(await fileStatus(report.reportId, 'csv', key)).toBe(200);
    expect(await fileStatus(report.reportId, 'geojson', key)).toBe(400);
  });

  it.each([
    ['in one snapshot', FIVE, SEVEN],
    ['in portions', SEVEN, FIVE],
  ])('%s is one at a time, is stopped, and can be ordered again', async (_, period, other) => {
    const { graphql } = await partner();
    const lane = await held();
    const { id } = await order(graphql, period);
    await lane.step();
    expect((await order(graphql, period)).id).toBe(id);
    expect((await graphql.run(ORDER, other)).errors).toMatchObject([
      {
        message: 'Another large report of yours is running. Wait for it, or stop it.',
        extensions: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 60 },
      },
    ]);
    const stopped = await graphql.run(STOP, { id });
    expect(stopped.data.order).toEqual({ __typename: 'ReportOrder', state: 'cancelled' });
    const again = await order(graphql, period);
    expect(again.id).not.toBe(id);
    lane.go();
    const done = await ended(graphql, again.id);
    expect(done.state).toBe('done');
    expect((await graphql.run(LOOK, { id })).data.order).toMatchObject({ state: 'cancelled', report: null });
    // What is done stays.
    expect((await graphql.run(STOP, { id: again.id })).data.order.state).toBe('done');
    const made = await app.app.database.rows(
      `select 1 from report r join report_making m on coalesce(m.created_by, m.key_id) = coalesce(r.created_by, r.key_id) where m.id = $1`,
      [id],
    );
    expect(made).toHaveLength(1);
  });

  it('that nobody asks about any more is given up', async () => {
    const { graphql } = await partner();
    const lane = await held();
    const { id } = await order(graphql, FIVE);
    await lane.step();
    await app.app.database.rows(`update report_making set asked_at = now() - interval '11 minutes' where id = $1`, [
      id,
    ]);
    lane.go();
    await eventually(async () => {
      const rows = await app.app.database.rows(`select state from report_making where id = $1`, [id]);
      expect(rows).toEqual([{ state: 'cancelled' }]);
    });
  });

  it('is told to nobody else, and ordered by those alone who may make reports', async () => {
    const { graphql } = await partner();
    const { id } = await order(graphql, FIVE);
    for (const other of [asPerson(admin), (await partner()).graphql]) {
      expect(await other.run(LOOK, { id })).toMatchObject({ data: { order: null }, errors: [] });
      expect((await other.run(STOP, { id })).data.order).toEqual({
        __typename: 'NotFound',
        message: 'Report not found',
      });
    }
    const farmer = asPerson(await app.person('farmer'));
    const nobody = graphqlClient(web.url);
    for (const [query, variables] of [
      [ORDER, FIVE],
      [LOOK, { id }],
      [STOP, { id }],
    ] as const) {
      const codes = [await farmer.run(query, variables), await nobody.run(query, variables)].map(
        ({ errors }) => errors[0]?.extensions?.code,
      );
      expect(codes).toEqual(['FORBIDDEN', 'UNAUTHENTICATED']);
    }
    expect((await ended(graphql, id)).state).toBe('done');
  });

  it('is ordered and followed over a socket as well', async () => {
    const { key } = await partner();
    const socket = await openSocket(web.url, key);
    const { data } = await socket.run(ORDER, FIVE);
    await eventually(async () => {
      const answer = await socket.run(LOOK, { id: data.order.id });
      expect(answer.data.order).toMatchObject({ state: 'done', report: { totalLots: 5 } });
    });
    await socket.close();
  });

  it.each([
    [`mutation { ${named('orderReport { id }', 2)} }`],
    [`{ ${named('reportOrder(id: "x") { state }', 9)} }`],
    [`mutation { ${named('stopReport(id: "x") { __typename }', 9)} }`],
  ])('is not asked for many times in one operation: %s', async (query) => {
    const { errors } = await asPerson(admin).run(query);
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COMPLEX' } }]);
  });

  it('of a period that is the wrong way round is refused at its field', async () => {
    const { errors } = await asPerson(admin).run(ORDER, { startDate: '2026-05-02', endDate: '2026-05-01' });
    expect(errors).toMatchObject([
      { message: expect.any(String), extensions: { code: 'BAD_USER_INPUT', details: [{ field: 'startDate' }] } },
    ]);
  });
});

async function fileStatus(reportId: string, format: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}/api/v1/reports/${reportId}?format=${format}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

function named(field: string, times: number): string {
  return Array.from({ length: times }, (_, i) => `a${i}: ${field}`).join(' ');
}
