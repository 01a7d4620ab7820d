import { z } from 'zod';
import { lineText } from '../lot/lotInput.ts';
import { CALL } from '../messages/callMessages.ts';
import { DUE_DILIGENCE } from '../messages/dueDiligenceMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT, type InputField } from '../messages/inputMessages.ts';
import { isCountryCode } from '../party/countryCodes.ts';
import { isStorable, STORABLE_PATTERN } from '../text/validText.ts';
import { DOCUMENT_CLASS_FACTS, DOCUMENT_CLASSES, DOCUMENT_SUBJECTS } from './documentClasses.ts';
import { ASSESSMENT_SCOPES, CONCLUSIONS, CRITERION_RISKS, RISK_CRITERIA } from './riskCriteria.ts';

/** Lengths in characters, and counts. */
export const DUE_DILIGENCE_LIMITS = {
  titleLength: 120,
  /** of reasons, measures, concerns and answers */
  textLength: 2_000,
  /** documents of one subject that are not removed */
  documentsOfSubject: 100,
  megabytes: 10,
  thumbnailBytes: 30_000,
  /** on each side of a thumbnail */
  thumbnailPixels: 240,
  farmsOfGroup: 500,
  evidence: 20,
} as const;

const oneOf = <const Values extends readonly [string, ...string[]]>(field: InputField, values: Values) =>
  z.enum(values, encodeMessage(INPUT.oneOf({ field, choices: values })));

function day(field: InputField) {
  const wrong = encodeMessage(INPUT.notADay({ field }));
  // PostgreSQL has no year 0.
  return z.iso.date({ error: wrong, abort: true }).refine((iso) => !iso.startsWith('0000'), wrong);
}

/** A text of several lines. */
function words(field: InputField) {
  const required = encodeMessage(INPUT.required({ field }));
  const most = DUE_DILIGENCE_LIMITS.textLength;
  return z
    .string(required)
    .trim()
    .normalize('NFC')
    .min(1, required)
    .max(most, encodeMessage(INPUT.tooLong({ field, most })))
    .refine(isStorable, encodeMessage(INPUT.notStorable({ field })))
    .meta({ pattern: STORABLE_PATTERN });
}

const COUNTRY = encodeMessage(INPUT.countryCode({}));
const country = z
  .string(COUNTRY)
  .trim()
  .toUpperCase()
  .refine(isCountryCode, COUNTRY)
  .meta({ pattern: '^\\s*[A-Za-z]{2}\\s*$' });

const FARM_ID = encodeMessage(INPUT.farmIdForm({ most: 40 }));
const farmId = z
  .string(FARM_ID)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{1,40}$/, FARM_ID)
  .meta({ pattern: '^\\s*[A-Za-z0-9_-]{1,40}\\s*$' });

const uuid = z.uuid(encodeMessage(DUE_DILIGENCE.noSubject({}))).toLowerCase();

/** Everything about a document but its file. */
export const newDocumentFields = {
  documentClass: oneOf('documentClass', DOCUMENT_CLASSES).describe('What it stands for'),
  subjectKind: oneOf('subjectKind', DOCUMENT_SUBJECTS).describe('What it is about'),
  subject: lineText('subject', 40).describe(
    'A farm id, the UUID of a plot, a lot id, or the number of a consignment; UUIDs of all but farms',
  ),
  title: lineText('title', DUE_DILIGENCE_LIMITS.titleLength).describe('What people call it'),
  validFrom: day('validFrom').describe('Its first day, YYYY-MM-DD'),
  validUntil: day('validUntil').describe('Its last day; left out: without end').optional(),
  namesPerson: z
    .enum(['true', 'false'], encodeMessage(INPUT.oneOf({ field: 'namesPerson', choices: ['true', 'false'] })))
    .default('true')
    .describe('Whether it names a person: then it goes when the person is erased'),
  keepPlaceAndTime: z
    .enum(['true', 'false'], encodeMessage(INPUT.oneOf({ field: 'keepPlaceAndTime', choices: ['true', 'false'] })))
    .default('false')
    .describe('Whether position and time that the camera wrote into a photo stay as data of the document'),
};

/** A new document: the subject fits its class, and its period does not end before it begins. */
export const newDocumentInput = z.strictObject(newDocumentFields).superRefine((given, context) => {
  const { subjects } = DOCUMENT_CLASS_FACTS[given.documentClass];
  if (!subjects.includes(given.subjectKind)) {
    const message = encodeMessage(DUE_DILIGENCE.wrongSubject({ choices: subjects }));
    context.addIssue({ code: 'custom', path: ['subjectKind'], message });
  }
  if (given.validUntil !== undefined && given.validUntil < given.validFrom) {
    const message = encodeMessage(DUE_DILIGENCE.endBeforeStart({}));
    context.addIssue({ code: 'custom', path: ['validUntil'], message });
  }
});
export type NewDocument = z.output<typeof newDocumentInput>;

/** What a list of documents is narrowed by. */
export const documentFilter = {
  documentClass: z
    .enum(DOCUMENT_CLASSES, encodeMessage(CALL.oneOf({ field: 'documentClass', choices: DOCUMENT_CLASSES })))
    .optional(),
  subjectKind: z
    .enum(DOCUMENT_SUBJECTS, encodeMessage(CALL.oneOf({ field: 'subjectKind', choices: DOCUMENT_SUBJECTS })))
    .optional(),
  subject: z
    .string(encodeMessage(CALL.text({ field: 'subject' })))
    .max(40, encodeMessage(CALL.tooLong({ field: 'subject', most: 40 })))
    .trim()
    .refine(isStorable, encodeMessage(CALL.notStorable({ field: 'subject' })))
    .meta({
      pattern: STORABLE_PATTERN,
      description: 'A farm id, lot id, number of a consignment, or the UUID of a plot, lot or consignment',
    })
    .optional(),
};
/** One page of documents. `expiring`: those that expire within 90 days or have expired, the first to expire first. */
export const documentListing = z.object({
  ...documentFilter,
  expiring: z.boolean(),
  page: z.int().min(1),
  limit: z.int().min(1).max(100),
});
export type DocumentListing = z.output<typeof documentListing>;

const few = encodeMessage(INPUT.tooFew({ field: 'farmIds', least: 1 }));
const many = encodeMessage(INPUT.tooMany({ field: 'farmIds', most: DUE_DILIGENCE_LIMITS.farmsOfGroup }));

/** A new assessment: of a country, of a group of farms, or of a consignment. */
export const newAssessmentInput = z
  .strictObject({
    scope: oneOf('scope', ASSESSMENT_SCOPES),
    title: lineText('title', DUE_DILIGENCE_LIMITS.titleLength),
    country: country.nullable().default(null).describe('ISO 3166-1 alpha-2; needed for a country'),
    farmIds: z
      .array(farmId, few)
      .max(DUE_DILIGENCE_LIMITS.farmsOfGroup, many)
      .default([])
      .describe('Needed for a group of farms'),
    consignmentId: uuid.nullable().default(null).describe('Needed for a consignment'),
  })
  .superRefine(({ scope, country: of, farmIds, consignmentId }, context) => {
    const needed = ({ country: 'country', farm_group: 'farmIds', consignment: 'consignmentId' } as const)[scope];
    const isGiven = { country: of !== null, farmIds: farmIds.length > 0, consignmentId: consignmentId !== null };
    if (isGiven[needed]) return;
    context.addIssue({
      code: 'custom',
      path: [needed],
      message: encodeMessage(DUE_DILIGENCE.scopeNeeds({ field: needed })),
    });
  });
export type NewAssessment = z.output<typeof newAssessmentInput>;

const version = z
  .int(encodeMessage(INPUT.notWhole({ field: 'version' })))
  .min(1, encodeMessage(INPUT.tooLow({ field: 'version', least: 1 })))
  .describe('The version that was read; another one now is 409');

/** An answer to one criterion. */
export const criterionAnswer = z.strictObject({
  criterion: oneOf('criterion', RISK_CRITERIA).describe('Letter of Article 10(2)'),
  risk: oneOf('risk', CRITERION_RISKS),
  reason: words('reason'),
  evidence: z
    .array(z.uuid(encodeMessage(DUE_DILIGENCE.noEvidence({}))).toLowerCase())
    .max(
      DUE_DILIGENCE_LIMITS.evidence,
      encodeMessage(INPUT.tooMany({ field: 'evidence', most: DUE_DILIGENCE_LIMITS.evidence })),
    )
    .default([])
    .describe('UUIDs of documents'),
});
export type CriterionAnswer = z.output<typeof criterionAnswer>;

/** Answers, each to another criterion; earlier answers to the same criteria are replaced. */
export const answersInput = z
  .strictObject({
    answers: z
      .array(criterionAnswer, encodeMessage(INPUT.tooFew({ field: 'answers', least: 1 })))
      .min(1, encodeMessage(INPUT.tooFew({ field: 'answers', least: 1 })))
      .max(RISK_CRITERIA.length, encodeMessage(INPUT.tooMany({ field: 'answers', most: RISK_CRITERIA.length }))),
    version,
  })
  .superRefine(({ answers }, context) => {
    const seen = new Set<string>();
    for (const [at, { criterion }] of answers.entries()) {
      if (seen.size !== seen.add(criterion).size) continue;
      const message = encodeMessage(INPUT.listedTwice({ value: criterion }));
      context.addIssue({ code: 'custom', path: ['answers', at, 'criterion'], message });
    }
  });
export type GivenAnswers = z.output<typeof answersInput>;

export const conclusionInput = z.strictObject({
  conclusion: oneOf('conclusion', CONCLUSIONS),
  nextReviewOn: day('nextReviewOn').describe('At most 366 days ahead'),
  version,
});
export type GivenConclusion = z.output<typeof conclusionInput>;

/** A measure that lowers a risk (Article 11). */
export const newMeasureInput = z.strictObject({
  what: words('what'),
  responsible: lineText('responsible', DUE_DILIGENCE_LIMITS.titleLength).describe('Who sees to it'),
  dueOn: day('dueOn'),
  assessmentId: uuid.nullable().default(null),
  consignmentId: uuid.nullable().default(null),
});
export type NewMeasure = z.output<typeof newMeasureInput>;

/** A substantiated concern that somebody outside raised (Article 31). */
export const newConcernInput = z.strictObject({
  raisedBy: lineText('raisedBy', DUE_DILIGENCE_LIMITS.titleLength).describe('Who raised it'),
  receivedOn: day('receivedOn'),
  text: words('text'),
  consignmentId: uuid.nullable().default(null),
  lotId: uuid.nullable().default(null).describe('UUID of the lot'),
});
export type NewConcern = z.output<typeof newConcernInput>;

export const concernAnswerInput = z.strictObject({ answer: words('answer') });
export type ConcernAnswer = z.output<typeof concernAnswerInput>;
