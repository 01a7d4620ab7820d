import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RISK_CRITERIA } from '../../../server/domain/due-diligence/riskCriteria.ts';
import { readDocumentBytes } from '../../../server/modules/due-diligence/documentBytes.ts';
import { documentsForPackage } from '../../../server/modules/due-diligence/consignmentDueDiligence.ts';
import {
  checked,
  consignmentWorld,
  type ConsignmentData,
  type ConsignmentWorld,
} from '../consignments/consignmentWorld.ts';
import { addDocument, dayFromNow, paper } from './dueDiligenceWorld.ts';

let world: ConsignmentWorld;
let consignment: ConsignmentData;
let lots: { id: string; lotId: string }[];

beforeAll(async () => {
  world = await consignmentWorld();
  lots = [await world.lot('LOT81001', 100, 'FARM001'), await world.lot('LOT81002', 100, 'FARM002')];
  await checked(
    world,
    lots.map(({ id }) => id),
  );
  consignment = await world.open('DD-1');
  const given = { lots: lots.map(({ id }) => ({ lot: id, weight: 50 })) };
  const added = await world.processor.rest.send('POST', `/consignments/${consignment.id}/lots`, given);
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
});
afterAll(() => world?.app.stop());

interface Missing {
  reason: { code: string; values: Record<string, unknown> };
  mend: string;
  documentClass: string | null;
  farms: string[];
  link: string;
}
const missing = async (id = consignment.id): Promise<Missing[]> =>
  (await world.auditor.rest.get(`/consignments/${id}/due-diligence`)).data.missing;
const codes = async (): Promise<string[]> => (await missing()).map(({ reason }) => reason.code);
const paths = '/due-diligence/assessments';

async function assessed(given: object, criteria: readonly string[]): Promise<string> {
  const { id } = (await world.processor.rest.send('POST', paths, { title: 'Risk', ...given })).data.assessment;
  const answers = criteria.map((criterion) => ({ criterion, risk: 'negligible', reason: 'Seen' }));
  await world.processor.rest.send('PUT', `${paths}/${id}/answers`, { answers, version: 1 });
  const body = { conclusion: 'negligible', nextReviewOn: dayFromNow(100), version: 2 };
  const concluded = await world.processor.rest.send('POST', `${paths}/${id}/conclude`, body);
  if (concluded.status !== 200) throw new Error(JSON.stringify(concluded.body));
  return id;
}

describe('what the due diligence of a consignment lacks', () => {
  it('is each class of its farms, an assessment, each with the way to mend it; over REST and GraphQL', async () => {
    const items = await missing();
    expect(items.map(({ documentClass, mend }) => [documentClass, mend])).toEqual([
      ['land_use', 'upload'],
      ['environment', 'upload'],
      ['labour', 'upload'],
      ['third_party_rights', 'upload'],
      ['consent', 'upload'],
      ['tax_customs', 'upload'],
      [null, 'assess'],
    ]);
    expect(items[0]).toMatchObject({
      farms: ['FARM001', 'FARM002'],
      link: '/admin/due-diligence?section=documents&documentClass=land_use&subjectKind=farm&subject=FARM001',
    });
    const { data } = await world.auditor.graphql.run(
      'query ($id: ID!) { consignment(id: $id) { dueDiligence { documents missing { reason { code } mend link } } } }',
      { id: consignment.id },
    );
    expect(data.consignment.dueDiligence.missing.map(({ link }: { link: string }) => link)).toEqual(
      items.map(({ link }) => link),
    );
    expect((await world.farmer.rest.get(`/consignments/${consignment.id}/due-diligence`)).status).toBe(403);
    expect((await world.auditor.rest.get(`/consignments/${randomUUID()}/due-diligence`)).status).toBe(404);
  });

  it('shrinks with valid documents of farms, plots, lots and the consignment, and the package has these', async () => {
    const day = dayFromNow(0);
    const documents = () => documentsForPackage(world.app.app.database, consignment.id, day);
    expect(await documents()).toEqual([]);
    const [plot] = await world.sql(`select id from plot where farm_id = 'FARM002'`);
    const add = async (fields: Record<string, string>) =>
      String((await addDocument(world.processor, fields)).data.document.id);
    const added = [
      await add({ documentClass: 'land_use', title: 'Farm 1' }),
      await add({ documentClass: 'land_use', subjectKind: 'plot', subject: String(plot?.id) }),
      await add({ documentClass: 'labour', subjectKind: 'lot', subject: lots[0]?.id ?? '' }),
      await add({ documentClass: 'tax_customs', subjectKind: 'consignment', subject: consignment.id }),
      await add({ documentClass: 'certificate', subject: 'FARM002' }),
    ];
    await add({
      documentClass: 'environment',
      subjectKind: 'consignment',
      subject: consignment.id,
      validUntil: '2026-01-02',
    });
    const items = await missing();
    expect(items.map(({ documentClass, farms }) => [documentClass, farms])).toEqual([
      ['environment', ['FARM001', 'FARM002']],
      ['labour', ['FARM002']],
      ['third_party_rights', ['FARM001', 'FARM002']],
      ['consent', ['FARM001', 'FARM002']],
      [null, ['FARM001', 'FARM002']],
    ]);
    const packed = await documents();
    expect(packed.map(({ id }) => id)).toEqual([...added].sort());
    expect(packed.find(({ id }) => id === added[3])).toMatchObject({ subject: 'DD-1', subjectKind: 'consignment' });
    const bytes = await readDocumentBytes(world.app.app.database, added[0] ?? '');
    expect(bytes.toString()).toBe(paper('Farm 1'));
    await expect(readDocumentBytes(world.app.app.database, randomUUID())).rejects.toThrow('Document not found');
    // One that was changed in the database counts for nothing.
    await world.sql(`update dd_document set valid_from = '2025-01-01' where id = $1`, [added[3]]);
    expect(await codes()).toContain('due_diligence.consignment_document');
    expect(await documents()).toHaveLength(added.length - 1);
    await world.sql('delete from dd_document where id = $1', [added[3]]);
  });

  it('tells of assessments by country, farms or consignment, of risk that stands, and of overdue measures', async () => {
    expect(await codes()).toContain('due_diligence.no_assessment');
    const country = await assessed({ scope: 'country', country: 'PG' }, ['i', 'j']);
    expect(await codes()).not.toContain('due_diligence.no_assessment');
    const own = await world.processor.rest.send('POST', paths, {
      scope: 'consignment',
      title: 'Risk of it',
      consignmentId: consignment.id,
    });
    const { id } = own.data.assessment;
    const answers = RISK_CRITERIA.map((criterion) => ({ criterion, risk: 'not_negligible', reason: 'Seen' }));
    await world.processor.rest.send('PUT', `${paths}/${id}/answers`, { answers, version: 1 });
    const body = { conclusion: 'not_negligible', nextReviewOn: dayFromNow(10), version: 2 };
    await world.processor.rest.send('POST', `${paths}/${id}/conclude`, body);
    const standing = (await missing()).find(({ reason }) => reason.code === 'due_diligence.risk_stands');
    expect(standing).toMatchObject({
      mend: 'mitigate',
      link: `/admin/due-diligence?section=assessments&assessment=${id}`,
    });
    const measure = { what: 'Visit the farm', responsible: 'Field team', dueOn: dayFromNow(-1), assessmentId: id };
    const made = await world.processor.rest.send('POST', '/due-diligence/measures', measure);
    expect(await codes()).toContain('due_diligence.overdue_measure');
    await world.processor.rest.send('POST', `/due-diligence/measures/${made.data.measure.id}/done`);
    expect(await codes()).not.toContain('due_diligence.overdue_measure');
    expect(country).not.toBe(id);
  });

  it('keeps nothing from being closed', async () => {
    const closed = await world.processor.rest.send('POST', `/consignments/${consignment.id}/close`, {});
    expect([closed.status, closed.data?.consignment?.state]).toEqual([200, 'closed']);
    expect((await missing()).length).toBeGreaterThan(0);
  });
});
