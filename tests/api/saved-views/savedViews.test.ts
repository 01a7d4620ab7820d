import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VIEW_LIMITS } from '../../../server/domain/views/savedViewInput.ts';
import { fileOf } from '../../support/lotFiles.ts';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let processor: Person;
let auditor: Person;
let admin: Person;
let farmer: Person;

beforeAll(async () => {
  app = await createTestApp();
  processor = await app.person('processor', { name: 'Ben Prosesa' });
  auditor = await app.person('auditor');
  admin = await app.person('admin');
  farmer = await app.person('farmer', { farmId: 'FARM001' });
});
afterAll(() => app?.stop());

const save = (by: Person, name: string, rest: Record<string, unknown> = {}) =>
  by.rest.send('POST', '/saved-views', { name, query: 'stage=drying&sort=weight', ...rest });
const named = async (by: Person): Promise<string[]> =>
  (await by.rest.get('/saved-views')).data.views.map(({ name }: { name: string }) => name);
const rows = (sql: string, values: unknown[] = []) => app.app.database.rows(sql, values);

describe('a saved view', () => {
  it('is seen by whoever saved it alone, until it is shared', async () => {
    const saved = await save(processor, ' Drying, heaviest first ');
    expect(saved.status).toBe(201);
    const { view } = saved.data;
    expect(view).toEqual({
      id: view.id,
      list: 'lots',
      name: 'Drying, heaviest first',
      query: 'stage=drying&sort=weight',
      shared: false,
      owner: 'Ben Prosesa',
      isOwn: true,
      mayDelete: true,
    });
    expect(await named(auditor)).toEqual([]);
    expect((await processor.rest.send('PATCH', `/saved-views/${view.id}`, { shared: true })).data.view.shared).toBe(
      true,
    );
    const seen = (await auditor.rest.get('/saved-views')).data.views;
    expect(seen).toEqual([{ ...view, shared: true, isOwn: false, mayDelete: false }]);
    expect(await named(farmer)).toEqual([]);
    await processor.rest.send('PATCH', `/saved-views/${view.id}`, { shared: false });
    expect(await named(auditor)).toEqual([]);
  });

  it('is replaced by one of the same name, and takes no name of another one', async () => {
    const first = (await save(auditor, 'Ready')).data.view;
    const again = (await save(auditor, 'READY', { query: 'eudr=compliant' })).data.view;
    expect(again).toEqual({ ...first, name: 'READY', query: 'eudr=compliant' });
    const other = (await save(auditor, 'Never checked')).data.view;
    const taken = await auditor.rest.send('PATCH', `/saved-views/${other.id}`, { name: 'ready' });
    expect(taken).toMatchObject({ status: 409, body: { said: { code: 'conflict.view_name_taken' } } });
    expect(await named(auditor)).toEqual(['Never checked', 'READY']);
    // Another person has names of their own.
    expect((await save(processor, 'Ready')).status).toBe(201);
  });

  it('is changed by its owner alone, and deleted by those, too, who manage the cooperative', async () => {
    const own = (await save(processor, 'Own')).data.view;
    const shared = (await save(processor, 'Shared', { shared: true })).data.view;
    for (const { id } of [own, shared]) {
      expect((await auditor.rest.send('PATCH', `/saved-views/${id}`, { name: 'Mine' })).status).toBe(404);
      expect((await auditor.rest.send('DELETE', `/saved-views/${id}`)).status).toBe(404);
    }
    expect((await admin.rest.send('DELETE', `/saved-views/${own.id}`)).status).toBe(404);
    expect((await admin.rest.send('DELETE', `/saved-views/${shared.id}`)).data).toEqual({ deleted: true });
    expect((await processor.rest.send('DELETE', `/saved-views/${own.id}`)).data).toEqual({ deleted: true });
    expect((await processor.rest.send('DELETE', `/saved-views/${own.id}`)).status).toBe(404);
    expect((await processor.rest.send('DELETE', '/saved-views/nothing')).status).toBe(404);
  });

  it('is shared by those alone who see every lot, and reached by no partner key', async () => {
    expect((await save(farmer, 'Mine', { shared: true })).status).toBe(403);
    const { view } = (await save(farmer, 'Mine')).data;
    expect((await farmer.rest.send('PATCH', `/saved-views/${view.id}`, { shared: true })).status).toBe(403);
    expect((await app.rest.get('/saved-views')).status).toBe(401);
    const key = await admin.rest.send('POST', '/keys', { name: 'ERP', role: 'processor', farmId: '' });
    const partner = restClient(app.url, key.data.key);
    expect((await partner.get('/saved-views')).status).toBe(403);
    expect((await partner.send('POST', '/saved-views', { name: 'Of a key', query: '' })).status).toBe(403);
  });

  it('takes a name and the parameters of an address alone', async () => {
    const refused = [
      await save(processor, ' '),
      await save(processor, 'x'.repeat(VIEW_LIMITS.nameLength + 1)),
      await save(processor, 'Script', { query: '"><script>' }),
      await save(processor, 'Long', { query: 'x'.repeat(VIEW_LIMITS.queryLength + 1) }),
      await save(processor, 'Other', { list: 'alerts' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  });

  it('is saved, shared and deleted over GraphQL', async () => {
    const made = await processor.graphql.run(
      'mutation { saveView(input: { name: "Over GraphQL", query: "sort=risk" }) { id shared isOwn } }',
    );
    const { id, ...view } = made.data.saveView;
    expect(view).toEqual({ shared: false, isOwn: true });
    const shared = await processor.graphql.run(
      'mutation ($id: ID!) { updateView(id: $id, input: { shared: true }) { ... on SavedView { shared name } } }',
      { id },
    );
    expect(shared.data.updateView).toEqual({ shared: true, name: 'Over GraphQL' });
    const seen = await auditor.graphql.run('{ savedViews { id owner } }');
    expect(seen.data.savedViews).toContainEqual({ id, owner: 'Ben Prosesa' });
    const remove = 'mutation ($id: ID!) { deleteView(id: $id) { __typename } }';
    expect((await auditor.graphql.run(remove, { id })).data.deleteView).toEqual({ __typename: 'NotFound' });
    expect((await processor.graphql.run(remove, { id })).data.deleteView).toEqual({ __typename: 'DeletedView' });
  });

  it('is exported and erased with its owner, and erased where it names an erased person', async () => {
    const maria = await app.person('processor', { name: 'Maria Kaupa' });
    await save(maria, 'Of Maria', { query: 'stage=drying' });
    await save(auditor, 'One farmer', { query: 'search=maria+kaupa', shared: true });
    await save(auditor, 'Another farmer', { query: 'search=peter' });
    const exported = JSON.parse((await fileOf(app, maria, '/gdpr/export')).text);
    expect(exported.savedViews).toMatchObject([{ name: 'Of Maria', query: 'stage=drying' }]);
    expect((await maria.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
    expect(await rows('select name from saved_view where owner_id = $1', [maria.userId])).toEqual([]);
    const left = await named(auditor);
    expect(left).toContain('Another farmer');
    expect(left).not.toContain('One farmer');
  });
});
