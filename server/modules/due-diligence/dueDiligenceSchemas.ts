import { z } from 'zod';
import { RISK_LEVELS } from '../../domain/due-diligence/countryBenchmarks.ts';
import {
  DOCUMENT_CLASSES,
  DOCUMENT_SUBJECTS,
  DOCUMENT_VALIDITIES,
} from '../../domain/due-diligence/documentClasses.ts';
import { DUE_DILIGENCE_MENDS } from '../../domain/due-diligence/missingDueDiligence.ts';
import {
  ASSESSMENT_SCOPES,
  CONCLUSIONS,
  CRITERION_RISKS,
  RISK_CRITERIA,
} from '../../domain/due-diligence/riskCriteria.ts';
import { count, instant, messageSchema, paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { ASSESSMENT_STATES, type AssessmentView, type WholeAssessment } from './assessmentView.ts';
import type { ConcernView } from './concernService.ts';
import type { ConsignmentDueDiligence } from './consignmentDueDiligence.ts';
import type { DocumentView } from './documentView.ts';
import type { MeasureView } from './measureView.ts';

const day = z.iso.date();
const name = z.string().nullable().describe('Name of the account or partner key; null once erased');

const documentSchema = z
  .strictObject({
    id: z.uuid(),
    documentClass: z.enum(DOCUMENT_CLASSES),
    subjectKind: z.enum(DOCUMENT_SUBJECTS),
    subject: z.string().describe('Farm id, or UUID of the plot, lot or consignment'),
    subjectName: z.string().nullable().describe('What people call it'),
    farmId: z.string().nullable().describe('The farm that it is about'),
    title: z.string().describe('Empty once an erasure took the names'),
    name: z.string().describe('File name'),
    mediaType: z.string(),
    size: count.describe('Bytes'),
    sha256: z.string().describe('Of its bytes, hex'),
    validFrom: day,
    validUntil: day.nullable().describe('Its last day; null: without end'),
    validity: z.enum(DOCUMENT_VALIDITIES).describe('Today, UTC'),
    namesPerson: z.boolean(),
    hasThumbnail: z.boolean().describe('Whether GET /due-diligence/documents/{id}/thumbnail has a picture of it'),
    photo: z
      .strictObject({
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        takenAt: z.string().nullable().describe("By the camera's clock, YYYY-MM-DDTHH:MM:SS without a time zone"),
      })
      .nullable()
      .describe('Where and when the photo was taken, where it was chosen to stay'),
    uploadedBy: name,
    uploadedAt: instant,
    isAnchored: z.boolean().describe('Whether the ledger has its commitment'),
  })
  .meta({ id: 'DueDiligenceDocument' });

const assessmentFields = {
  id: z.uuid(),
  scope: z.enum(ASSESSMENT_SCOPES),
  title: z.string().nullable().describe('Null once erased'),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2'),
  farmIds: z.array(z.string()),
  consignmentId: z.uuid().nullable(),
  consignmentNumber: z.string().nullable(),
  state: z.enum(ASSESSMENT_STATES).describe('draft; current; review_due: its next review is past'),
  conclusion: z.enum(CONCLUSIONS).nullable(),
  concludedAt: instant.nullable(),
  concludedBy: name,
  nextReviewOn: day.nullable(),
  version: z.int().min(1),
  createdBy: name,
  createdAt: instant,
};
const assessmentSchema = z.strictObject(assessmentFields).meta({ id: 'RiskAssessmentListed' });
const wholeAssessmentSchema = z
  .strictObject({
    ...assessmentFields,
    answers: z
      .array(
        z.strictObject({
          criterion: z.enum(RISK_CRITERIA),
          risk: z.enum(CRITERION_RISKS),
          reason: z.string().nullable().describe('Null once erased'),
          evidence: z.array(z.uuid()).describe('Documents'),
          answeredBy: name,
          answeredAt: instant,
        }),
      )
      .describe('By letter'),
  })
  .meta({ id: 'RiskAssessment' });

const measureSchema = z
  .strictObject({
    id: z.uuid(),
    assessmentId: z.uuid().nullable(),
    consignmentId: z.uuid().nullable(),
    consignmentNumber: z.string().nullable(),
    what: z.string().nullable().describe('Null once erased'),
    responsible: z.string().nullable().describe('Null once erased'),
    dueOn: day,
    isOverdue: z.boolean(),
    doneAt: instant.nullable(),
    doneBy: name,
    createdBy: name,
    createdAt: instant,
  })
  .meta({ id: 'MitigationMeasure' });

const concernSchema = z
  .strictObject({
    id: z.uuid(),
    raisedBy: z.string().nullable().describe('Null once erased'),
    text: z.string().nullable().describe('Null once erased'),
    receivedOn: day,
    consignmentId: z.uuid().nullable(),
    consignmentNumber: z.string().nullable(),
    lotId: z.uuid().nullable().describe('UUID of the lot'),
    lotNumber: z.string().nullable(),
    answer: z.string().nullable(),
    answeredAt: instant.nullable(),
    answeredBy: name,
    loggedBy: name,
    loggedAt: instant,
  })
  .meta({ id: 'SubstantiatedConcern' });

const missingSchema = z
  .strictObject({
    reason: messageSchema,
    mend: z.enum(DUE_DILIGENCE_MENDS),
    documentClass: z.enum(DOCUMENT_CLASSES).nullable(),
    farms: z.array(z.string()).describe('Farms that are the cause, at most ten'),
    link: z.string().describe('Page of the staff area where it is mended'),
  })
  .meta({ id: 'MissingDueDiligence' });

export const documentAnswer = z.strictObject({ document: documentSchema });
export const documentsAnswer = z.strictObject({ documents: z.array(documentSchema), pagination: paginationSchema });
export const assessmentAnswer = z.strictObject({ assessment: wholeAssessmentSchema });
export const assessmentsAnswer = z.strictObject({
  assessments: z.array(assessmentSchema),
  pagination: paginationSchema,
});
export const measureAnswer = z.strictObject({ measure: measureSchema });
export const measuresAnswer = z.strictObject({ measures: z.array(measureSchema), pagination: paginationSchema });
export const concernAnswerSchema = z.strictObject({ concern: concernSchema });
export const concernsAnswer = z.strictObject({ concerns: z.array(concernSchema), pagination: paginationSchema });
export const consignmentDueDiligenceAnswer = z.strictObject({
  missing: z.array(missingSchema).describe('Empty: nothing. It warns, and keeps nothing from being closed'),
  documents: count.describe('Valid documents about the consignment, its lots, farms and plots'),
});
export const benchmarksAnswer = z.strictObject({
  source: z.string(),
  published: day,
  checked: day.describe('When the table was last compared'),
  countries: z.array(z.strictObject({ country: z.string(), level: z.enum(RISK_LEVELS) })),
});
export const benchmarkAnswer = z.strictObject({
  country: z.string(),
  level: z.enum(RISK_LEVELS).nullable().describe('Null: the table does not have it; then it counts as standard'),
  source: z.string(),
  published: day,
});

export function documentData({ uploadedAt, ...document }: DocumentView): z.infer<typeof documentSchema> {
  return { ...document, uploadedAt: uploadedAt.toISOString() };
}

export function assessmentData({ concludedAt, createdAt, ...rest }: AssessmentView): z.infer<typeof assessmentSchema> {
  return { ...rest, concludedAt: concludedAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}

export function wholeAssessmentData({ answers, ...rest }: WholeAssessment): z.infer<typeof wholeAssessmentSchema> {
  return {
    ...assessmentData(rest),
    answers: answers.map(({ answeredAt, ...answer }) => ({ ...answer, answeredAt: answeredAt.toISOString() })),
  };
}

export function measureData({ doneAt, createdAt, ...rest }: MeasureView): z.infer<typeof measureSchema> {
  return { ...rest, doneAt: doneAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}

export function concernData({ answeredAt, loggedAt, ...rest }: ConcernView): z.infer<typeof concernSchema> {
  return { ...rest, answeredAt: answeredAt?.toISOString() ?? null, loggedAt: loggedAt.toISOString() };
}

/** As both APIs answer it: the message under the name `reason`. */
export function dueDiligenceData({ missing, documents }: ConsignmentDueDiligence) {
  return {
    documents,
    missing: missing.map(({ message, mend, documentClass, farms, link }) => ({
      reason: message,
      mend,
      documentClass,
      farms,
      link,
    })),
  };
}
