import { createUnionType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { ConsignmentState } from '../../../domain/consignment/states.ts';
import type { DeforestationStatus } from '../../../domain/forest/deforestation.ts';
import type { Stage } from '../../../domain/lot/stages.ts';
import { ProcessStageEnum } from '../../../platform/graphql/enums.ts';
import { NotFound } from '../../../platform/graphql/failures.ts';
import { PaginationObject } from '../../../platform/graphql/pagination.ts';
import { DateTime } from '../../../platform/graphql/scalars.ts';
import { ConsignmentStateEnum } from '../consignmentTypes.ts';

@ObjectType({ simpleResolvers: true, description: 'A lot in a recall' })
export class RecallLot {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { description: "'origin' or 'derived'" })
  kind!: string;

  @Field(() => String, { nullable: true, description: 'Farm of an origin lot; null once erased, and of derived lots' })
  farmId!: string | null;

  @Field(() => Float, { description: 'kg' })
  weight!: number;

  @Field(() => ProcessStageEnum, { description: 'The stage that it is in' })
  currentProcess!: Stage;

  @Field(() => String, { description: "E.g. 'No Deforestation'" })
  deforestationStatus!: DeforestationStatus;
}

@ObjectType({ simpleResolvers: true, description: 'A consignment with affected beans' })
export class RecallConsignment {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'Its number' })
  number!: string;

  @Field(() => ConsignmentStateEnum, { description: 'How far it is' })
  state!: ConsignmentState;

  @Field(() => ID, { description: 'UUID of its buyer' })
  buyerId!: string;

  @Field(() => Float, { description: 'kg of affected lots in it' })
  weight!: number;

  @Field(() => [String], { description: 'Affected lots in it, at most 20' })
  lotIds!: string[];
}

@ObjectType({ simpleResolvers: true, description: 'Whom to inform' })
export class RecallBuyer {
  @Field(() => ID, { description: 'UUID of the party' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'For those who read parties; null: not known' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 3166-1 alpha-2' })
  country!: string | null;

  @Field(() => [String], { description: 'Numbers of the consignments' })
  consignments!: string[];
}

@ObjectType({
  description:
    'What beans of some lots went into, and where these came from; at most 1,000 lots of each kind and 1,000 consignments',
})
export class Recall {
  @Field(() => [RecallLot], { description: 'Lots that it begins with' })
  starts!: RecallLot[];

  @Field(() => Int, { description: 'How many these are' })
  startCount!: number;

  @Field(() => [RecallLot], { description: 'Lots that their beans went into' })
  descendants!: RecallLot[];

  @Field(() => Int, { description: 'How many these are' })
  descendantCount!: number;

  @Field(() => [RecallLot], { description: 'Lots that they were made of' })
  sources!: RecallLot[];

  @Field(() => Int, { description: 'How many these are' })
  sourceCount!: number;

  @Field(() => [RecallConsignment], { description: 'By number; at most 1,000' })
  consignments!: RecallConsignment[];

  @Field(() => Int, { description: 'How many these are' })
  consignmentCount!: number;

  @Field(() => [RecallBuyer], { description: 'Each once, of all consignments' })
  buyers!: RecallBuyer[];
}

@ObjectType({ description: 'What an alert reaches' })
export class AlertAffectedType {
  @Field(() => Int, { description: "Lots with beans of the alert's lot, this one among them" })
  lots!: number;

  @Field(() => [RecallConsignment], { description: 'By number; at most 1,000' })
  consignments!: RecallConsignment[];

  @Field(() => Int, { description: 'How many these are' })
  consignmentCount!: number;

  @Field(() => [RecallBuyer], { description: 'Each once, of all consignments' })
  buyers!: RecallBuyer[];
}

@ObjectType({ simpleResolvers: true, description: 'A buyer is to be informed of an alert' })
export class BuyerTask {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => ID, { description: 'UUID of the alert' })
  alertId!: string;

  @Field(() => String, { description: 'What was found' })
  alertTitle!: string;

  @Field(() => String, { description: 'The lot that the alert was raised on' })
  lotId!: string;

  @Field(() => ID, { description: 'UUID of the consignment' })
  consignmentId!: string;

  @Field(() => String, { description: 'Number of the consignment' })
  number!: string;

  @Field(() => ID, { description: 'UUID of the buyer' })
  buyerId!: string;

  @Field(() => String, { nullable: true, description: "The buyer's name; null once erased" })
  buyerName!: string | null;

  @Field(() => DateTime, { description: 'When the alert was raised, or the consignment shipped' })
  openedAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When the buyer was informed; null: not yet' })
  doneAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Who informed the buyer; null: not yet, or erased' })
  doneBy!: string | null;
}

@ObjectType({ description: 'One page of tasks' })
export class BuyerTaskPage {
  @Field(() => [BuyerTask], { description: 'The newest first' })
  tasks!: BuyerTask[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'The task as it is now' })
export class BuyerTaskSaved {
  @Field(() => BuyerTask, { description: 'Done' })
  task!: BuyerTask;
}

export const BuyerTaskResult = createUnionType({
  name: 'BuyerTaskResult',
  description: 'What completing a task may answer',
  types: () => [BuyerTaskSaved, NotFound] as const,
});
export const RecallResult = createUnionType({
  name: 'RecallResult',
  description: 'What a recall may answer',
  types: () => [Recall, NotFound] as const,
});
