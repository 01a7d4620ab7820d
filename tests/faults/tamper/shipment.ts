import { randomUUID } from 'node:crypto';
import type { App } from '../../../server/app.ts';
import { DECLARATION_ROWS } from '../../../server/modules/statements/signedStatements.ts';
import { audit } from '../../../server/platform/audit-log/audit.ts';
import { signRows } from '../../../server/platform/row-signatures/signedRows.ts';
import { raiseAlertOn } from '../../api/consignments/alertOnLot.ts';
import { tellDueDiligence } from '../../api/due-diligence/dueDiligenceStory.ts';
import { newLot } from '../../support/newLot.ts';
import type { RestAnswer, RestClient } from '../../support/restClient.ts';

/** What went to a buyer, and its papers, by UUID. */
export interface Shipment {
  consignmentId: string;
  /** handed over with its package */
  statementId: string;
  assessmentId: string;
}

interface Helpers {
  ok(call: Promise<RestAnswer>): Promise<RestAnswer['data']>;
  atRest(app: App): Promise<void>;
}

/** Lots are blended and packed, judged, shipped to a buyer with a statement, and two alerts are raised on them. */
export async function tellShipment(app: App, by: { rest: RestClient }, helpers: Helpers): Promise<Shipment> {
  const { ok, atRest } = helpers;
  const { rest } = by;
  const origins = [await lotWithPlot(by, helpers, 1), await lotWithPlot(by, helpers, 2)];
  await atRest(app);
  const blended = await derivedLot(by, helpers, 'blending', origins);
  await atRest(app);
  const packed = await derivedLot(by, helpers, 'packing', [blended]);
  await atRest(app);

  const party = { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE', eori: 'DE123456789012345' };
  const buyerId: string = (await ok(rest.send('POST', '/parties', party))).party.id;
  const other = (await ok(rest.send('POST', '/parties', { ...party, name: 'Cacao Sud', country: 'FR' }))).party;
  await ok(rest.send('PATCH', `/parties/${other.id}`, { country: 'BE' }));
  const given = { number: 'T-1', buyerId, bags: 2, incoterm: 'FOB', countryOfEntry: 'DE' };
  const { consignment } = await ok(rest.send('POST', '/consignments', given));
  const consignmentId = String(consignment.id);
  await ok(rest.send('POST', '/consignments', { number: 'T-2', buyerId: other.id }));
  const post = (path: string, body: object = {}) =>
    ok(rest.send('POST', `/consignments/${consignmentId}/${path}`, body));
  await post('lots', { lots: [{ lot: packed, weight: 60 }] });
  await post('close');
  const assessmentId = await tellDueDiligence(rest, { ok, consignmentId, farmId: 'FARM101' });
  await atRest(app);
  const statementId = await tellStatement(app, by, helpers, consignmentId);
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  await post('links', { expiresAt });
  const { link } = await post('links', { expiresAt });
  await ok(rest.send('DELETE', `/buyer-links/${link.id}`));
  await post('ship');
  await raiseAlertOn({ app }, blended);
  await raiseAlertOn({ app }, packed);
  const { tasks } = await ok(rest.get('/buyer-tasks?open=true'));
  await ok(rest.send('POST', `/buyer-tasks/${tasks[0].id}/done`, {}));
  await atRest(app);
  return { consignmentId, statementId, assessmentId };
}

/** A lot that was received at a scale, of a plot of its own. */
async function lotWithPlot({ rest }: { rest: RestClient }, { ok }: Helpers, at: number): Promise<string> {
  const farmId = `FARM10${at}`;
  const geometry = { type: 'Point', coordinates: [145.743926, -5.258413 - at * 0.01] };
  const { plot } = await ok(rest.send('POST', `/farms/${farmId}/plots`, { name: `Field ${at}`, geometry, areaHa: 2 }));
  const { latitude: _latitude, longitude: _longitude, ...placeless } = newLot();
  const delivery = { bags: 2, grossKg: 62, tareKg: 2, grade: 'Grade 1' };
  const input = { ...placeless, farmId, weight: 60, moistureContent: 7, plots: [plot.id], delivery };
  return (await ok(rest.send('POST', '/lots', input))).lot.id;
}

/** A lot of 50 kg of each of some lots. */
async function derivedLot(
  { rest }: { rest: RestClient },
  { ok }: Helpers,
  step: 'blending' | 'packing',
  lots: readonly string[],
): Promise<string> {
  const { lotId } = newLot();
  const weight = lots.length === 1 ? 80 : 50;
  const input = {
    step,
    inputs: lots.map((lot) => ({ lot, weight })),
    outputs: [{ lotId, weight: weight * lots.length - 1, moistureContent: 7 }],
    loss: { weight: 1, reason: 'cleaning' },
  };
  const { outputs } = await ok(rest.send('POST', '/transformations', input));
  return outputs[0].id;
}

/** A statement that is handed over with its package, a draft, and a supplier's number. @returns the first */
async function tellStatement(
  app: App,
  { rest }: { rest: RestClient },
  { ok, atRest }: Helpers,
  consignmentId: string,
): Promise<string> {
  const create = (fields: object) =>
    ok(rest.send('POST', `/consignments/${consignmentId}/statements`, { activityType: 'IMPORT', ...fields }));
  const id = String((await create({ comment: 'First lot of the season' })).statement.id);
  const checked = await ok(rest.send('POST', `/statements/${id}/check`, {}));
  if (checked.ready !== true) throw new Error(`The statement has faults: ${JSON.stringify(checked.findings)}`);
  await ok(rest.send('POST', `/statements/${id}/hand-over`, {}));
  await create({});
  await atRest(app);
  const declarationId = randomUUID();
  await app.database.write(async (em) => {
    await em.execute(
      `insert into supplier_declaration (id, reference_number, verification_number, verdict, checked_at)
       values (?, '26BE7XTVCZAQ2S', 'SFFCB4Y3', 'existing_usable', now())`,
      [declarationId],
    );
    await signRows(em, DECLARATION_ROWS, [declarationId]);
    const target = { kind: 'supplier-declaration', id: declarationId };
    await audit(em, { caller: 'system', action: 'declaration.verified', target });
  });
  return id;
}
