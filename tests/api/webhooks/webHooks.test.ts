import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { relockKeys } from '../../../server/platform/row-signatures/relockKeys.ts';
import { INPUT } from '../../../server/domain/messages/inputMessages.ts';
import { HOOK_PLACES } from '../../../server/modules/webhooks/webhookDelivery.ts';
import { MOST_HOOKS } from '../../../server/modules/webhooks/webhookService.ts';
import { sendDelivery } from '../../../server/modules/webhooks/sendDelivery.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { hookReceiver, isSigned, type HookReceiver } from '../../support/webhookReceiver.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, TEST_SECRET, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
let grace: Person;
let auditor: Person;
let admin: Person;
let lot: LotView;
let receiver: HookReceiver;

const env = { WEB_HOOKS_LOOPBACK: 'true' };

beforeAll(async () => {
  app = await createTestApp({ env });
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  auditor = await app.person('auditor');
  admin = await app.person('admin');
  lot = await settledLot(app, grace);
  receiver = await hookReceiver();
});
afterAll(async () => {
  await receiver?.stop();
  await app?.stop();
});
afterEach(async () => {
  // Also after a test that failed while it was away.
  await receiver.comeBack();
  receiver.calls.length = 0;
  receiver.answer = { status: 200 };
  const { hooks } = (await admin.rest.get('/hooks?limit=100')).data;
  for (const { id } of hooks) await admin.rest.send('DELETE', `/hooks/${id}`);
});

interface Hook {
  id: string;
  secret: string;
}

async function hook(changes: Record<string, unknown> = {}): Promise<Hook> {
  const { status, data, body } = await admin.rest.send('POST', '/hooks', {
    name: 'Kakao Trade',
    url: receiver.url,
    ...changes,
  });
  if (status !== 201) throw new Error(body.message);
  return { id: data.hook.id, secret: data.secret };
}

interface Delivery {
  id: string;
  event: string;
  state: string;
  attempts: number;
  lastStatus: number | null;
  lastFault: string | null;
}

const deliveriesOf = async ({ id }: Pick<Hook, 'id'>): Promise<Delivery[]> =>
  (await admin.rest.get(`/hooks/${id}/deliveries`)).data.deliveries;
const shown = async ({ id }: Pick<Hook, 'id'>) =>
  (await admin.rest.get('/hooks?limit=100')).data.hooks.find((one: Hook) => one.id === id);
const taken = (count: number) => until(() => receiver.calls.length >= count, `${count} calls of the web hook`);
const told = (...alerts: string[]): string[] =>
  receiver.calls.filter(({ json }) => alerts.includes(json.alert.id)).map(({ json }) => json.event);

describe('web hooks whose receivers never answer', () => {
  it('hold the places of web hooks and no other: the check of a new lot is not held up', async () => {
    await Promise.all(Array.from({ length: MOST_HOOKS }, () => hook()));
    receiver.answer = 'none';
    receiver.mostOpen = 0;
    await raiseSmoke(app.app.database, lot.id);
    await until(() => receiver.mostOpen >= HOOK_PLACES, 'all places of web hooks to be held');
    await settledLot(app, grace);
    expect(receiver.mostOpen).toBe(HOOK_PLACES);
  });
});

describe('an address that no web hook may have', () => {
  let strict: TestApp;
  let manager: Person;
  beforeAll(async () => {
    strict = await createTestApp();
    manager = await strict.person('admin');
  });
  afterAll(() => strict.stop());

  it.each([
    'https://127.0.0.1/alerts',
    'https://2130706433/alerts',
    'https://10.1.2.3/alerts',
    'https://192.168.0.10/alerts',
    'https://172.16.5.5/alerts',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/alerts',
    'https://[::ffff:10.0.0.1]/alerts',
    'https://[fd00::1]/alerts',
    'https://[fe80::1]/alerts',
    // The machine knows the name by itself.
    'https://localhost/alerts',
  ])('is refused when the hook is made: %s', async (url) => {
    const answer = await manager.rest.send('POST', '/hooks', { name: 'Closed', url });
    const message = INPUT.closedHookAddress({ field: 'url' }).text;
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ field: 'url', message }]]);
    expect((await manager.rest.get('/hooks')).data.hooks).toEqual([]);
  });

  it('is http, unless tests may have it', async () => {
    const answer = await manager.rest.send('POST', '/hooks', { name: 'Plain', url: 'http://8.8.8.8/' });
    expect([answer.status, answer.body.message]).toEqual([400, INPUT.hookAddress({ field: 'url' }).text]);
  });

  it('is refused over GraphQL, too', async () => {
    const query = `mutation { createWebHook(input: { name: "Closed", url: "https://10.0.0.1/" }) { __typename } }`;
    const answer = await manager.graphql.run(query, {});
    expect(JSON.stringify(answer)).toContain('public internet');
  });
});

describe('a web hook', () => {
  it('is told of an alert that is raised and answered: signed, in order, ids and codes alone', async () => {
    const made = await hook();
    expect(made.secret).toMatch(/^mth_[\w-]{43}$/);
    const id = await raiseSmoke(app.app.database, lot.id, { description: 'Seen by Peter Waim' });
    await taken(1);
    await auditor.rest.send('PUT', `/alerts/${id}/resolve`, { note: 'Grace Kila burnt boxes' });
    await taken(2);
    expect(told(id)).toEqual(['alert.raised', 'alert.changed']);
    const [first, second] = receiver.calls;
    expect(first?.json).toEqual({
      deliveryId: first?.headers['manam-trace-delivery'],
      event: 'alert.raised',
      alert: {
        id,
        lotUuid: lot.id,
        lotId: lot.lotId,
        type: 'fire',
        severity: 'low',
        status: 'active',
        outcome: null,
        raisedAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    });
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'manam-trace-event': 'alert.raised' });
    expect(second?.json.alert.status).toBe('resolved');
    for (const call of receiver.calls) {
      expect(isSigned(call, made.secret)).toBe(true);
      expect(isSigned({ ...call, body: `${call.body} ` }, made.secret)).toBe(false);
      expect(call.body).not.toMatch(/Kila|Waim|FARM001|latitude/);
    }
    await until(async () => (await deliveriesOf(made)).every(({ state }) => state === 'delivered'), 'the log');
    expect(await shown(made)).toMatchObject({ waiting: 0, failingSince: null, lastDeliveredAt: expect.any(String) });
  });

  it('of a farm is told of that farm’s alerts alone', async () => {
    const other = await settledLot(app, await app.person('farmer', { farmId: 'FARM002' }), { farmId: 'FARM002' });
    await hook({ farmId: 'farm002' });
    const [own, strange] = [await raiseSmoke(app.app.database, other.id), await raiseSmoke(app.app.database, lot.id)];
    const last = await raiseSmoke(app.app.database, other.id);
    await taken(2);
    expect(receiver.calls.map(({ json }) => json.alert.id)).toEqual([own, last]);
    expect(told(strange)).toEqual([]);
  });

  it('whose receiver was away gets everything once it comes back, in order and under the same ids', async () => {
    const made = await hook();
    await receiver.leave();
    const ids = [await raiseSmoke(app.app.database, lot.id), await raiseSmoke(app.app.database, lot.id)];
    await until(
      async () => (await deliveriesOf(made)).some(({ lastFault }) => lastFault === 'connection'),
      'a failure',
    );
    // The second one may be written down when the first has failed already.
    await until(async () => (await shown(made)).waiting === 2, 'both to wait');
    expect(await shown(made)).toMatchObject({ failingSince: expect.any(String), lastDeliveredAt: null });
    const known = (await deliveriesOf(made)).map(({ id }) => id).sort();
    await receiver.comeBack();
    await taken(2);
    expect(receiver.calls.map(({ json }) => json.alert.id)).toEqual(ids);
    expect(receiver.calls.map(({ json }) => json.deliveryId).sort()).toEqual(known);
    expect(receiver.calls.every((call) => isSigned(call, made.secret))).toBe(true);
    await until(async () => (await shown(made)).failingSince === null, 'the hook to be well');
  });

  it('is told what happened while no process worked, once, whichever process goes on', async () => {
    const made = await hook();
    const away = await createTestApp({ env: { ...env, ROLE: 'web' } });
    await away.stop();
    const before = await raiseSmoke(app.app.database, lot.id);
    await taken(1);
    const second = await createTestApp({ database: app.databaseUrl, env: { ...env, ROLE: 'worker' } });
    try {
      const ids = await Promise.all([1, 2, 3].map(() => raiseSmoke(app.app.database, lot.id)));
      await taken(4);
      await Promise.all([servicesOf(app.app).hookReader.read(), servicesOf(second.app).hookReader.read()]);
      expect(told(before, ...ids)).toHaveLength(4);
      expect(await deliveriesOf(made)).toHaveLength(4);
    } finally {
      await second.stop();
    }
  });
});

describe('a receiver', () => {
  it('that refuses a delivery three times is told the next one', async () => {
    const made = await hook();
    receiver.answer = { status: 422 };
    const refused = await raiseSmoke(app.app.database, lot.id);
    // The server's own process works at the same time: either of the two sends it.
    const now = async (): Promise<void> => {
      await servicesOf(app.app).hookReader.read();
      await app.app.database.rows('update web_hook set next_at = null where id = $1 returning id', [made.id]);
      await servicesOf(app.app).hookDelivery.deliver(made.id);
    };
    const [first] = await until(async () => {
      const found = await deliveriesOf(made);
      return (found[0]?.attempts ?? 0) > 0 && found;
    }, 'the first refusal');
    expect(first).toMatchObject({ lastStatus: 422, lastFault: 'refused' });
    await until(async () => {
      await now();
      return (await deliveriesOf(made))[0]?.state === 'given_up';
    }, 'the last refusal');
    expect((await deliveriesOf(made))[0]).toMatchObject({ attempts: 3 });
    receiver.answer = { status: 204 };
    const next = await raiseSmoke(app.app.database, lot.id);
    await until(async () => {
      await now();
      return told(next).length > 0;
    }, 'the next one');
    // Both may send the same one: delivery is at least once.
    expect(told(refused).length).toBeGreaterThanOrEqual(3);
  });

  it('that redirects is not followed', async () => {
    const made = await hook();
    receiver.answer = { status: 307, headers: { location: `${receiver.url}/elsewhere` } };
    await raiseSmoke(app.app.database, lot.id);
    await until(async () => (await deliveriesOf(made))[0]?.lastFault === 'redirect', 'the redirect');
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/alerts']);
  });

  it('that does not answer is given ten seconds, here less', async () => {
    receiver.answer = 'none';
    const delivery = {
      id: randomUUID(),
      event: 'alert.raised',
      body: '{}',
      url: receiver.url,
      secret: Buffer.from('s'),
    };
    const sent = await sendDelivery(delivery, { now: new Date(), loopback: true, withinMs: 300 });
    expect(sent).toEqual({ kind: 'away', status: null, fault: 'timeout' });
    expect(receiver.calls).toHaveLength(1);
  });

  it('is told in time where somebody put its next delivery off for longer than the program does', async () => {
    const made = await hook();
    await app.app.database.rows(`update web_hook set next_at = '9999-01-01' where id = $1 returning id`, [made.id]);
    const id = await raiseSmoke(app.app.database, lot.id);
    await taken(1);
    expect(told(id)).toEqual(['alert.raised']);
  });

  it('is told what happens after the place in the event log was moved beyond its end', async () => {
    await hook();
    await app.app.database.rows(
      `update event_reader set tx = '9000000000000000000' where name = 'web-hooks' returning name`,
    );
    await servicesOf(app.app).hookReader.read();
    const id = await raiseSmoke(app.app.database, lot.id);
    await taken(1);
    expect(told(id)).toEqual(['alert.raised']);
  });

  it('that took nothing for five days is told nothing more, and the audit trail says so', async () => {
    const made = await hook();
    receiver.answer = { status: 503 };
    await raiseSmoke(app.app.database, lot.id);
    await until(async () => (await deliveriesOf(made))[0]?.lastFault === 'server', 'a failure');
    await app.app.database.rows(
      `update web_hook set failing_since = now() - interval '5 days', next_at = null where id = $1 returning id`,
      [made.id],
    );
    await servicesOf(app.app).hookDelivery.deliver(made.id);
    expect(await shown(made)).toMatchObject({ disabledFor: 'failing', disabledAt: expect.any(String), waiting: 0 });
    const lines = await app.app.database.rows(
      `select role, details from audit_entry where target_id = $1 and action = 'hook.disabled'`,
      [made.id],
    );
    expect(lines).toEqual([{ role: 'system', details: { why: 'failing' } }]);
  });
});

describe('an address', () => {
  it('that is not public is not connected to, whatever name it has', async () => {
    const delivery = { id: randomUUID(), event: 'alert.raised', body: '{}', secret: Buffer.from('s') };
    for (const url of [
      'https://localhost/a',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://[::ffff:127.0.0.1]/a',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/a',
      'https://2130706433/a',
      receiver.url,
    ]) {
      const sent = await sendDelivery({ ...delivery, url }, { now: new Date(), loopback: false });
      expect([url, sent]).toEqual([url, { kind: 'away', status: null, fault: 'address' }]);
    }
    expect(receiver.calls).toEqual([]);
  });

  it('is https, without user, password and fragment', async () => {
    for (const url of [
      'http://trade.example/a',
      'ftp://trade.example',
      'https://a:b@trade.example',
      'https://a.example/#x',
      'a',
    ]) {
      const { status, body } = await admin.rest.send('POST', '/hooks', { name: 'Trade', url });
      expect([status, body.details?.[0]?.field]).toEqual([400, 'url']);
    }
  });
});

describe('web hooks', () => {
  it('are made, listed and ended by admins alone, and the audit trail tells it', async () => {
    const made = await hook();
    for (const by of [grace, auditor]) {
      expect((await by.rest.get('/hooks')).status).toBe(403);
      expect((await by.rest.send('POST', '/hooks', { name: 'A', url: 'https://a.example' })).status).toBe(403);
      expect((await by.rest.send('DELETE', `/hooks/${made.id}`)).status).toBe(403);
      expect((await by.rest.get(`/hooks/${made.id}/deliveries`)).status).toBe(403);
    }
    const key = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade', role: 'auditor' });
    expect((await restClient(app.url, key.data.key).get('/hooks')).status).toBe(403);
    expect((await admin.rest.send('DELETE', `/hooks/${randomUUID()}`)).status).toBe(404);
    const ended = await admin.graphql.run(
      `mutation ($id: ID!) { disableWebHook(id: $id) { ... on DisabledWebHook { disabled } } }`,
      { id: made.id },
    );
    expect(ended.data.disableWebHook).toEqual({ disabled: true });
    const listed = await admin.graphql.run(
      '{ webHooks(limit: 1) { hooks { id name url farmId disabledFor waiting } pagination { page } } }',
    );
    expect(listed.data.webHooks.hooks).toMatchObject([{ id: made.id, disabledFor: 'admin' }]);
    const lines = await app.app.database.rows(
      `select action from audit_entry where target_id = $1 and target_kind = 'hook' order by id`,
      [made.id],
    );
    expect(lines).toEqual([{ action: 'hook.created' }, { action: 'hook.disabled' }]);
    await raiseSmoke(app.app.database, lot.id);
    await servicesOf(app.app).hookReader.read();
    expect(await deliveriesOf(made)).toEqual([]);
  });

  it('never show their secret again, and keep it locked', async () => {
    const made = await hook();
    const everything = JSON.stringify((await admin.rest.get('/hooks')).data);
    expect(everything).not.toContain(made.secret);
    const stored = await app.app.database.row<{ locked: Buffer }>(
      'select locked_secret as locked from web_hook where id = $1',
      [made.id],
    );
    expect(stored?.locked.includes(made.secret)).toBe(false);
  });

  it('that were turned elsewhere in the database are told nothing, and the walk names them', async () => {
    const made = await hook();
    const turnTo = async (farmId: string): Promise<void> => {
      await app.app.database.rows('update web_hook set farm_id = $2 where id = $1', [made.id, farmId]);
    };
    await turnTo('FARM002');
    try {
      await raiseSmoke(app.app.database, lot.id);
      await servicesOf(app.app).hookReader.read();
      expect(await deliveriesOf(made)).toEqual([]);
      const { findings } = await servicesOf(app.app).integrityAudit.run();
      expect(findings).toContainEqual(expect.objectContaining({ table: 'web_hook', row: made.id }));
    } finally {
      await turnTo('');
    }
  });

  it('sign nothing that somebody wrote into the database', async () => {
    const made = await hook();
    await app.app.database.rows(
      `insert into web_hook_delivery (id, hook_id, log_id, event, body, created_at)
       values (gen_random_uuid(), $1, 0, 'alert.raised', '{"alert":{"lotUuid":"${lot.id}"}}', now()) returning id`,
      [made.id],
    );
    await servicesOf(app.app).hookDelivery.deliver(made.id);
    expect(await deliveriesOf(made)).toMatchObject([{ state: 'given_up', lastFault: 'unsound' }]);
    expect(receiver.calls).toEqual([]);
  });

  it('end with the account of whoever made them', async () => {
    const ruth = await app.person('admin', { name: 'Ruth Bell' });
    const { data } = await ruth.rest.send('POST', '/hooks', { name: 'Trade of Ruth Bell', url: receiver.url });
    const receipt = (await ruth.rest.send('DELETE', '/gdpr/delete')).data.receipt;
    expect(receipt.fields).toContain('webHooks');
    expect(await shown(data.hook)).toMatchObject({ name: 'Erased', disabledFor: 'erased' });
    const { findings } = await servicesOf(app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'web_hook')).toEqual([]);
  });

  it('go on under a new secret of the program', async () => {
    const made = await hook();
    const next = 'another-secret-for-tests-that-is-long';
    await relockKeys(app.databaseUrl, TEST_SECRET, next);
    try {
      await raiseSmoke(app.app.database, lot.id);
      await until(async () => (await deliveriesOf(made)).length === 1, 'the delivery');
      // This process still has the old one, which opens nothing now. Its job must not begin once the old one is back.
      await until(async () => {
        const key = `web-hook ${made.id}`;
        return (await app.app.database.row('select 1 from graphile_worker.jobs where key = $1', [key])) === null;
      }, 'the job of the web hook');
      await servicesOf(app.app).hookDelivery.deliver(made.id);
      expect(receiver.calls).toEqual([]);
    } finally {
      await relockKeys(app.databaseUrl, next, TEST_SECRET);
    }
    await servicesOf(app.app).hookDelivery.deliver(made.id);
    expect(receiver.calls.every((call) => isSigned(call, made.secret))).toBe(true);
    expect(receiver.calls).toHaveLength(1);
  });
});
