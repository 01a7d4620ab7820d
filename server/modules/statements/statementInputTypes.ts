import { Field, Float, InputType, Int } from 'type-graphql';
import type { ActivityType, OperatorRole, StatementKind } from '../../domain/statement/statement.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { ActivityTypeEnum, OperatorRoleEnum, StatementKindEnum } from './statementEnums.ts';

@InputType({ description: 'An address as API V3 takes it' })
class OperatorAddressInput {
  @Field(() => String, { description: 'ISO 3166-1 alpha-2' })
  country!: string;

  @Field(() => String, { description: 'Street and number' })
  street!: string;

  @Field(() => String, { description: 'Postal code' })
  postalCode!: string;

  @Field(() => String, { description: 'City' })
  city!: string;
}

@InputType({ description: 'In whose name a representative files' })
class RepresentedOperatorInput {
  @Field(() => String, { description: 'Its name in full' })
  name!: string;

  @Field(() => OperatorAddressInput, { description: 'Its address' })
  address!: OperatorAddressInput;

  @Field(() => String, { nullable: true, description: 'EORI number' })
  eori?: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address' })
  email?: string | null;
}

@InputType({ description: 'What a person decides about a statement' })
class StatementFieldsInput {
  @Field(() => OperatorRoleEnum, { nullable: true, description: 'OPERATOR unless given' })
  operatorRole?: OperatorRole | null;

  @Field(() => RepresentedOperatorInput, { nullable: true, description: 'Of a representative only' })
  representedOperator?: RepresentedOperatorInput | null;

  @Field(() => String, { nullable: true, description: 'Member state of the activity' })
  countryOfActivity?: string | null;

  @Field(() => String, { nullable: true, description: 'Member state of entry or exit' })
  borderCrossCountry?: string | null;

  @Field(() => String, { nullable: true, description: 'For the authority; at most 2,000 characters' })
  comment?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the plots are kept from those who refer to it' })
  geolocationConfidential?: boolean | null;

  @Field(() => String, { nullable: true, description: '1801 to 1806; 1801 unless given' })
  hsHeading?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 150 characters; the name of the heading unless given' })
  descriptionOfGoods?: string | null;

  @Field(() => Float, { nullable: true, description: 'Percent, 0 to 50; of DOMESTIC only' })
  deviationPercent?: number | null;

  @Field(() => String, { nullable: true, description: 'The number of the consignment unless given' })
  internalReference?: string | null;
}

@InputType({ description: 'A new statement' })
export class CreateStatementInput extends StatementFieldsInput {
  @Field(() => StatementKindEnum, { nullable: true, description: 'due_diligence unless given; grouped ones are made' })
  kind?: StatementKind | null;

  @Field(() => ActivityTypeEnum, { description: 'What the operator does' })
  activityType!: ActivityType;
}

@InputType({ description: 'What changes of a statement; values that are left out stay, null takes one away' })
export class UpdateStatementInput extends StatementFieldsInput {
  @Field(() => ActivityTypeEnum, { nullable: true, description: 'What the operator does' })
  activityType?: ActivityType | null;

  @Field(() => Int, { nullable: true, description: 'The version that was read; another one now is a VersionConflict' })
  version?: number | null;
}

@InputType({ description: 'What the importer reports about a statement that was handed over' })
export class RecordStatementInput {
  @Field(() => String, { nullable: true, description: '14 letters and digits; with the verification number' })
  referenceNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'With the reference number' })
  verificationNumber?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When it was submitted: the window begins. Needed with the first numbers; a new version keeps that of the first',
  })
  submittedAt?: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was rejected' })
  rejectionReason?: string | null;

  @Field(() => Int, { nullable: true, description: 'The version that was read; another one now is a VersionConflict' })
  version?: number | null;
}
