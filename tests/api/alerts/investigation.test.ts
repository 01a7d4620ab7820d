import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { newsHeard } from '../../support/newsHeard.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
/** farmer of another farm */
let kofi: Person;
let processor: Person;
let auditor: Person;
let admin: Person;
let lot: LotView;

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  kofi = await app.person('farmer', { farmId: 'FARM002', name: 'Kofi Tari' });
  processor = await app.person('processor', { name: 'Paul Natera' });
  auditor = await app.person('auditor', { name: 'Elena Quispe' });
  admin = await app.person('admin', { name: 'Ruth Admin' });
  lot = await settledLot(app, grace);
});
afterAll(() => app.stop());

const raised = (): Promise<string> => raiseSmoke(app.app.database, lot.id);
const comment = (by: Person, id: string, text: unknown) => by.rest.send('POST', `/alerts/${id}/comments`, { text });
const assign = (by: Person, id: string, assigneeId: string | null, dueOn: string | null = null) =>
  by.rest.send('PUT', `/alerts/${id}/assignment`, { assigneeId, dueOn });
const auditOf = async (id: string): Promise<string[]> =>
  (
    await app.app.database.rows<{ action: string }>(
      `select action from audit_entry where target_kind = 'alert' and target_id = $1 order by id`,
      [id],
    )
  ).map(({ action }) => action);

describe('an alert by its id', () => {
  it('is answered to whoever sees its lot, and to nobody else', async () => {
    const id = await raised();
    expect((await grace.rest.get(`/alerts/${id}`)).data.alert).toMatchObject({ id, lotId: lot.lotId, assignee: null });
    expect((await kofi.rest.get(`/alerts/${id}`)).status).toBe(404);
    expect((await grace.rest.get(`/alerts/${randomUUID()}`)).status).toBe(404);
    expect((await grace.rest.get('/alerts/7')).status).toBe(404);
    const query = `query ($id: ID!) { alert(id: $id) { id dueOn } }`;
    expect((await grace.graphql.run(query, { id })).data.alert).toEqual({ id, dueOn: null });
    expect((await kofi.graphql.run(query, { id })).data.alert).toBeNull();
  });
});

describe('comments on an alert', () => {
  it('come one after the other with their authors, whoever may work on it', async () => {
    const id = await raised();
    expect((await comment(grace, id, '  I burnt the old boxes.  ')).status).toBe(201);
    const { data } = await comment(auditor, id, 'Photographs, please.');
    const expected = [
      { author: 'Grace Kila', text: 'I burnt the old boxes.', sealed: true },
      { author: 'Elena Quispe', text: 'Photographs, please.', sealed: true },
    ];
    expect(data.investigation.comments).toMatchObject(expected);
    expect((await processor.rest.get(`/alerts/${id}/investigation`)).data.investigation.comments).toMatchObject(
      expected,
    );
    expect(await auditOf(id)).toEqual(['alert.commented', 'alert.commented']);
  });

  it('are refused out of sight, without the right, empty, or longer than 2,000 characters', async () => {
    const id = await raised();
    expect((await comment(kofi, id, 'Mine?')).status).toBe(404);
    expect((await kofi.rest.get(`/alerts/${id}/investigation`)).status).toBe(404);
    expect((await app.rest.get(`/alerts/${id}/investigation`)).status).toBe(401);
    for (const text of ['   ', 'x'.repeat(2001), null]) {
      const { status, body } = await comment(grace, id, text);
      expect([status, body.details?.[0]?.field]).toEqual([400, 'text']);
    }
    expect(await auditOf(id)).toEqual([]);
  });

  it('may be written by partner keys, under their name', async () => {
    const id = await raised();
    const made = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade', role: 'processor' });
    const partner = restClient(app.url, made.data.key);
    const { data } = await partner.send('POST', `/alerts/${id}/comments`, { text: 'Container held back' });
    expect(data.investigation.comments).toMatchObject([{ author: 'Kakao Trade', text: 'Container held back' }]);
    expect((await partner.get(`/alerts/${id}/assignees`)).status).toBe(403);
    expect((await partner.send('PUT', `/alerts/${id}/assignment`, { assigneeId: null, dueOn: null })).status).toBe(403);
  });

  it('are 200 at most', async () => {
    const id = await raised();
    onTestFinished(async () => {
      await app.app.database.rows('delete from alert_comment where alert_id = $1', [id]);
    });
    await app.app.database.rows(
      `insert into alert_comment (id, alert_id, author_id, text, written_at)
       select gen_random_uuid(), $1, $2, 'Seen', now() from generate_series(1, 200)`,
      [id, grace.userId],
    );
    const { status, body } = await comment(grace, id, 'One more');
    expect([status, body.message]).toEqual([409, 'An alert can have up to 200 comments']);
  });

  it('that were changed in the database say so, and the walk names them', async () => {
    const id = await raised();
    const { data } = await comment(grace, id, 'No tree was cut');
    const [{ id: commentId }] = data.investigation.comments;
    onTestFinished(async () => {
      await app.app.database.rows(`update alert_comment set text = 'No tree was cut' where id = $1`, [commentId]);
    });
    await app.app.database.rows(`update alert_comment set text = 'All trees were cut' where id = $1`, [commentId]);
    const read = await auditor.rest.get(`/alerts/${id}/investigation`);
    expect(read.data.investigation.comments).toMatchObject([{ text: 'All trees were cut', sealed: false }]);
    const walk = await servicesOf(app.app).integrityAudit.run();
    expect(walk.findings).toContainEqual(expect.objectContaining({ table: 'alert_comment', row: commentId }));
  });
});

describe('the assignment of an alert', () => {
  it('names somebody who sees it and a day, and can be taken back', async () => {
    const id = await raised();
    const { data } = await assign(auditor, id, grace.userId, '2026-12-24');
    expect(data.investigation).toMatchObject({ assigneeId: grace.userId, assignee: 'Grace Kila', dueOn: '2026-12-24' });
    expect((await grace.rest.get(`/alerts/${id}`)).data.alert).toMatchObject({
      assignee: 'Grace Kila',
      dueOn: '2026-12-24',
    });
    expect((await assign(auditor, id, grace.userId, '2026-12-24')).status).toBe(200);
    expect((await assign(grace, id, null)).data.investigation).toMatchObject({ assigneeId: null, dueOn: null });
    expect(await auditOf(id)).toEqual(['alert.assigned', 'alert.assigned']);
  });

  it('offers those who see it and may work on it, and takes no other', async () => {
    const id = await raised();
    const { data } = await grace.rest.get(`/alerts/${id}/assignees`);
    const names = data.assignees.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Elena Quispe', 'Grace Kila', 'Paul Natera', 'Ruth Admin']);
    const gone = await app.person('processor', { name: 'Gone Person' });
    await admin.rest.send('PATCH', `/users/${gone.userId}`, { disabled: true });
    for (const who of [kofi.userId, gone.userId, randomUUID()]) {
      const { status, body } = await assign(auditor, id, who);
      expect([status, body.details?.[0]?.field]).toEqual([400, 'assigneeId']);
    }
    expect((await assign(auditor, id, null, '24.12.2026')).body.details?.[0]?.field).toBe('dueOn');
  });

  it('ends with the alert: a closed one is nobody’s to look into', async () => {
    const id = await raised();
    await auditor.rest.send('PUT', `/alerts/${id}/dismiss`);
    const { status, body } = await assign(auditor, id, grace.userId);
    expect([status, body.said]).toEqual([409, expect.objectContaining({ code: 'conflict.alert_closed' })]);
    expect((await comment(auditor, id, 'A note for the file')).status).toBe(201);
  });

  it('changed in the database names nobody', async () => {
    const id = await raised();
    await assign(auditor, id, grace.userId, '2026-12-24');
    const assignTo = async ({ userId }: Person): Promise<void> => {
      await app.app.database.rows('update alert_task set assignee_id = $2 where alert_id = $1', [id, userId]);
    };
    onTestFinished(async () => assignTo(grace));
    await assignTo(kofi);
    expect((await auditor.rest.get(`/alerts/${id}/investigation`)).data.investigation.assigneeId).toBeNull();
  });
});

describe('over GraphQL', () => {
  it('the same is asked and done', async () => {
    const id = await raised();
    const done = await grace.graphql.run(
      `mutation ($id: ID!, $who: ID) {
        commentOnAlert(id: $id, text: "Seen") { __typename ... on InvestigationUpdated { investigation { comments { author text sealed } } } }
        assignAlert(id: $id, assigneeId: $who, dueOn: "2026-12-24") { __typename ... on InvestigationUpdated { investigation { assignee dueOn } } }
      }`,
      { id, who: auditor.userId },
    );
    expect(done.data).toEqual({
      commentOnAlert: {
        __typename: 'InvestigationUpdated',
        investigation: { comments: [{ author: 'Grace Kila', text: 'Seen', sealed: true }] },
      },
      assignAlert: {
        __typename: 'InvestigationUpdated',
        investigation: { assignee: 'Elena Quispe', dueOn: '2026-12-24' },
      },
    });
    const read = await grace.graphql.run(
      `query ($id: ID!) { alertInvestigation(id: $id) { alertId assigneeId comments { id writtenAt } } alertAssignees(id: $id) { id name role } }`,
      { id },
    );
    expect(read.data.alertInvestigation).toMatchObject({ alertId: id, assigneeId: auditor.userId });
    expect(read.data.alertAssignees).toHaveLength(4);
    const strange = await kofi.graphql.run(
      `mutation ($id: ID!) { commentOnAlert(id: $id, text: "Mine?") { __typename } }`,
      { id },
    );
    expect(strange.data.commentOnAlert.__typename).toBe('NotFound');
  });

  it('each step is told live to those who see the alert', async () => {
    const id = await raised();
    // If both events were read together, the notification about the raised alert would replace the one about the
    // comment.
    await newsHeard(app);
    const query = 'subscription { alertChanged { kind alert { id assignee } } }';
    const stream = await auditor.graphql.subscribe(query);
    const heard = async (): Promise<unknown> => {
      for (;;) {
        const { alertChanged: told } = await stream.next();
        if (told.alert.id === id && told.kind === 'CHANGED') return told.alert.assignee;
      }
    };
    await comment(grace, id, 'Seen');
    expect(await heard()).toBeNull();
    await assign(grace, id, auditor.userId);
    expect(await heard()).toBe('Elena Quispe');
    stream.close();
  });
});

describe('an erasure', () => {
  it('takes what the person wrote and what names them, and frees what they were to look into', async () => {
    const maria = await app.person('auditor', { name: 'María Bolívar' });
    const id = await raised();
    await assign(auditor, id, maria.userId, '2026-12-24');
    await comment(maria, id, 'I was there on Tuesday');
    await comment(auditor, id, 'maria bolivar was there');
    await comment(auditor, id, 'Nobody else was');
    const exported = await fetch(`${app.url}/api/v1/gdpr/export`, {
      headers: { authorization: `Bearer ${maria.accessToken}` },
    });
    const file = await exported.text();
    expect(file).toContain('I was there on Tuesday');
    expect(file).toContain('maria bolivar was there');
    const { data } = await maria.rest.send('DELETE', '/gdpr/delete');
    expect(data.receipt.fields).toEqual(expect.arrayContaining(['alertComments', 'alertAssignments']));
    const after = await auditor.rest.get(`/alerts/${id}/investigation`);
    expect(after.data.investigation).toMatchObject({
      assigneeId: null,
      dueOn: '2026-12-24',
      comments: [
        { author: null, text: null, sealed: true },
        { author: 'Elena Quispe', text: null, sealed: true },
        { author: 'Elena Quispe', text: 'Nobody else was', sealed: true },
      ],
    });
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table.startsWith('alert_'))).toEqual([]);
  });
});
