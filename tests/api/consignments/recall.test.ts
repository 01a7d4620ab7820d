import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONSIGNMENT } from '../../../server/domain/messages/consignmentMessages.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { servicesOf } from '../../support/services.ts';
import { raiseAlertOn } from './alertOnLot.ts';
import { checked, consignmentWorld, type ConsignmentWorld } from './consignmentWorld.ts';

let world: ConsignmentWorld;
/** two origins, a lot made of both, and one that was made of that; shipped to a buyer */
let graph: { origins: string[]; mixed: string; bagged: string; consignment: string };

beforeAll(async () => {
  world = await consignmentWorld();
  const lots = await Promise.all([1, 2, 3, 4].map((at) => world.lot(`LOT2000${at}`, 100, `FARM00${at}`)));
  await checked(
    world,
    lots.map(({ id }) => id),
  );
  const [one = '', two = '', mixed = '', bagged = ''] = lots.map(({ id }) => id);
  // The graph as transformations write it.
  await world.sql(
    `insert into lot_origin (lot_id, origin_id, share, depth) values ($1, $3, 0.5, 1), ($1, $4, 0.5, 1), ($2, $3, 0.5, 2), ($2, $4, 0.5, 2)`,
    [mixed, bagged, one, two],
  );
  await world.sql('insert into lot_ancestor (lot_id, ancestor_id, share, depth) values ($2, $1, 1, 1)', [
    mixed,
    bagged,
  ]);
  const { id } = await world.open('R-1');
  const post = (path: string, body: object = {}) =>
    world.processor.rest.send('POST', `/consignments/${id}/${path}`, body);
  await post('lots', { lots: [{ lot: bagged, weight: 60 }] });
  await post('close');
  await post('ship');
  graph = { origins: [one, two], mixed, bagged, consignment: id };
});
afterAll(() => world?.app.stop());

describe('a recall', () => {
  it('follows beans forward to the buyers, from a lot, a plot and a farm', async () => {
    const [origin = ''] = graph.origins;
    const [plot] = await world.sql(`select (plots_of(plots))[1] as id from lot where id = $1`, [origin]);
    for (const query of ['lotId=LOT20001', `lotId=${origin}`, `plotId=${String(plot?.id)}`, 'farmId=farm001']) {
      const { recall } = (await world.auditor.rest.get(`/recall?${query}`)).data;
      expect(recall).toMatchObject({
        startCount: 1,
        starts: [{ lotId: 'LOT20001' }],
        descendants: [{ lotId: 'LOT20003' }, { lotId: 'LOT20004' }],
        descendantCount: 2,
        sourceCount: 0,
        consignments: [{ number: 'R-1', state: 'shipped', weight: 60, lotIds: ['LOT20004'] }],
        buyers: [{ name: 'Kakao Trade GmbH', email: 'desk@kakao.example', consignments: ['R-1'] }],
      });
    }
  });

  it('and back to all that a lot was made of', async () => {
    const { data } = await world.processor.graphql.run(
      `query ($id: ID!) { recall(lotId: $id) { ... on Recall { sources { lotId } descendantCount buyers { name } } } }`,
      { id: graph.bagged },
    );
    expect(data.recall).toEqual({
      sources: [{ lotId: 'LOT20001' }, { lotId: 'LOT20002' }, { lotId: 'LOT20003' }],
      descendantCount: 0,
      buyers: [{ name: 'Kakao Trade GmbH' }],
    });
  });

  it('names whom to inform in a file', async () => {
    const answer = await fetch(`${world.app.url}/api/v1/recall/buyers.csv?lotId=LOT20002`, {
      headers: { authorization: `Bearer ${world.auditor.accessToken}` },
    });
    expect(await answer.text()).toBe(
      'buyer,email,country,consignment,state,weightKg,lots\r\nKakao Trade GmbH,desk@kakao.example,DE,R-1,shipped,60,LOT20004\r\n',
    );
  });

  it('takes one start, and is not for farmers', async () => {
    const both = await world.auditor.rest.get('/recall?lotId=LOT20001&farmId=FARM001');
    expect([both.status, both.body.message]).toEqual([400, CONSIGNMENT.recallOfOne({}).text]);
    expect((await world.auditor.rest.get('/recall')).status).toBe(400);
    const none = await world.auditor.rest.get('/recall?lotId=LOT99999');
    expect([none.status, none.body.message]).toEqual([404, REFUSED.lotNotFound({}).text]);
    expect((await world.auditor.rest.get(`/recall?plotId=${randomUUID()}`)).status).toBe(404);
    expect((await world.farmer.rest.get('/recall?lotId=LOT20001')).status).toBe(403);
  });
});

describe('an alert on an origin', () => {
  it('says what it reaches, and opens a task for the buyer of each shipped consignment', async () => {
    const [origin = ''] = graph.origins;
    const alertId = await raiseAlertOn(world.app, origin);
    const query = 'query ($id: ID!) { alert(id: $id) { affected { lots consignments { number } buyers { email } } } }';
    expect((await world.auditor.graphql.run(query, { id: alertId })).data.alert.affected).toEqual({
      lots: 3,
      consignments: [{ number: 'R-1' }],
      buyers: [{ email: 'desk@kakao.example' }],
    });
    expect((await world.farmer.graphql.run(query, { id: alertId })).data.alert.affected).toBeNull();
    const { tasks } = (await world.auditor.rest.get('/buyer-tasks?open=true')).data;
    expect(tasks).toMatchObject([{ alertId, number: 'R-1', lotId: 'LOT20001', doneAt: null }]);
    expect((await world.auditor.rest.send('POST', `/buyer-tasks/${tasks[0].id}/done`, {})).status).toBe(403);
    const done = await world.processor.rest.send('POST', `/buyer-tasks/${tasks[0].id}/done`, {});
    expect(done.data.task).toMatchObject({ doneAt: expect.any(String), doneBy: expect.any(String) });
    expect((await world.processor.rest.send('POST', `/buyer-tasks/${tasks[0].id}/done`, {})).data.task).toEqual(
      done.data.task,
    );
    expect((await world.auditor.rest.get('/buyer-tasks?open=true')).data.tasks).toEqual([]);
    const { findings } = await servicesOf(world.app.app).integrityAudit.run();
    expect(findings.filter(({ table }) => table === 'buyer_task')).toEqual([]);
  });

  it('that was raised before shipping opens the task when it ships', async () => {
    const lot = await world.lot('LOT20010', 10);
    await checked(world, [lot.id]);
    const { id } = await world.open('R-2');
    const post = (path: string, body: object = {}) =>
      world.processor.rest.send('POST', `/consignments/${id}/${path}`, body);
    await post('lots', { lots: [{ lot: lot.id, weight: 10 }] });
    await post('close');
    await raiseAlertOn(world.app, lot.id);
    const tasks = async () => (await world.auditor.rest.get(`/buyer-tasks?consignmentId=${id}`)).data.tasks;
    expect(await tasks()).toEqual([]);
    await post('ship');
    expect(await tasks()).toMatchObject([{ number: 'R-2', lotId: 'LOT20010' }]);
  });
});

describe('a recall of more consignments than one answer names', () => {
  it('counts them, and names every buyer, also in the file', async () => {
    const lot = await world.lot('LOT20020', 10);
    const [many, last] = [await world.buyer('Many KG'), await world.buyer('Last KG')];
    await world.sql(
      `with opened as (
         insert into consignment (id, consignment_key, number, buyer_id, state, head_seq, head_hash, created_by, created_at, updated_at)
         select gen_random_uuid(), md5('recall' || n), 'S-' || lpad(n::text, 4, '0'),
           case n when 1001 then $2::uuid else $1::uuid end, 'shipped', 1, '', $3, now(), now()
         from generate_series(1, 1001) n returning id)
       insert into consignment_lot (consignment_id, lot_id, grams) select id, $4::uuid, 1 from opened`,
      [many, last, world.admin.userId, lot.id],
    );
    const { recall } = (await world.auditor.rest.get(`/recall?lotId=${lot.lotId}`)).data;
    expect([recall.consignments.length, recall.consignmentCount]).toEqual([1_000, 1_001]);
    expect(recall.buyers).toMatchObject([{ name: 'Many KG' }, { name: 'Last KG', consignments: ['S-1001'] }]);
    expect(recall.buyers[0].consignments).toHaveLength(1_000);
    const answer = await fetch(`${world.app.url}/api/v1/recall/buyers.csv?lotId=${lot.lotId}`, {
      headers: { authorization: `Bearer ${world.auditor.accessToken}` },
    });
    const lines = (await answer.text()).trim().split('\r\n');
    expect([lines.length, lines.at(-1)]).toEqual([
      1_002,
      'Last KG,desk@kakao.example,DE,S-1001,shipped,0.001,LOT20020',
    ]);
    const alertId = await raiseAlertOn(world.app, lot.id);
    const query = 'query ($id: ID!) { alert(id: $id) { affected { consignmentCount buyers { name } } } }';
    expect((await world.auditor.graphql.run(query, { id: alertId })).data.alert.affected).toEqual({
      consignmentCount: 1_001,
      buyers: [{ name: 'Many KG' }, { name: 'Last KG' }],
    });
  });
});
