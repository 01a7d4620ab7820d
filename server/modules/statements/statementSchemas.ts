import { z } from 'zod';
import { ALERT_SEVERITIES, ALERT_STATUSES } from '../../domain/alert/alerts.ts';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { EUDR_CODES } from '../../domain/statement/eudrCodes.ts';
import { STATEMENT_MENDS } from '../../domain/statement/preflightFinding.ts';
import { ACTIVITY_TYPES, OPERATOR_ROLES, STATEMENT_KINDS, STATEMENT_STATES } from '../../domain/statement/statement.ts';
import { count, instant, messageSchema, paginationSchema } from '../../platform/rest/answerSchemas.ts';
import type { RetainedStatement, StatementSummaryView } from './statementFigures.ts';
import type { StatementCheckView } from './statementCheck.ts';
import { checkedType } from './statementResolver.ts';
import { FILING_STATES, FILING_STEPS } from './statementRow.ts';
import type { StatementView } from './statementView.ts';
import type { SupplierDeclarationView } from './supplierDeclarations.ts';

const kilograms = z.number().min(0).describe('kg');
const VERDICTS = ['existing_usable', 'existing_non_usable', 'non_existent'] as const;

const operatorSchema = z.strictObject({
  name: z.string(),
  address: z.strictObject({ country: z.string(), street: z.string(), postalCode: z.string(), city: z.string() }),
  eori: z.string().nullable(),
  email: z.string().nullable(),
});

const ownFields = {
  id: z.uuid(),
  consignmentId: z.uuid(),
  kind: z.enum(STATEMENT_KINDS),
  state: z.enum(STATEMENT_STATES),
  amendments: count.describe('How many versions it takes the place of'),
  supersedesId: z.uuid().nullable(),
  groupId: z.uuid().nullable().describe('The grouped statement that refers to it'),
  partNumber: z.int().min(1).nullable(),
  internalReference: z.string(),
  activityType: z.enum(ACTIVITY_TYPES),
  operatorRole: z.enum(OPERATOR_ROLES),
  representedOperator: operatorSchema.nullable(),
  countryOfActivity: z.string().nullable(),
  borderCrossCountry: z.string().nullable(),
  comment: z.string().nullable(),
  geolocationConfidential: z.boolean(),
  hsHeading: z.string(),
  descriptionOfGoods: z.string(),
  deviationPercent: z.number().nullable(),
  numbersPublic: z.boolean(),
  contentHash: z.string().nullable().describe('SHA-256 of the frozen content, hex; null: not checked'),
  netMass: kilograms.nullable(),
  producerCount: count.nullable(),
  plotCount: count.nullable(),
  countries: z.array(z.string()),
  checkedAt: instant.nullable(),
  filing: z
    .strictObject({ step: z.enum(FILING_STEPS), state: z.enum(FILING_STATES) })
    .nullable()
    .describe('What a job does with it'),
  faults: z.array(z.strictObject({ code: z.string().nullable(), message: z.string() })),
  package: z
    .strictObject({ name: z.string(), sha256: z.string(), bytes: count, files: count, madeAt: instant })
    .nullable(),
  registryUuid: z.string().nullable(),
  referenceNumber: z.string().nullable(),
  verificationNumber: z.string().nullable(),
  submittedAt: instant.nullable(),
  windowEndsAt: instant.nullable().describe('Until then it may be amended or withdrawn'),
  availableAt: instant.nullable(),
  rejectedAt: instant.nullable(),
  rejection: z.string().nullable(),
  withdrawnAt: instant.nullable(),
  archivedAt: instant.nullable(),
  alertsSince: z
    .array(
      z.strictObject({
        id: z.uuid(),
        title: z.string(),
        severity: z.enum(ALERT_SEVERITIES),
        status: z.enum(ALERT_STATUSES),
        raisedAt: instant,
        lotId: z.string(),
      }),
    )
    .describe('Raised on its beans since it was submitted; at most 100'),
  createdAt: instant,
  updatedAt: instant,
  version: z.int().min(1).describe('Counts its changes'),
};
const partSchema = z.strictObject(ownFields).meta({ id: 'StatementPart' });
const statementSchema = z
  .strictObject({ ...ownFields, parts: z.array(partSchema).describe('Statements that it refers to') })
  .meta({ id: 'Statement' });

const findingSchema = z
  .strictObject({
    code: z.enum(EUDR_CODES).nullable().describe("The EU's code; null: a rule of its schema, or of ours"),
    severity: z.enum(['fault', 'warning']),
    lotId: z.string().nullable(),
    plot: z.string().nullable(),
    field: z.string().nullable(),
    message: messageSchema,
    mend: z.enum(STATEMENT_MENDS).nullable(),
    link: z.string().nullable().describe('Page of the staff area where it is mended'),
  })
  .meta({ id: 'StatementFinding' });

const declarationSchema = z
  .strictObject({
    id: z.uuid(),
    referenceNumber: z.string(),
    verificationNumber: z.string(),
    verdict: z.enum(VERDICTS),
    checkedAt: instant,
  })
  .meta({ id: 'SupplierDeclaration' });

const summarySchema = z
  .strictObject({
    year: z.int(),
    statements: count,
    byState: z.array(z.strictObject({ state: z.enum(STATEMENT_STATES), statements: count })),
    netMass: kilograms,
    consignments: count,
    lots: count,
    origins: count,
    producers: count,
    plots: count,
    countries: z.array(z.string()),
    conclusions: z.array(z.strictObject({ status: z.enum(DEFORESTATION_STATUSES), origins: count })),
  })
  .meta({ id: 'StatementSummary' });

const retainedSchema = z
  .strictObject({
    id: z.uuid(),
    consignmentId: z.uuid(),
    consignmentNumber: z.string(),
    internalReference: z.string(),
    referenceNumber: z.string().nullable(),
    state: z.enum(STATEMENT_STATES),
    filedAt: instant,
    retainedUntil: instant,
  })
  .meta({ id: 'RetainedStatement' });

/** What the REST calls of statements answer. */
export const statementAnswer = z.strictObject({ statement: statementSchema });
export const statementsAnswer = z.strictObject({ statements: z.array(statementSchema) });
export const statementCheckAnswer = z.strictObject({
  ready: z.boolean(),
  findings: z.array(findingSchema).describe('At most 500'),
  statement: statementSchema,
});
export const exchangesAnswer = z.strictObject({
  exchanges: z.array(z.strictObject({ id: z.int(), operation: z.string(), status: z.int().nullable(), at: instant })),
});
export const exchangeTextsAnswer = z.strictObject({ request: z.string(), answer: z.string().nullable() });
export const declarationAnswer = z.strictObject({ declaration: declarationSchema });
export const declarationsAnswer = z.strictObject({
  declarations: z.array(declarationSchema),
  pagination: paginationSchema,
});
export const summaryAnswer = z.strictObject({ summary: summarySchema });
export const retainedAnswer = z.strictObject({ statements: z.array(retainedSchema).describe('At most 500') });
export const registryAnswer = z.strictObject({
  registry: z.strictObject({ driver: z.enum(['package', 'traces-v3']), sampleData: z.boolean() }),
});

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function ownData({ parts: _parts, ...view }: StatementView): object {
  return {
    ...view,
    countries: [...view.countries],
    package: view.package && { ...view.package, madeAt: view.package.madeAt.toISOString() },
    alertsSince: view.alertsSince.map((alert) => ({ ...alert, raisedAt: alert.raisedAt.toISOString() })),
    checkedAt: textOf(view.checkedAt),
    submittedAt: textOf(view.submittedAt),
    windowEndsAt: textOf(view.windowEndsAt),
    availableAt: textOf(view.availableAt),
    rejectedAt: textOf(view.rejectedAt),
    withdrawnAt: textOf(view.withdrawnAt),
    archivedAt: textOf(view.archivedAt),
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  };
}

/** A statement with its instants as texts. */
export function statementData(view: StatementView): object {
  return { ...ownData(view), parts: view.parts.map(ownData) };
}

/** The same of what a check found. */
export function statementCheckData(view: StatementCheckView): object {
  const { ready, findings } = checkedType(view);
  return { ready, findings, statement: statementData(view.statement) };
}

/** The same of a number that was verified. */
export function declarationData(view: SupplierDeclarationView): object {
  return { ...view, checkedAt: view.checkedAt.toISOString() };
}

/** The same of a statement that is kept. */
export function retainedData(view: RetainedStatement): object {
  return { ...view, filedAt: view.filedAt.toISOString(), retainedUntil: view.retainedUntil.toISOString() };
}

/** A summary as it is answered. */
export function summaryData(view: StatementSummaryView): object {
  return { ...view };
}
