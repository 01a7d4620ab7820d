import { z } from 'zod';
import { newStatementInput, recordedFilingInput } from '../../../server/domain/statement/statementInput.ts';
import { HS_HEADING_NAMES, HS_HEADINGS, type HsHeading } from '../../../server/domain/statement/hsHeadings.ts';
import type { OperatorRole } from '../../../server/domain/statement/statement.ts';
import { numberFromText } from '../../design/form/numberText.ts';
import type { RecordStatementInput, StatementWholeFragment, UpdateStatementInput } from '../../graphql/generated.ts';

const controls = z.strictObject({
  kind: z.string(),
  activityType: z.string(),
  operatorRole: z.string(),
  operatorName: z.string(),
  operatorStreet: z.string(),
  operatorPostalCode: z.string(),
  operatorCity: z.string(),
  operatorCountry: z.string(),
  operatorEori: z.string(),
  operatorEmail: z.string(),
  countryOfActivity: z.string(),
  borderCrossCountry: z.string(),
  hsHeading: z.string(),
  descriptionOfGoods: z.string(),
  deviationPercent: z.string(),
  comment: z.string(),
  geolocationConfidential: z.boolean(),
  internalReference: z.string(),
});
export type StatementFormValues = z.input<typeof controls>;

/** Controls of the represented operator, by their place in the input. */
const OPERATOR_CONTROLS: Readonly<Record<string, keyof StatementFormValues>> = {
  name: 'operatorName',
  street: 'operatorStreet',
  postalCode: 'operatorPostalCode',
  city: 'operatorCity',
  country: 'operatorCountry',
  eori: 'operatorEori',
  email: 'operatorEmail',
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** Whether the form names a represented operator. */
export function isRepresentative({ operatorRole }: Pick<StatementFormValues, 'operatorRole'>): boolean {
  return operatorRole === ('REPRESENTATIVE_OPERATOR' satisfies OperatorRole);
}

/** The input that controls stand for, not yet checked. */
function inputOf(typed: StatementFormValues) {
  const { operatorStreet: street, operatorPostalCode: postalCode, operatorCity: city } = typed;
  return {
    kind: typed.kind,
    activityType: typed.activityType,
    operatorRole: typed.operatorRole,
    representedOperator: isRepresentative(typed)
      ? {
          name: typed.operatorName,
          address: { country: typed.operatorCountry, street, postalCode, city },
          eori: orNull(typed.operatorEori),
          email: orNull(typed.operatorEmail),
        }
      : null,
    countryOfActivity: orNull(typed.countryOfActivity),
    borderCrossCountry: orNull(typed.borderCrossCountry),
    hsHeading: typed.hsHeading,
    descriptionOfGoods: orNull(typed.descriptionOfGoods),
    // Only statements of this activity have it.
    deviationPercent: typed.activityType === 'DOMESTIC' ? (numberFromText(typed.deviationPercent) ?? null) : null,
    comment: orNull(typed.comment),
    geolocationConfidential: typed.geolocationConfidential,
    internalReference: orNull(typed.internalReference),
  };
}

/** The control that a path of the input belongs to; undefined for none. */
export function statementField(path: readonly PropertyKey[]): keyof StatementFormValues | undefined {
  const last = String(path.at(-1));
  if (path[0] === 'representedOperator') return OPERATOR_CONTROLS[last];
  return Object.keys(NEW_STATEMENT).find((field): field is keyof StatementFormValues => field === last);
}

/** Schema of a statement: the server's rules, for controls that hold text; all faults are told at once. */
export const statementForm = controls.transform((typed, context) => {
  const parsed = newStatementInput.safeParse(inputOf(typed));
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    context.addIssue({ code: 'custom', path: [statementField(path) ?? 'activityType'], message });
  }
  return z.NEVER;
});
export type TypedStatement = z.output<typeof statementForm>;

/** Initial values of a new statement. */
export const NEW_STATEMENT: StatementFormValues = {
  kind: 'due_diligence',
  activityType: 'IMPORT',
  operatorRole: 'OPERATOR',
  operatorName: '',
  operatorStreet: '',
  operatorPostalCode: '',
  operatorCity: '',
  operatorCountry: '',
  operatorEori: '',
  operatorEmail: '',
  countryOfActivity: '',
  borderCrossCountry: '',
  hsHeading: '1801',
  descriptionOfGoods: '',
  deviationPercent: '',
  comment: '',
  geolocationConfidential: false,
  internalReference: '',
};

/** The name of a heading in Annex I of the Regulation; null for another code. */
export function headingName(code: string): string | null {
  const heading: HsHeading | undefined = HS_HEADINGS.find((one) => one === code);
  return heading === undefined ? null : HS_HEADING_NAMES[heading];
}

/** Initial values of an edited statement. The usual description is left empty, so that it follows the heading. */
export function editedStatement(statement: StatementWholeFragment): StatementFormValues {
  const { representedOperator: operator, hsHeading, descriptionOfGoods, deviationPercent } = statement;
  return {
    // It is not changed, and a split one is checked anew.
    kind: statement.kind === 'grouped' ? 'due_diligence' : statement.kind,
    activityType: statement.activityType,
    operatorRole: statement.operatorRole,
    operatorName: operator?.name ?? '',
    operatorStreet: operator?.address.street ?? '',
    operatorPostalCode: operator?.address.postalCode ?? '',
    operatorCity: operator?.address.city ?? '',
    operatorCountry: operator?.address.country ?? '',
    operatorEori: operator?.eori ?? '',
    operatorEmail: operator?.email ?? '',
    countryOfActivity: statement.countryOfActivity ?? '',
    borderCrossCountry: statement.borderCrossCountry ?? '',
    hsHeading,
    descriptionOfGoods: descriptionOfGoods === headingName(hsHeading) ? '' : descriptionOfGoods,
    deviationPercent: deviationPercent === null ? '' : String(deviationPercent),
    comment: statement.comment ?? '',
    geolocationConfidential: statement.geolocationConfidential,
    internalReference: statement.internalReference,
  };
}

/** What an edited statement sends: all of its fields but the kind, over the version that was read. */
export function statementChanges(
  { internalReference, version }: Pick<StatementWholeFragment, 'internalReference' | 'version'>,
  { kind: _kind, ...typed }: TypedStatement,
): UpdateStatementInput {
  return {
    ...typed,
    descriptionOfGoods: typed.descriptionOfGoods ?? headingName(typed.hsHeading) ?? '',
    internalReference: typed.internalReference ?? internalReference,
    version,
  };
}

/** ISO 8601 of a typed local time; '' is null, and what is no time stays as typed, for the rule to refuse. */
export function typedMoment(text: string): string | null {
  if (text.trim() === '') return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

const recordControls = z.strictObject({
  referenceNumber: z.string(),
  verificationNumber: z.string(),
  submittedAt: z.string(),
  rejectionReason: z.string(),
});
export type RecordFormValues = z.input<typeof recordControls>;

/** Schema of what the importer reports: the server's rules. The time in the future is refused by the server. */
export const recordForm = recordControls.transform((typed, context): RecordStatementInput => {
  const parsed = recordedFilingInput.safeParse({
    referenceNumber: orNull(typed.referenceNumber),
    verificationNumber: orNull(typed.verificationNumber),
    submittedAt: typedMoment(typed.submittedAt),
    rejectionReason: orNull(typed.rejectionReason),
  });
  if (parsed.success) {
    const { version: _version, submittedAt, ...recorded } = parsed.data;
    return { ...recorded, submittedAt: submittedAt?.toISOString() ?? null };
  }
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});
