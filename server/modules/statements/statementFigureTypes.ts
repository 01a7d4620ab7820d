import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { DeclarationVerdict } from '../../domain/statement/dueDiligenceRegistry.ts';
import type { StatementState } from '../../domain/statement/statement.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import {
  DeclarationVerdictEnum,
  RegistryDriverEnum,
  StatementStateEnum,
  type RegistryDriverName,
} from './statementEnums.ts';

@ObjectType({ simpleResolvers: true, description: 'A request to the registry, and its answer' })
export class StatementExchange {
  @Field(() => Int, { description: 'By which its texts are asked for' })
  id!: number;

  @Field(() => String, { description: 'Operation of API V3, e.g. submitDds' })
  operation!: string;

  @Field(() => Int, { nullable: true, description: 'HTTP status; null: no answer came' })
  status!: number | null;

  @Field(() => DateTime, { description: 'When it was sent' })
  at!: Date;
}

@ObjectType({ simpleResolvers: true, description: 'Where statements are filed' })
export class StatementRegistry {
  @Field(() => RegistryDriverEnum, { description: 'By which driver' })
  driver!: RegistryDriverName;

  @Field(() => Boolean, { description: 'Satellite checks come from sample data: nothing can be packed or filed' })
  sampleData!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'A number that a supplier gave, and what the registry said of it' })
export class SupplierDeclaration {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: '14 letters and digits' })
  referenceNumber!: string;

  @Field(() => String, { description: 'The number beside it' })
  verificationNumber!: string;

  @Field(() => DeclarationVerdictEnum, { description: 'What the registry said' })
  verdict!: DeclarationVerdict;

  @Field(() => DateTime, { description: 'When it was asked' })
  checkedAt!: Date;
}

@ObjectType({ description: 'One page of verified numbers' })
export class SupplierDeclarationPage {
  @Field(() => [SupplierDeclaration], { description: 'The newest first' })
  declarations!: SupplierDeclaration[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ simpleResolvers: true, description: 'How many statements are in a state' })
class StatementsInState {
  @Field(() => StatementStateEnum, { description: 'The state' })
  state!: StatementState;

  @Field(() => Int, { description: 'How many' })
  statements!: number;
}

@ObjectType({ simpleResolvers: true, description: 'How many origin lots have a deforestation status' })
class OriginsConcluded {
  @Field(() => String, { description: "E.g. 'No Deforestation'" })
  status!: string;

  @Field(() => Int, { description: 'How many' })
  origins!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What was filed or handed over in one calendar year, UTC' })
export class StatementSummary {
  @Field(() => Int, { description: 'The year' })
  year!: number;

  @Field(() => Int, { description: 'Statements, without parts and amended versions' })
  statements!: number;

  @Field(() => [StatementsInState], { description: 'The same by state' })
  byState!: StatementsInState[];

  @Field(() => Float, { description: 'kg, without withdrawn and rejected ones, as are the figures below' })
  netMass!: number;

  @Field(() => Int, { description: 'Consignments' })
  consignments!: number;

  @Field(() => Int, { description: 'Lots in these' })
  lots!: number;

  @Field(() => Int, { description: 'Origin lots of these' })
  origins!: number;

  @Field(() => Int, { description: 'Producers, counted in each statement' })
  producers!: number;

  @Field(() => Int, { description: 'Plots, counted in each statement' })
  plots!: number;

  @Field(() => [String], { description: 'Countries of production, ISO 3166-1 alpha-2' })
  countries!: string[];

  @Field(() => [OriginsConcluded], { description: 'Conclusions on the origin lots, as they stand now' })
  conclusions!: OriginsConcluded[];
}

@ObjectType('RetainedStatement', { simpleResolvers: true, description: 'A statement that is kept until a day' })
export class RetainedStatementType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => ID, { description: 'UUID of its consignment' })
  consignmentId!: string;

  @Field(() => String, { description: 'Number of its consignment' })
  consignmentNumber!: string;

  @Field(() => String, { description: 'Its internal reference' })
  internalReference!: string;

  @Field(() => String, { nullable: true, description: '14 letters and digits' })
  referenceNumber!: string | null;

  @Field(() => StatementStateEnum, { description: 'How far it is' })
  state!: StatementState;

  @Field(() => DateTime, { description: 'When it was submitted or handed over' })
  filedAt!: Date;

  @Field(() => DateTime, { description: 'Five years later' })
  retainedUntil!: Date;
}
