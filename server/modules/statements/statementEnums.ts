import type { DeclarationVerdict, DueDiligenceRegistry } from '../../domain/statement/dueDiligenceRegistry.ts';
import type { PreflightFinding, StatementMend } from '../../domain/statement/preflightFinding.ts';
import type { ActivityType, OperatorRole, StatementKind, StatementState } from '../../domain/statement/statement.ts';
import { enumOf } from '../../platform/graphql/enums.ts';
import type { FilingState, FilingStep } from './statementRow.ts';

export const StatementKindEnum = enumOf<StatementKind>('StatementKind', 'What a statement is', {
  due_diligence: 'A due diligence statement',
  simplified: 'A simplified declaration of a micro or small primary operator',
  grouped: 'A due diligence statement that refers to its parts, which hold the plots',
});
export const StatementStateEnum = enumOf<StatementState>('StatementState', 'How far a statement is', {
  draft: 'Its settings change',
  checked: 'It has no faults, and its content is frozen',
  handed_over: 'Its package was made for the importer',
  submitted: 'The registry has it, and has not assigned its numbers yet',
  available: 'It has its numbers',
  rejected: 'The registry rejected it',
  amended: 'A newer version took its place',
  withdrawn: 'It was withdrawn',
  grouped: 'A grouped statement refers to it',
  archived: 'It was put away',
});
export const ActivityTypeEnum = enumOf<ActivityType>('StatementActivity', 'What the operator does with the goods', {
  IMPORT: 'Places them on the EU market from outside',
  EXPORT: 'Exports them from the EU',
  DOMESTIC: 'Places them on the market where they were produced in the EU',
});
export const OperatorRoleEnum = enumOf<OperatorRole>('StatementOperatorRole', 'In which role somebody files', {
  OPERATOR: 'For itself',
  REPRESENTATIVE_OPERATOR: 'In the name of another operator',
});
export const FilingStepEnum = enumOf<FilingStep>('StatementFilingStep', 'What a job does with a statement', {
  hand_over: 'Makes its package',
  submit: 'Submits it',
  amend: 'Replaces the version before it',
  withdraw: 'Withdraws it',
});
export const FilingStateEnum = enumOf<FilingState>('StatementFilingState', 'How far a job with a statement is', {
  queued: 'It waits for its turn',
  sending: 'It may have been sent; the answer is waited for',
  waiting: 'It waits for the numbers of its parts',
});
export const FindingSeverityEnum = enumOf<PreflightFinding['severity']>(
  'StatementFindingSeverity',
  'How grave a finding is',
  {
    fault: 'The statement cannot be filed with it',
    warning: 'Doubtful; nothing waits for it',
  },
);
export const StatementMendEnum = enumOf<StatementMend>('StatementMend', 'What a person can do about a finding', {
  remove: 'Leave the lot out of the next consignment',
  takeLess: 'Take less of the lot',
  check: 'Have the lot checked by satellite',
  decideAlert: 'Decide the alert of the lot',
  outlinePlot: 'Record or correct the plot',
  editStatement: 'Change the statement',
  editOperator: "Complete the buyer's data",
  editProducer: 'Name the producer',
  split: 'Nothing: it is split by itself',
  inspectLot: 'Look at the lot',
});
export const DeclarationVerdictEnum = enumOf<DeclarationVerdict>(
  'DeclarationVerdict',
  'What the registry says of a number',
  {
    existing_usable: 'It exists, and may be referred to',
    existing_non_usable: 'It exists, and may not be referred to',
    non_existent: 'There is no such number',
  },
);
export const RegistryDriverEnum = enumOf<'package' | 'traces_v3'>(
  'StatementRegistryDriver',
  'Where statements are filed',
  {
    package: 'A package is handed over, and the importer files it',
    traces_v3: 'With the EU Information System, API V3',
  },
);
export type RegistryDriverName = 'package' | 'traces_v3';

/** The name of a driver in the API. */
export function driverName(driver: DueDiligenceRegistry['driver']): RegistryDriverName {
  return driver === 'package' ? driver : 'traces_v3';
}
