import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT } from '../../../server/domain/messages/retentionMessages.ts';
import { eraseDueDocuments } from '../../../server/modules/due-diligence/dueDiligenceErasure.ts';
import { CONSIGNMENTS_FILED } from '../../../server/modules/statements/statementErasure.ts';
import type { Person } from '../../support/testApp.ts';
import { checked, consignmentWorld, type ConsignmentWorld } from '../consignments/consignmentWorld.ts';
import { addDocument, dayFromNow, downloadThumbnail, photo } from './dueDiligenceWorld.ts';

let world: ConsignmentWorld;
let grace: Person;

beforeAll(async () => {
  world = await consignmentWorld();
  grace = await world.app.person('farmer', { farmId: 'FARM771', name: 'Grace Vantablick' });
});
afterAll(() => world?.app.stop());

const exported = async (by: Person) => {
  const headers = { authorization: `Bearer ${by.accessToken}` };
  return (await fetch(`${world.app.url}/api/v1/gdpr/export`, { headers })).json();
};
const idOf = async (fields: Record<string, string>, file = {}, by: Pick<Person, 'rest'> = world.processor) =>
  String((await addDocument(by, { subject: 'FARM771', ...fields }, file)).data.document.id);
const rowOf = async (id: string) =>
  (
    await world.sql(
      `select title, name, bytes is null as gone, thumbnail is null as "noThumbnail", erase_on::text as "eraseOn", removed_at is null as there from dd_document where id = $1`,
      [id],
    )
  )[0];

/** A consignment with a lot of the farm, closed. */
async function closedWith(number: string, farmId: string): Promise<{ id: string; lotId: string }> {
  const lot = await world.lot(`LOT${number.slice(-3)}77`, 100, farmId);
  await checked(world, [lot.id]);
  const { id } = await world.open(number);
  await world.processor.rest.send('POST', `/consignments/${id}/lots`, { lots: [{ lot: lot.id, weight: 10 }] });
  const closed = await world.processor.rest.send('POST', `/consignments/${id}/close`, {});
  if (closed.status !== 200) throw new Error(JSON.stringify(closed.body));
  return { id, lotId: lot.lotId };
}

describe("a farmer's receipt for data", () => {
  it('tells which lots, plots and documents went to which buyer, how and when, and nothing of other farms', async () => {
    const { id, lotId } = await closedWith('R-771', 'FARM771');
    await closedWith('R-772', 'FARM772');
    const own = await idOf({ title: 'Land title of Vantablick' });
    await addDocument(world.processor, { subject: 'FARM772', title: 'Of another farm' });
    const before = await exported(grace);
    expect(before.dataHandedOver).toEqual([]);
    const headers = { authorization: `Bearer ${world.processor.accessToken}` };
    for (let times = 0; times < 2; times += 1) {
      await (await fetch(`${world.app.url}/api/v1/consignments/${id}/papers`, { headers })).arrayBuffer();
    }
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const link = await world.processor.rest.send('POST', `/consignments/${id}/links`, { expiresAt });
    expect((await world.app.rest.get(`/buyer/${link.data.token}`)).status).toBe(200);

    const { dataHandedOver, documentsAboutFarm } = await exported(grace);
    const [plot] = await world.sql(`select id from plot where farm_id = 'FARM771'`);
    const recipient = 'Kakao Trade GmbH';
    const handed = { consignment: 'R-771', recipient, lots: [lotId], plots: [plot?.id], documents: [] };
    expect(dataHandedOver).toEqual([
      { ...handed, way: 'papers', times: 2, firstAt: expect.any(String), lastAt: expect.any(String) },
      { ...handed, way: 'link', times: 1, firstAt: expect.any(String), lastAt: expect.any(String) },
    ]);
    expect(documentsAboutFarm.map((one: { id: string }) => one.id)).toEqual([own]);
    expect((await exported(world.processor)).documentsAdded.map((one: { id: string }) => one.id)).toContain(own);
    expect((await exported(world.processor)).dataHandedOver).toEqual([]);
  });
});

describe('place and time of a photo', () => {
  it('are in the export of the farmer, and go with the farmer while the photo stays', async () => {
    const farmId = 'FARM779';
    const farmer = await world.app.person('farmer', { farmId, name: 'Oscar Bimbelo' });
    const fields = { subject: farmId, title: 'Drying beds', namesPerson: 'false', keepPlaceAndTime: 'true' };
    const id = await idOf(fields, { bytes: photo, name: 'beds.jpg', thumbnail: photo });
    const { documentsAboutFarm } = await exported(farmer);
    expect(documentsAboutFarm).toEqual([
      expect.objectContaining({
        id,
        photoLatitude: -5.222222,
        photoLongitude: 145.7869,
        photoTakenAt: '2026-11-03T08:14:55',
        thumbnailSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    ]);
    const answer = await farmer.rest.send('DELETE', '/gdpr/delete');
    expect(answer.data.receipt.fields).toContain('documents');
    const { data } = await world.auditor.rest.get(`/due-diligence/documents/${id}`);
    expect(data.document).toMatchObject({ title: 'Drying beds', photo: null, hasThumbnail: true });
    expect((await downloadThumbnail(world.app.url, world.auditor, id)).status).toBe(200);
  });
});

describe('the erasure of a farmer', () => {
  it('deletes documents that name a person, keeps evidence of closed consignments without names, and says so', async () => {
    // FARM771 is in a closed consignment; FARM773 is in none.
    const kept = await idOf({ documentClass: 'labour', title: 'Contract of Vantablick' }, { name: 'Grace.pdf' });
    const plain = await idOf({ documentClass: 'environment', title: 'Village map', namesPerson: 'false' });
    const concern = await world.processor.rest.send('POST', '/due-diligence/concerns', {
      raisedBy: 'Neighbour',
      receivedOn: '2026-11-01',
      text: 'Grace Vantablick clears forest',
    });
    const measure = await world.processor.rest.send('POST', '/due-diligence/measures', {
      what: 'Visit the farm',
      responsible: 'Field team',
      dueOn: dayFromNow(10),
    });
    const answer = await grace.rest.send('DELETE', '/gdpr/delete');
    expect(answer.status).toBe(200);
    const { receipt } = answer.data;
    expect(receipt.fields).toEqual(expect.arrayContaining(['concerns', 'documents']));
    const until = (await rowOf(kept))?.eraseOn;
    expect(receipt.kept).toContainEqual(
      expect.objectContaining({ what: KEPT.documents({ documents: 2 }).text, until }),
    );
    expect(await rowOf(kept)).toMatchObject({ title: '', name: 'document.pdf', gone: false });
    expect(String(until) > dayFromNow(4 * 365)).toBe(true);
    expect(await rowOf(plain)).toMatchObject({ title: 'Village map', eraseOn: null, gone: false });
    const concerns = await world.auditor.rest.get('/due-diligence/concerns?limit=100');
    expect(concerns.data.concerns.find((one: { id: string }) => one.id === concern.data.concern.id)).toMatchObject({
      raisedBy: null,
      text: null,
      receivedOn: '2026-11-01',
    });
    const measures = await world.auditor.rest.get('/due-diligence/measures?limit=100');
    expect(measures.data.measures.find((one: { id: string }) => one.id === measure.data.measure.id).what).toBe(
      'Visit the farm',
    );
    // The document still counts as evidence until that day; then the nightly job erases it.
    expect((await world.auditor.rest.get(`/due-diligence/documents/${kept}`)).status).toBe(200);
    const { database } = world.app.app;
    expect(
      await eraseDueDocuments(database, { at: new Date(`${dayFromNow(0)}T12:00:00Z`), filed: CONSIGNMENTS_FILED }),
    ).toBe(0);
    expect(
      await eraseDueDocuments(database, { at: new Date(`${String(until)}T12:00:00Z`), filed: CONSIGNMENTS_FILED }),
    ).toBe(2);
    expect(await rowOf(kept)).toMatchObject({ gone: true, there: false });
    const texts = JSON.stringify(await world.sql('select title, name from dd_document'));
    expect(texts).not.toContain('Vantablick');
  });

  it('deletes at once what no closed consignment rests on', async () => {
    const ben = await world.app.person('farmer', { farmId: 'FARM773', name: 'Ben Plorvane' });
    const files = { bytes: photo, thumbnail: photo };
    const own = await idOf({ subject: 'FARM773', title: 'Land title' }, files, ben);
    const named = await idOf({ subject: 'FARM772', title: 'Lease from Ben Plorvane', namesPerson: 'false' });
    const { receipt } = (await ben.rest.send('DELETE', '/gdpr/delete')).data;
    expect(receipt.fields).toContain('documents');
    expect(await rowOf(own)).toMatchObject({ gone: true, noThumbnail: true, there: false, title: null });
    // The other farm's consignment is closed: the file stays as evidence, the name goes.
    expect(await rowOf(named)).toMatchObject({ title: '', name: 'document.pdf', gone: false });
  });
});
