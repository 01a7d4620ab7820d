import { createUnionType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { AlertSeverity, AlertStatus } from '../../domain/alert/alerts.ts';
import type { PreflightFinding, StatementMend } from '../../domain/statement/preflightFinding.ts';
import type { ActivityType, OperatorRole, StatementKind, StatementState } from '../../domain/statement/statement.ts';
import { AlertStatusEnum } from '../../platform/graphql/enums.ts';
import { NotFound, VersionConflict } from '../../platform/graphql/failures.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { AlertSeverityEnum } from '../alerts/alertTypes.ts';
import {
  ActivityTypeEnum,
  FilingStateEnum,
  FilingStepEnum,
  FindingSeverityEnum,
  OperatorRoleEnum,
  StatementKindEnum,
  StatementMendEnum,
  StatementStateEnum,
} from './statementEnums.ts';
import type { FilingState, FilingStep } from './statementRow.ts';

@ObjectType('OperatorAddress', { simpleResolvers: true, description: 'An address as API V3 takes it' })
class OperatorAddressType {
  @Field(() => String, { description: 'ISO 3166-1 alpha-2' })
  country!: string;

  @Field(() => String, { description: 'Street and number' })
  street!: string;

  @Field(() => String, { description: 'Postal code' })
  postalCode!: string;

  @Field(() => String, { description: 'City' })
  city!: string;
}

@ObjectType('RepresentedOperator', { simpleResolvers: true, description: 'In whose name a representative files' })
class RepresentedOperatorType {
  @Field(() => String, { description: 'Its name in full' })
  name!: string;

  @Field(() => OperatorAddressType, { description: 'Its address' })
  address!: OperatorAddressType;

  @Field(() => String, { nullable: true, description: 'EORI number' })
  eori!: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address' })
  email!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'What a job does with a statement' })
class StatementFiling {
  @Field(() => FilingStepEnum, { description: 'What is done' })
  step!: FilingStep;

  @Field(() => FilingStateEnum, { description: 'How far it is' })
  state!: FilingState;
}

@ObjectType({ simpleResolvers: true, description: 'What the registry refused, or why no package could be made' })
class StatementFault {
  @Field(() => String, { nullable: true, description: "The EU's code, e.g. EUDR_COMMODITIES_HS_CODE_INVALID" })
  code!: string | null;

  @Field(() => String, { description: 'In the words of the registry' })
  message!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The zip file that was handed over; the same bytes each time' })
class StatementPackage {
  @Field(() => String, { description: 'Its file name' })
  name!: string;

  @Field(() => String, { description: 'SHA-256, hex' })
  sha256!: string;

  @Field(() => Float, { description: 'Its size' })
  bytes!: number;

  @Field(() => Int, { description: 'Files in it, the manifest among them' })
  files!: number;

  @Field(() => DateTime, { description: 'When it was made' })
  madeAt!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'An alert on beans of a statement since it was submitted' })
class StatementAlertType {
  @Field(() => ID, { description: 'UUID of the alert' })
  id!: string;

  @Field(() => String, { description: 'Its title' })
  title!: string;

  @Field(() => AlertSeverityEnum, { description: 'How bad it is' })
  severity!: AlertSeverity;

  @Field(() => AlertStatusEnum, { description: 'How far people are with it' })
  status!: AlertStatus;

  @Field(() => DateTime, { description: 'When it was raised' })
  raisedAt!: Date;

  @Field(() => String, { description: 'The lot that it was raised on' })
  lotId!: string;
}

@ObjectType('Statement', { description: 'A due diligence statement of a consignment, or one version of it' })
export class StatementType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => ID, { description: 'UUID of its consignment' })
  consignmentId!: string;

  @Field(() => StatementKindEnum, { description: 'What it is' })
  kind!: StatementKind;

  @Field(() => StatementStateEnum, { description: 'How far it is' })
  state!: StatementState;

  @Field(() => Int, { description: 'How many versions it takes the place of; 0: it is the first' })
  amendments!: number;

  @Field(() => ID, { nullable: true, description: 'UUID of the version that it takes the place of' })
  supersedesId!: string | null;

  @Field(() => ID, { nullable: true, description: 'UUID of the grouped statement that refers to it' })
  groupId!: string | null;

  @Field(() => Int, { nullable: true, description: 'Its place among the parts, from 1' })
  partNumber!: number | null;

  @Field(() => [StatementType], { description: 'Statements that it refers to; none unless it was split' })
  parts!: StatementType[];

  @Field(() => String, { description: 'At most 35 characters; no other statement has it' })
  internalReference!: string;

  @Field(() => ActivityTypeEnum, { description: 'What the operator does' })
  activityType!: ActivityType;

  @Field(() => OperatorRoleEnum, { description: 'In which role it is filed' })
  operatorRole!: OperatorRole;

  @Field(() => RepresentedOperatorType, { nullable: true, description: 'In whose name a representative files' })
  representedOperator!: RepresentedOperatorType | null;

  @Field(() => String, { nullable: true, description: 'Member state of the activity' })
  countryOfActivity!: string | null;

  @Field(() => String, { nullable: true, description: 'Member state of entry or exit' })
  borderCrossCountry!: string | null;

  @Field(() => String, { nullable: true, description: 'For the authority' })
  comment!: string | null;

  @Field(() => Boolean, { description: 'The plots are kept from those who refer to it' })
  geolocationConfidential!: boolean;

  @Field(() => String, { description: 'Heading of the Harmonised System, e.g. 1801' })
  hsHeading!: string;

  @Field(() => String, { description: 'What the goods are' })
  descriptionOfGoods!: string;

  @Field(() => Float, { nullable: true, description: 'Percent by which the net mass may differ; of DOMESTIC only' })
  deviationPercent!: number | null;

  @Field(() => Boolean, { description: 'Its numbers are on the public pages of its lots' })
  numbersPublic!: boolean;

  @Field(() => String, { nullable: true, description: 'SHA-256 of the frozen content, hex; null: not checked' })
  contentHash!: string | null;

  @Field(() => Float, { nullable: true, description: 'kg; null: not checked' })
  netMass!: number | null;

  @Field(() => Int, { nullable: true, description: 'Producers; null: not checked' })
  producerCount!: number | null;

  @Field(() => Int, { nullable: true, description: 'Plots; null: not checked' })
  plotCount!: number | null;

  @Field(() => [String], { description: 'Countries of production, ISO 3166-1 alpha-2' })
  countries!: string[];

  @Field(() => DateTime, { nullable: true, description: 'When its content was frozen' })
  checkedAt!: Date | null;

  @Field(() => StatementFiling, { nullable: true, description: 'What a job does with it; null: nothing' })
  filing!: StatementFiling | null;

  @Field(() => [StatementFault], { description: 'What the registry refused, or why no package could be made' })
  faults!: StatementFault[];

  @Field(() => StatementPackage, { nullable: true, description: 'Its package; null: none was made' })
  package!: StatementPackage | null;

  @Field(() => String, { nullable: true, description: 'By which the registry knows it' })
  registryUuid!: string | null;

  @Field(() => String, { nullable: true, description: '14 letters and digits' })
  referenceNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Whoever has both numbers may refer to it' })
  verificationNumber!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was submitted' })
  submittedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Until then it may be amended or withdrawn' })
  windowEndsAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When its numbers were known' })
  availableAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was found rejected' })
  rejectedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why it was rejected' })
  rejection!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was withdrawn' })
  withdrawnAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was put away' })
  archivedAt!: Date | null;

  @Field(() => [StatementAlertType], {
    description: 'Alerts on its beans since it was submitted, the newest first; at most 100',
  })
  alertsSince!: StatementAlertType[];

  @Field(() => DateTime, { description: 'When it was made' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When it last changed' })
  updatedAt!: Date;

  @Field(() => Int, { description: 'Counts its changes, from 1' })
  version!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What keeps a statement from being filed, or is doubtful about it' })
export class StatementFinding {
  @Field(() => String, { nullable: true, description: "The EU's code; null: a rule of its schema, or of ours" })
  code!: string | null;

  @Field(() => FindingSeverityEnum, { description: 'How grave it is' })
  severity!: PreflightFinding['severity'];

  @Field(() => String, { nullable: true, description: 'The lot, e.g. LOT701' })
  lotId!: string | null;

  @Field(() => String, { nullable: true, description: 'The plot or place' })
  plot!: string | null;

  @Field(() => String, { nullable: true, description: 'The field of the statement' })
  field!: string | null;

  @Field(() => MessageType, { description: 'What it is' })
  message!: MessageType;

  @Field(() => StatementMendEnum, { nullable: true, description: 'What can be done about it' })
  mend!: StatementMend | null;

  @Field(() => String, { nullable: true, description: 'Page of the staff area where it is mended' })
  link!: string | null;
}

@ObjectType({ description: 'What a check found' })
export class StatementChecked {
  @Field(() => Boolean, { description: 'It has no faults, and its content is frozen' })
  ready!: boolean;

  @Field(() => [StatementFinding], { description: 'At most 500' })
  findings!: StatementFinding[];

  @Field(() => StatementType, { description: 'As it is now' })
  statement!: StatementType;
}

@ObjectType({ description: 'The statement as it is now' })
export class StatementSaved {
  @Field(() => StatementType, { description: 'As it is now' })
  statement!: StatementType;
}

@ObjectType({ description: 'The statement is gone' })
export class StatementDiscarded {
  @Field(() => Boolean, { description: 'Always true' })
  discarded!: boolean;
}

export const StatementResult = createUnionType({
  name: 'StatementResult',
  description: 'What changing a statement may answer',
  types: () => [StatementSaved, NotFound, VersionConflict] as const,
});
export const CheckStatementResult = createUnionType({
  name: 'CheckStatementResult',
  description: 'What checking a statement may answer',
  types: () => [StatementChecked, NotFound, VersionConflict] as const,
});
export const DiscardStatementResult = createUnionType({
  name: 'DiscardStatementResult',
  description: 'What deleting a statement may answer',
  types: () => [StatementDiscarded, NotFound] as const,
});
