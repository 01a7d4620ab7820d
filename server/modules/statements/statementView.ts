import type { AlertSeverity, AlertStatus } from '../../domain/alert/alerts.ts';
import {
  STATEMENT_LIMITS,
  type ActivityType,
  type OperatorRole,
  type RepresentedOperator,
  type StatementKind,
  type StatementState,
} from '../../domain/statement/statement.ts';
import { kgFromGrams } from '../../domain/text/units.ts';
import type { PackageView } from './package/packageStore.ts';
import type { FilingFault, FilingState, FilingStep, StatementRow } from './statementRow.ts';

/** An alert that was raised on beans of a statement since it was submitted. */
export interface StatementAlert {
  id: string;
  title: string;
  severity: AlertSeverity;
  status: AlertStatus;
  raisedAt: Date;
  /** lot that it was raised on */
  lotId: string;
}

/** A statement as staff see it, in the API's units. */
export interface StatementView {
  id: string;
  consignmentId: string;
  kind: StatementKind;
  state: StatementState;
  /** how many versions it takes the place of; 0: the first */
  amendments: number;
  /** the version that this one takes the place of; null: the first */
  supersedesId: string | null;
  /** the grouped statement that refers to it; null: none */
  groupId: string | null;
  /** its place there, from 1 */
  partNumber: number | null;
  /** statements that it refers to: of a grouped one alone */
  parts: StatementView[];
  internalReference: string;
  activityType: ActivityType;
  operatorRole: OperatorRole;
  representedOperator: RepresentedOperator | null;
  countryOfActivity: string | null;
  borderCrossCountry: string | null;
  comment: string | null;
  geolocationConfidential: boolean;
  hsHeading: string;
  descriptionOfGoods: string;
  /** percent, of DOMESTIC alone */
  deviationPercent: number | null;
  numbersPublic: boolean;
  /** SHA-256 in hex of the frozen content; null: not checked */
  contentHash: string | null;
  /** kg; null: not checked */
  netMass: number | null;
  producerCount: number | null;
  plotCount: number | null;
  /** of production, ISO 3166-1 alpha-2 */
  countries: string[];
  checkedAt: Date | null;
  /** what a job does with it; null: nothing */
  filing: { step: FilingStep; state: FilingState } | null;
  /** what the registry refused, or why no package could be made */
  faults: FilingFault[];
  /** null: none was made yet */
  package: PackageView | null;
  registryUuid: string | null;
  referenceNumber: string | null;
  verificationNumber: string | null;
  submittedAt: Date | null;
  /** until then it may be amended or withdrawn; null: not submitted */
  windowEndsAt: Date | null;
  availableAt: Date | null;
  rejectedAt: Date | null;
  rejection: string | null;
  withdrawnAt: Date | null;
  archivedAt: Date | null;
  /** raised since it was submitted, the newest first, at most 100 */
  alertsSince: StatementAlert[];
  createdAt: Date;
  updatedAt: Date;
  /** counts its changes, from 1 */
  version: number;
}

const HOUR_MS = 3_600_000;

/** The end of the window in which a statement may be amended or withdrawn: 72 hours from the submission. */
export function windowEnd(submittedAt: Date | null): Date | null {
  return submittedAt && new Date(submittedAt.getTime() + STATEMENT_LIMITS.changeHours * HOUR_MS);
}

/** A row as staff see it, without its parts. */
export function statementView(
  row: StatementRow,
  more: Pick<StatementView, 'package' | 'alertsSince' | 'parts'>,
): StatementView {
  return {
    id: row.id,
    consignmentId: row.consignmentId,
    kind: row.kind,
    state: row.state,
    amendments: row.version - 1,
    supersedesId: row.supersedesId,
    groupId: row.groupId,
    partNumber: row.partNumber,
    internalReference: row.internalReference,
    activityType: row.activityType,
    operatorRole: row.operatorRole,
    representedOperator: row.representedOperator,
    countryOfActivity: row.countryOfActivity,
    borderCrossCountry: row.borderCrossCountry,
    comment: row.comment,
    geolocationConfidential: row.geolocationConfidential,
    hsHeading: row.hsHeading,
    descriptionOfGoods: row.descriptionOfGoods,
    deviationPercent: row.deviationPercent,
    numbersPublic: row.numbersPublic,
    contentHash: row.contentHash,
    netMass: row.netGrams === null ? null : kgFromGrams(row.netGrams),
    producerCount: row.producers,
    plotCount: row.plots,
    countries: row.countries,
    checkedAt: row.checkedAt,
    filing: row.filing === null || row.filingStep === null ? null : { step: row.filingStep, state: row.filing },
    faults: row.faults,
    registryUuid: row.registryUuid,
    referenceNumber: row.referenceNumber,
    verificationNumber: row.verificationNumber,
    submittedAt: row.submittedAt,
    windowEndsAt: windowEnd(row.submittedAt),
    availableAt: row.availableAt,
    rejectedAt: row.rejectedAt,
    rejection: row.rejection,
    withdrawnAt: row.withdrawnAt,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.rowVersion,
    ...more,
  };
}
