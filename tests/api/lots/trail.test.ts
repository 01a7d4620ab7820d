import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
/** farmer of another farm */
let kofi: Person;
let processor: Person;
let auditor: Person;
let lot: LotView;
let alert: string;

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  kofi = await app.person('farmer', { farmId: 'FARM002', name: 'Kofi Tari' });
  processor = await app.person('processor', { name: 'Paul Natera' });
  auditor = await app.person('auditor', { name: 'Elena Quispe' });
  lot = await settledLot(app, grace);
  alert = await raiseSmoke(app.app.database, lot.id);
  await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
    currentProcess: 'fermented',
    processDetails: 'Boxes',
  });
  await grace.rest.send('POST', `/alerts/${alert}/comments`, { text: 'I burnt the old boxes.' });
  await auditor.rest.send('PUT', `/alerts/${alert}/assignment`, { assigneeId: processor.userId, dueOn: null });
  await auditor.rest.send('PUT', `/alerts/${alert}/dismiss`, { reason: 'Boxes, by the comment' });
  await takeFile('/lots/export', { ids: [lot.id], format: 'json' });
  await takeFile('/lots/qr-sheet', { ids: [lot.id] });
});
afterAll(() => app.stop());

/** Downloads a file as the processor. */
async function takeFile(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${app.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${processor.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

interface Entry {
  id: string;
  at: string;
  action: string;
  actor: string | null;
  text: string | null;
  subject: { kind: string; id: string; name: string | null } | null;
  state: string;
}

const trailOf = async (by: Person, search = ''): Promise<{ entries: Entry[]; next: string | null }> =>
  (await by.rest.get(`/lots/${lot.id}/trail${search}`)).data;

/** Every entry, read page by page. */
async function whole(by: Person, limit: number): Promise<Entry[]> {
  const all: Entry[] = [];
  let next: string | null = '';
  while (next !== null) {
    const page: { entries: Entry[]; next: string | null } = await trailOf(
      by,
      `?limit=${limit}${next === '' ? '' : `&before=${encodeURIComponent(next)}`}`,
    );
    all.push(...page.entries);
    next = page.next;
  }
  return all;
}

describe('the trail of a lot', () => {
  it('tells all that happened, newest first, with the names of people and what they wrote', async () => {
    const { entries, next } = await trailOf(auditor);
    expect(next).toBeNull();
    const about = { subject: { kind: 'alert', id: alert, name: null }, state: 'recorded' };
    expect(entries.slice(0, 6)).toMatchObject([
      { action: 'lot.paper-read', actor: 'Paul Natera', text: 'qr-sheet', subject: null },
      { action: 'lot.exported', actor: 'Paul Natera', text: 'json', subject: null },
      { action: 'alert.dismissed', actor: 'Elena Quispe', text: 'Boxes, by the comment', ...about },
      { action: 'alert.assigned', actor: 'Elena Quispe', text: 'Paul Natera', ...about },
      { action: 'alert.commented', actor: 'Grace Kila', text: 'I burnt the old boxes.', ...about },
      { action: 'stage', actor: 'Paul Natera', text: null },
    ]);
    expect(entries.at(-1)).toMatchObject({ action: 'created', actor: 'Grace Kila' });
    const moments = entries.map(({ at }) => Date.parse(at));
    expect(moments).toEqual(moments.toSorted((a, b) => b - a));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  it('names no UUID in what people read', async () => {
    const { entries } = await trailOf(auditor);
    const told = entries.map(({ actor, text, subject }) => [actor, text, subject?.name]);
    expect(JSON.stringify(told)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('is the same over GraphQL, and for pages of any size', async () => {
    const { entries } = await trailOf(auditor);
    for (const limit of [1, 3]) expect(await whole(auditor, limit)).toEqual(entries);
    const { data } = await auditor.graphql.run(
      `query ($id: ID!) { lotTrail(id: $id) { entries { id action actor text subject { kind id name } state } next } }`,
      { id: lot.lotId },
    );
    expect(data.lotTrail.entries).toEqual(
      entries.map(({ id, action, actor, text, subject, state }) => ({ id, action, actor, text, subject, state })),
    );
  });

  it('leaves out who took papers for those who may not read the audit table', async () => {
    const seen = (await trailOf(grace)).entries.map(({ action }) => action);
    expect(seen).toContain('alert.commented');
    expect(seen).not.toContain('lot.exported');
    expect(seen).not.toContain('lot.paper-read');
  });

  it('is not there for those who do not see the lot', async () => {
    expect((await kofi.rest.get(`/lots/${lot.id}/trail`)).status).toBe(404);
    expect((await app.rest.get(`/lots/${lot.id}/trail`)).status).toBe(401);
    const { data } = await kofi.graphql.run(`query ($id: ID!) { lotTrail(id: $id) { next } }`, { id: lot.id });
    expect(data.lotTrail).toBeNull();
  });

  it.each(['before=x', 'before=1~2026-99-99T00:00:00.000000Z~1', 'limit=0', 'limit=101'])(
    'refuses ?%s',
    async (search) => {
      const { status, body } = await auditor.rest.get(`/lots/${lot.id}/trail?${search}`);
      expect([status, body.details?.[0]?.field]).toEqual([400, search.split('=')[0]]);
    },
  );

  it('says of a line that was changed in the database that it differs', async () => {
    const { database } = app.app;
    const [line] = (await trailOf(auditor)).entries.filter(({ action }) => action === 'alert.assigned');
    await database.rows('alter table audit_entry disable trigger user');
    await database.rows(`update audit_entry set role = 'admin' where id = $1`, [line?.id.replace('audit-', '')]);
    const [changed] = (await trailOf(auditor)).entries.filter(({ action }) => action === 'alert.assigned');
    expect(changed?.state).toBe('differs');
    await database.rows(`update audit_entry set role = 'auditor' where id = $1`, [line?.id.replace('audit-', '')]);
    await database.rows('alter table audit_entry enable trigger user');
  });
});

describe('the audit table, asked for the lot id', () => {
  it('finds what people did around the lot, too', async () => {
    const { data } = await auditor.rest.get(`/audit?subject=${lot.lotId}`);
    const found = data.lines.map(({ told }: { told: { action: string } }) => told.action);
    for (const action of ['alert.commented', 'alert.assigned', 'alert.dismissed', 'lot.exported', 'lot.paper-read'])
      expect(found).toContain(action);
  });
});
