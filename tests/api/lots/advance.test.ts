import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STAGE } from '../../../server/domain/messages/stageMessages.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import { csvOfLots, importLots } from '../../support/lotFiles.ts';
import { LOSS_PLACE, registered, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let grace: Person;
let processor: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor, auditor] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor'),
  ]);
});
afterAll(async () => {
  await app.stop();
});

interface Result {
  lotId: string;
  lot: { currentProcess: string; processDetails: string; version: number } | null;
  from: string | null;
  to: string | null;
  warnings: string[];
  refusal: { code: string } | null;
}
const advance = async (body: object, by = processor, key?: string) => {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const { status, data } = await by.rest.send('POST', '/lots/advance', body, headers);
  const results: Result[] = data?.results ?? [];
  return { status, data, results };
};
const text = { processDetails: 'Six days in boxes' };

describe('many lots with one text', () => {
  it('go each to their next stage; what cannot move says why, and the others move', async () => {
    const [first, second, done] = [await registered(grace), await registered(grace), await registered(grace)];
    await advance({ lotIds: [done.lotId], toStage: 'delivered', ...text });
    const { status, data, results } = await advance({
      lotIds: [first.id, second.lotId.toLowerCase(), done.lotId, 'LOT-NOBODY'],
      ...text,
    });
    expect([status, data.advanced, data.refused]).toEqual([200, 2, 2]);
    expect(results.map(({ from, to, refusal }) => [from, to, refusal?.code ?? null])).toEqual([
      ['harvested', 'fermented', null],
      ['harvested', 'fermented', null],
      [null, null, STAGE.delivered({}).code],
      [null, null, REFUSED.lotNotFound({}).code],
    ]);
    expect(results[0]?.lot).toMatchObject({ currentProcess: 'fermented', ...text, version: 2 });
    const history = (await processor.rest.get(`/lots/${second.id}/history`)).data.history;
    expect(history[0]).toMatchObject({ action: 'stage', stage: 'fermented', actor: 'Ines Duarte' });
    const audited = await app.app.database.rows(
      `select 1 from audit_entry where action = 'lot.stage-changed' and target_id = any($1)`,
      [[first.id, second.id]],
    );
    expect(audited).toHaveLength(2);
  });

  it('over GraphQL the same, with warnings of each that ships and a review for auditors', async () => {
    const [clean, lost] = [
      await settledLot(app, grace),
      await settledLot(app, grace, { latitude: LOSS_PLACE.latitude, longitude: LOSS_PLACE.longitude }),
    ];
    const input = { lotIds: [clean.lotId, lost.lotId], toStage: 'shipped', ...text, risksReason: 'Sold as it is' };
    const { data, errors } = await processor.graphql.run(
      `mutation ($input: AdvanceLotsInput!) {
        advanceLots(input: $input) { advanced refused results { lotId to warnings refusal { code } lot { currentProcess } } }
      }`,
      { input },
    );
    expect(errors).toEqual([]);
    expect(data.advanceLots).toEqual({
      advanced: 2,
      refused: 0,
      results: [
        { lotId: clean.lotId, to: 'shipped', warnings: [], refusal: null, lot: { currentProcess: 'shipped' } },
        {
          lotId: lost.lotId,
          to: 'shipped',
          warnings: ['deforestation_detected', 'open_alert'],
          refusal: null,
          lot: { currentProcess: 'shipped' },
        },
      ],
    });
    const { reviews } = (await auditor.rest.get(`/shipping-reviews?lotId=${lost.lotId}`)).data;
    expect(reviews).toMatchObject([{ state: 'open', stage: 'shipped' }]);
  });

  it('as a dry run say what would become of them, and write nothing', async () => {
    const lost = await settledLot(app, grace, { latitude: LOSS_PLACE.latitude, longitude: LOSS_PLACE.longitude });
    const { results } = await advance({ lotIds: [lost.lotId], toStage: 'shipped', dryRun: true });
    expect(results).toMatchObject([
      { from: 'harvested', to: 'shipped', warnings: ['deforestation_detected', 'open_alert'], refusal: null },
    ]);
    expect((await processor.rest.get(`/lots/${lost.id}`)).data.lot).toMatchObject({
      currentProcess: 'harvested',
      version: 1,
    });
    expect((await auditor.rest.get(`/shipping-reviews?lotId=${lost.lotId}`)).data.reviews).toEqual([]);
  });

  it('need a text, and the right to edit; farmers move lots of their own farm alone', async () => {
    const [own, other] = [await registered(grace), await registered(processor, { farmId: 'FARM002' })];
    expect((await advance({ lotIds: [own.lotId] })).status).toBe(400);
    expect((await advance({ lotIds: [], ...text })).status).toBe(400);
    expect((await advance({ lotIds: [own.lotId], ...text }, auditor)).status).toBe(403);
    const { results } = await advance({ lotIds: [own.lotId, other.lotId], ...text }, grace);
    expect(results.map(({ to, refusal }) => to ?? refusal?.code)).toEqual(['fermented', 'not_found.lot']);
  });

  it('under one idempotency key move once', async () => {
    const lot = await registered(grace);
    const [one, again] = [
      await advance({ lotIds: [lot.lotId], ...text }, processor, 'advance-once-1'),
      await advance({ lotIds: [lot.lotId], ...text }, processor, 'advance-once-1'),
    ];
    expect(again.data).toEqual(one.data);
    expect((await processor.rest.get(`/lots/${lot.id}`)).data.lot.currentProcess).toBe('fermented');
  });

  it('whose answer is too long to be stored are answered by what the first call did, and judged no more', async () => {
    await importLots(app, processor, csvOfLots(30, 'LOT-AGAIN-'));
    const damp = await registered(grace, { moistureContent: 9 });
    const held = await registered(grace, { weight: 10 });
    const buyer = { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE' };
    const buyerId = (await processor.rest.send('POST', '/parties', buyer)).data.party.id;
    const opened = (await processor.rest.send('POST', '/consignments', { number: 'AGAIN-1', buyerId })).data;
    const inConsignment = `/consignments/${opened.consignment.id}/lots`;
    await processor.rest.send('POST', inConsignment, { lots: [{ lot: held.id, weight: 10 }] });
    const others = Array.from({ length: 30 }, (_, i) => `LOT-AGAIN-${i}`);
    const body = { lotIds: [damp.lotId, held.lotId, ...others], toStage: 'shipped', ...text };
    const one = await advance(body, processor, 'advance-again-1');
    expect([one.data.advanced, one.data.refused]).toEqual([31, 1]);
    await processor.rest.send('DELETE', inConsignment, { lots: [held.id] });
    await advance({ lotIds: [damp.lotId], toStage: 'delivered', ...text });
    const again = await advance(body, processor, 'advance-again-1');
    expect([again.data.advanced, again.data.refused]).toEqual([31, 1]);
    const told = ({ from, to, warnings }: Result) => ({ from, to, warnings });
    expect(again.results.map(told)).toEqual(one.results.map(told));
    expect(again.results[0]).toMatchObject({ from: 'harvested', to: 'shipped', lot: { currentProcess: 'delivered' } });
    expect(again.results[0]?.warnings).toContain('high_moisture');
    expect(again.results[1]).toMatchObject({ to: null, refusal: { code: REFUSED.notMovedByKey({}).code } });
    expect((await processor.rest.get(`/lots/${held.id}`)).data.lot.currentProcess).toBe('harvested');
  });
});
