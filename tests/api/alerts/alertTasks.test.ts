import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let grace: Person;
let auditor: Person;
let other: Person;
const ids: Record<string, string> = {};

/** A day so many days from today, UTC. */
function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001' });
  [auditor, other] = [await app.person('auditor'), await app.person('auditor')];
  const lot = await settledLot(app, grace);
  const task = async (name: string, assignee: Person | null, dueOn: string | null): Promise<void> => {
    const id = await raiseSmoke(app.app.database, lot.id);
    ids[name] = id;
    const { status } = await auditor.rest.send('PUT', `/alerts/${id}/assignment`, {
      assigneeId: assignee?.userId ?? null,
      dueOn,
    });
    expect([name, status]).toEqual([name, 200]);
  };
  ids.free = await raiseSmoke(app.app.database, lot.id);
  await task('mine', auditor, null);
  await task('late', auditor, day(-1));
  await task('today', other, day(0));
  await task('soon', grace, day(7));
  await task('later', other, day(8));
  await task('closed', auditor, day(-3));
  await auditor.rest.send('PUT', `/alerts/${ids.closed}/dismiss`, {});
  await auditor.rest.send('PUT', `/alerts/${ids.late}/acknowledge`);
});
afterAll(() => app?.stop());

const named = (alerts: readonly { id: string }[]): string[] =>
  alerts.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? id).sort();
const listed = async (by: Person, task: string, more = '') => {
  const { alerts, pagination } = (await by.rest.get(`/alerts?task=${task}${more}`)).data;
  expect(pagination.total).toBe(alerts.length);
  return named(alerts);
};

describe('open alerts', () => {
  it('are found by whose they are to look into', async () => {
    expect(await listed(auditor, 'mine')).toEqual(['late', 'mine']);
    expect(await listed(other, 'mine')).toEqual(['later', 'today']);
    expect(await listed(grace, 'mine')).toEqual(['soon']);
    expect(await listed(auditor, 'mine', '&status=acknowledged')).toEqual(['late']);
  });

  it('are found by their last day: over, or today and the week after', async () => {
    expect(await listed(auditor, 'overdue')).toEqual(['late']);
    expect(await listed(auditor, 'due_soon')).toEqual(['soon', 'today']);
    const found = await other.graphql.run('{ alerts(filter: { task: due_soon }) { alerts { id dueOn } } }');
    expect(named(found.data.alerts.alerts)).toEqual(['soon', 'today']);
  });

  it('are nobody’s for a partner key, and of no other task', async () => {
    const admin = await app.person('admin');
    const { data } = await admin.rest.send('POST', '/keys', { name: 'Trade', role: 'auditor' });
    const key = restClient(app.url, data.key);
    expect((await key.get('/alerts?task=mine')).data.alerts).toEqual([]);
    expect((await key.get('/alerts?task=overdue')).data.alerts).toHaveLength(1);
    expect((await auditor.rest.get('/alerts?task=theirs')).status).toBe(400);
  });
});
