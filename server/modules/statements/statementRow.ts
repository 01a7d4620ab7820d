import { z } from 'zod';
import {
  ACTIVITY_TYPES,
  OPERATOR_ROLES,
  STATEMENT_KINDS,
  STATEMENT_STATES,
  type RepresentedOperator,
} from '../../domain/statement/statement.ts';

/** What a job does with a statement: makes its package, or calls the registry. */
export const FILING_STEPS = ['hand_over', 'submit', 'amend', 'withdraw'] as const;
export type FilingStep = (typeof FILING_STEPS)[number];
/**
 * How far that is: `queued` waits for its job; `sending` may have been sent, so it is looked up before anything is sent
 * again; `waiting` is a grouped statement whose parts have no numbers yet.
 */
export const FILING_STATES = ['queued', 'sending', 'waiting'] as const;
export type FilingState = (typeof FILING_STATES)[number];

/** A fault that the registry named, or for which no package could be made. */
export const filingFault = z.object({ code: z.string().nullable(), message: z.string() });
export type FilingFault = z.output<typeof filingFault>;

const moment = z.coerce.date().nullable();
const text = z.string().nullable();

const operator = z.object({
  name: z.string(),
  address: z.object({ country: z.string(), street: z.string(), postalCode: z.string(), city: z.string() }),
  eori: text,
  email: text,
}) satisfies z.ZodType<RepresentedOperator>;

/** A statement as `STATEMENT_COLUMNS` selects it. */
export const statementRow = z.object({
  id: z.string(),
  consignmentId: z.string(),
  kind: z.enum(STATEMENT_KINDS),
  filedAs: z.enum(['due_diligence', 'simplified']),
  state: z.enum(STATEMENT_STATES),
  groupId: text,
  partNumber: z.number().nullable(),
  partCount: z.number(),
  version: z.number(),
  supersedesId: text,
  internalReference: z.string(),
  activityType: z.enum(ACTIVITY_TYPES),
  operatorRole: z.enum(OPERATOR_ROLES),
  representedOperator: operator.nullable(),
  countryOfActivity: text,
  borderCrossCountry: text,
  comment: text,
  geolocationConfidential: z.boolean(),
  hsHeading: z.string(),
  descriptionOfGoods: z.string(),
  deviationPercent: z.coerce.number().nullable(),
  numbersPublic: z.boolean(),
  contentHash: text,
  netGrams: z.coerce.number().nullable(),
  producers: z.number().nullable(),
  plots: z.number().nullable(),
  countries: z.array(z.string()),
  consignmentVersion: z.number().nullable(),
  checkedAt: moment,
  filing: z.enum(FILING_STATES).nullable(),
  filingStep: z.enum(FILING_STEPS).nullable(),
  sentAt: moment,
  nextPollAt: moment,
  polls: z.number(),
  faults: z.array(filingFault),
  registryUuid: text,
  referenceNumber: text,
  verificationNumber: text,
  submittedAt: moment,
  availableAt: moment,
  rejectedAt: moment,
  rejection: text,
  withdrawnAt: moment,
  archivedAt: moment,
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  rowVersion: z.number(),
});
export type StatementRow = z.output<typeof statementRow>;

/** SQL of `statementRow`, with the table's alias `t`. */
export const STATEMENT_COLUMNS = `t.id, t.consignment_id as "consignmentId", t.kind, t.filed_as as "filedAs", t.state,
  t.group_id as "groupId", t.part_number as "partNumber",
  t.part_count as "partCount", t.version, t.supersedes_id as "supersedesId",
  t.internal_reference as "internalReference", t.activity_type as "activityType", t.operator_role as "operatorRole",
  t.represented_operator as "representedOperator", t.country_of_activity as "countryOfActivity",
  t.border_country as "borderCrossCountry", t.comment, t.confidential as "geolocationConfidential", t.hs_heading as "hsHeading", t.description as "descriptionOfGoods",
  t.deviation_percent as "deviationPercent", t.numbers_public as "numbersPublic", t.content_hash as "contentHash",
  t.net_grams as "netGrams", t.producers, t.plots, t.countries, t.consignment_version as "consignmentVersion",
  t.checked_at as "checkedAt", t.filing, t.filing_step as "filingStep", t.sent_at as "sentAt",
  t.next_poll_at as "nextPollAt", t.polls, t.faults, t.registry_uuid as "registryUuid",
  t.reference_number as "referenceNumber", t.verification_number as "verificationNumber",
  t.submitted_at as "submittedAt", t.available_at as "availableAt", t.rejected_at as "rejectedAt", t.rejection,
  t.withdrawn_at as "withdrawnAt", t.archived_at as "archivedAt", t.created_at as "createdAt",
  t.updated_at as "updatedAt", t.row_version as "rowVersion"`;
