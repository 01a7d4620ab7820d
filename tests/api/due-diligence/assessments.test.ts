import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RISK_CRITERIA } from '../../../server/domain/due-diligence/riskCriteria.ts';
import { DUE_DILIGENCE } from '../../../server/domain/messages/dueDiligenceMessages.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { addDocument, dayFromNow } from './dueDiligenceWorld.ts';

let app: TestApp;
let processor: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  processor = await app.person('processor', { name: 'Peter Wama' });
  auditor = await app.person('auditor');
  await app.person('farmer', { farmId: 'FARM001' });
});
afterAll(() => app?.stop());

const sql = (text: string, values: unknown[] = []) => app.app.database.rows(text, values);
const start = (change: Record<string, unknown> = {}, by = processor) =>
  by.rest.send('POST', '/due-diligence/assessments', { scope: 'country', title: 'PNG 2026', country: 'PG', ...change });
const answer = (id: string, version: number, criteria: readonly string[], change: Record<string, unknown> = {}) =>
  processor.rest.send('PUT', `/due-diligence/assessments/${id}/answers`, {
    answers: criteria.map((criterion) => ({
      criterion,
      risk: 'negligible',
      reason: 'Own fields, one buyer',
      ...change,
    })),
    version,
  });
const conclude = (id: string, version: number, change: Record<string, unknown> = {}) =>
  processor.rest.send('POST', `/due-diligence/assessments/${id}/conclude`, {
    conclusion: 'negligible',
    nextReviewOn: dayFromNow(300),
    version,
    ...change,
  });

describe('an assessment', () => {
  it('is started, answered with evidence, concluded with its next review, and closed to answers then', async () => {
    const { id, version, state } = (await start()).data.assessment;
    expect([version, state]).toEqual([1, 'draft']);
    const evidence = (await addDocument(processor)).data.document.id;
    const unanswered = await conclude(id, 1);
    expect([unanswered.status, unanswered.body.message]).toEqual([
      409,
      DUE_DILIGENCE.unanswered({ criteria: ['i', 'j'] }).text,
    ]);
    const answered = await answer(id, 1, ['j', 'i'], { evidence: [evidence] });
    expect(answered.data.assessment).toMatchObject({
      version: 2,
      answers: [
        { criterion: 'i', risk: 'negligible', evidence: [evidence], answeredBy: 'Peter Wama' },
        { criterion: 'j', risk: 'negligible' },
      ],
    });
    const concluded = await conclude(id, 2);
    expect(concluded.data.assessment).toMatchObject({
      state: 'current',
      conclusion: 'negligible',
      nextReviewOn: dayFromNow(300),
      concludedBy: 'Peter Wama',
    });
    expect((await answer(id, 3, ['i'])).body.message).toBe(DUE_DILIGENCE.concluded({}).text);
    expect((await conclude(id, 3)).status).toBe(409);
    expect((await auditor.rest.get(`/due-diligence/assessments/${id}`)).data.assessment.conclusion).toBe('negligible');
    expect(
      await sql(`select action from audit_entry where target_id = $1 and action like 'assessment.%' order by id`, [id]),
    ).toEqual([
      { action: 'assessment.created' },
      { action: 'assessment.answered' },
      { action: 'assessment.concluded' },
    ]);
  });

  it('outside of low risk takes all criteria, and is negligible only if each answer is', async () => {
    const { id } = (await start({ country: 'CI', title: 'Coast' })).data.assessment;
    await answer(id, 1, RISK_CRITERIA);
    await answer(id, 2, ['h'], { risk: 'not_known' });
    const refused = await conclude(id, 3);
    expect([refused.status, refused.body.message]).toEqual([409, DUE_DILIGENCE.atRisk({ criteria: ['h'] }).text]);
    expect((await conclude(id, 3, { conclusion: 'not_negligible' })).data.assessment.conclusion).toBe('not_negligible');
  });

  it('is reviewed within 366 days, and past that day its review is due', async () => {
    const { id } = (await start()).data.assessment;
    await answer(id, 1, ['i', 'j']);
    for (const nextReviewOn of [dayFromNow(367), dayFromNow(-1), 'soon']) {
      expect((await conclude(id, 2, { nextReviewOn })).status).toBe(400);
    }
    expect((await conclude(id, 2, { nextReviewOn: dayFromNow(366) })).status).toBe(200);
  });

  it('is changed over the version that was read; a stale one is 409 and loses nothing', async () => {
    const { id } = (await start()).data.assessment;
    expect((await answer(id, 1, ['a'])).status).toBe(200);
    expect((await answer(id, 1, ['b'])).status).toBe(409);
    const mutation = `mutation ($id: ID!) { answerRiskAssessment(id: $id, version: 1,
      answers: [{ criterion: "c", risk: negligible, reason: "None" }]) { __typename ... on VersionConflict { currentVersion } } }`;
    const { data } = await processor.graphql.run(mutation, { id });
    expect(data.answerRiskAssessment).toEqual({ __typename: 'VersionConflict', currentVersion: 2 });
    const { assessment } = (await auditor.rest.get(`/due-diligence/assessments/${id}`)).data;
    expect(assessment.answers.map(({ criterion }: { criterion: string }) => criterion)).toEqual(['a']);
  });

  it('needs what it is about, and evidence that is stored', async () => {
    for (const [change, field] of [
      [{ country: null }, 'country'],
      [{ scope: 'farm_group' }, 'farmIds'],
      [{ scope: 'consignment' }, 'consignmentId'],
      [{ scope: 'consignment', consignmentId: randomUUID() }, 'consignmentId'],
      [{ country: 'XX' }, 'country'],
    ] as const) {
      const refused = await start(change);
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, field]);
    }
    const { id } = (await start({ scope: 'farm_group', country: null, farmIds: ['farm001', 'FARM001'] })).data
      .assessment;
    const unknown = await answer(id, 1, ['a'], { evidence: [randomUUID()] });
    expect([unknown.status, unknown.body.details?.[0]?.field]).toEqual([400, 'evidence']);
    const twice = await answer(id, 1, ['a', 'a']);
    expect(twice.status).toBe(400);
    expect((await answer(randomUUID(), 1, ['a'])).status).toBe(404);
    const { assessment } = (await auditor.rest.get(`/due-diligence/assessments/${id}`)).data;
    expect([assessment.farmIds, assessment.version]).toEqual([['FARM001'], 1]);
  });

  it('takes no document as evidence that was changed in the database', async () => {
    const { id } = (await start()).data.assessment;
    const evidence = (await addDocument(processor)).data.document.id;
    await sql(`update dd_document set document_class = 'consent' where id = $1`, [evidence]);
    const refused = await answer(id, 1, ['i'], { evidence: [evidence] });
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'evidence']);
    await sql('delete from dd_document where id = $1', [evidence]);
  });

  it('is read by auditors, who change nothing', async () => {
    const { id } = (await start()).data.assessment;
    expect((await start({}, auditor)).status).toBe(403);
    const body = { answers: [{ criterion: 'a', risk: 'negligible', reason: 'x' }], version: 1 };
    expect((await auditor.rest.send('PUT', `/due-diligence/assessments/${id}/answers`, body)).status).toBe(403);
    const listed = await auditor.rest.get('/due-diligence/assessments?scope=country&limit=100');
    expect(listed.data.assessments.map((one: { id: string }) => one.id)).toContain(id);
  });

  it('that was changed in the database is closed', async () => {
    const { id } = (await start()).data.assessment;
    await answer(id, 1, ['i', 'j']);
    await sql(`update dd_answer set risk = 'not_known' where assessment_id = $1 and criterion = 'i'`, [id]);
    expect((await answer(id, 2, ['i'])).body.message).toBe(DUE_DILIGENCE.rowChanged({}).text);
    // Answers of others count for nothing, so that nothing is concluded from them.
    const refused = await conclude(id, 2, { conclusion: 'not_negligible' });
    expect([refused.status, refused.body.message]).toEqual([409, DUE_DILIGENCE.rowChanged({}).text]);
    await sql(`update dd_assessment set country = 'GH' where id = $1`, [id]);
    expect((await auditor.rest.get(`/due-diligence/assessments/${id}`)).status).toBe(409);
    await sql('delete from dd_answer where assessment_id = $1', [id]);
    await sql('delete from dd_assessment where id = $1', [id]);
  });
});

describe('a mitigation measure', () => {
  it('has a day, is overdue past it, and is done once', async () => {
    const given = { what: 'Visit the farm', responsible: 'Field team', dueOn: dayFromNow(-1) };
    const made = await processor.rest.send('POST', '/due-diligence/measures', given);
    expect([made.status, made.data.measure]).toMatchObject([201, { ...given, isOverdue: true, doneAt: null }]);
    const { id } = made.data.measure;
    const open = async () =>
      (await auditor.rest.get('/due-diligence/measures?open=true&limit=100')).data.measures.map(
        (one: { id: string }) => one.id,
      );
    expect(await open()).toContain(id);
    expect((await auditor.rest.send('POST', `/due-diligence/measures/${id}/done`)).status).toBe(403);
    const done = await processor.rest.send('POST', `/due-diligence/measures/${id}/done`);
    expect(done.data.measure).toMatchObject({ isOverdue: false, doneBy: 'Peter Wama' });
    expect((await processor.rest.send('POST', `/due-diligence/measures/${id}/done`)).status).toBe(409);
    expect(await open()).not.toContain(id);
    const unknown = await processor.rest.send('POST', '/due-diligence/measures', {
      ...given,
      assessmentId: randomUUID(),
    });
    expect([unknown.status, unknown.body.details?.[0]?.field]).toEqual([400, 'assessmentId']);
    expect((await processor.rest.send('POST', `/due-diligence/measures/${randomUUID()}/done`)).status).toBe(404);
  });
});

describe('a concern', () => {
  it('is logged with its day and answered once', async () => {
    const given = { raisedBy: 'Forest Watch', receivedOn: '2026-11-20', text: 'Clearing beside FARM001' };
    const logged = await processor.rest.send('POST', '/due-diligence/concerns', given);
    expect([logged.status, logged.data.concern]).toMatchObject([
      201,
      { ...given, answer: null, loggedBy: 'Peter Wama' },
    ]);
    const { id } = logged.data.concern;
    const path = `/due-diligence/concerns/${id}/answer`;
    expect((await processor.rest.send('POST', path, { answer: ' ' })).status).toBe(400);
    const answered = await processor.rest.send('POST', path, { answer: 'Checked on the spot' });
    expect(answered.data.concern).toMatchObject({ answer: 'Checked on the spot', answeredBy: 'Peter Wama' });
    expect((await processor.rest.send('POST', path, { answer: 'Again' })).status).toBe(409);
    const lot = await processor.rest.send('POST', '/due-diligence/concerns', { ...given, lotId: randomUUID() });
    expect([lot.status, lot.body.details?.[0]?.field]).toEqual([400, 'lotId']);
    const listed = await auditor.rest.get('/due-diligence/concerns?limit=100');
    expect(listed.data.concerns[0]).toMatchObject({ id, answer: 'Checked on the spot' });
  });
});

it('the benchmark of a country is told with source and day', async () => {
  const one = await auditor.rest.get('/due-diligence/benchmarks/pg');
  expect(one.data).toMatchObject({ country: 'PG', level: 'low', published: '2025-05-22' });
  expect((await auditor.rest.get('/due-diligence/benchmarks/DE')).data.level).toBeNull();
  expect((await auditor.rest.get('/due-diligence/benchmarks')).data.countries.length).toBeGreaterThan(30);
  const { data } = await auditor.graphql.run(
    '{ countryBenchmarks(country: "CI") { source countries { country level } } }',
  );
  expect(data.countryBenchmarks.countries).toEqual([{ country: 'CI', level: 'standard' }]);
  expect((await app.rest.get('/due-diligence/benchmarks')).status).toBe(401);
});
