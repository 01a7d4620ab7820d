import { RISK_CRITERIA } from '../../../server/domain/due-diligence/riskCriteria.ts';
import type { RestAnswer, RestClient } from '../../support/restClient.ts';
import { addDocument, dayFromNow, photo } from './dueDiligenceWorld.ts';

/**
 * Documents, an assessment with answers, measures and concerns, each with an earlier state.
 * @param ok gives the data of an answer that is no refusal
 * @returns the assessment
 */
export async function tellDueDiligence(
  rest: RestClient,
  given: { ok: (call: Promise<RestAnswer>) => Promise<RestAnswer['data']>; consignmentId: string; farmId: string },
): Promise<string> {
  const { ok, consignmentId, farmId } = given;
  const { document } = await ok(addDocument({ rest }, { subject: farmId }));
  await ok(addDocument({ rest }, { subject: farmId, title: 'Drying beds' }, { bytes: photo, thumbnail: photo }));
  const second = (await ok(addDocument({ rest }, { subject: farmId, documentClass: 'labour', title: 'Contracts' })))
    .document;
  await ok(rest.send('DELETE', `/due-diligence/documents/${second.id}`));
  const path = '/due-diligence/assessments';
  const assessment = { scope: 'consignment', title: 'T-1', consignmentId };
  const { id } = (await ok(rest.send('POST', path, assessment))).assessment;
  const answers = (version: number, criteria: readonly string[]) =>
    ok(
      rest.send('PUT', `${path}/${id}/answers`, {
        answers: criteria.map((criterion) => {
          return { criterion, risk: 'negligible', reason: 'Own fields', evidence: [document.id] };
        }),
        version,
      }),
    );
  await answers(1, RISK_CRITERIA);
  await answers(2, ['a']);
  const nextReviewOn = dayFromNow(100);
  await ok(rest.send('POST', `${path}/${id}/conclude`, { conclusion: 'negligible', nextReviewOn, version: 3 }));
  const measure = { what: 'Visit the farm', responsible: 'Field team', dueOn: dayFromNow(90), consignmentId };
  await ok(rest.send('POST', '/due-diligence/measures', measure));
  const done = (await ok(rest.send('POST', '/due-diligence/measures', { ...measure, assessmentId: id }))).measure;
  await ok(rest.send('POST', `/due-diligence/measures/${done.id}/done`));
  const concern = { raisedBy: 'Forest Watch', receivedOn: '2026-11-20', text: 'Clearing beside a farm', consignmentId };
  await ok(rest.send('POST', '/due-diligence/concerns', concern));
  const answered = (await ok(rest.send('POST', '/due-diligence/concerns', concern))).concern;
  await ok(rest.send('POST', `/due-diligence/concerns/${answered.id}/answer`, { answer: 'Seen on the spot' }));
  return String(id);
}
