import { createUnionType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { AlertSeverity, AlertStatus, AlertTask, AlertType } from '../../domain/alert/alerts.ts';
import { AlertStepNotAllowed, NotFound } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { MessageType, SENTENCES } from '../../platform/graphql/messageType.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import type { AlertView } from './alertAnswerSchemas.ts';
import { AlertStatusEnum, enumOf } from '../../platform/graphql/enums.ts';

const AlertTypeEnum = enumOf<AlertType>('AlertType', 'What an alert is about', {
  deforestation: 'Tree cover loss after 31 December 2020',
  land_use_change: 'The land is used otherwise than before',
  fire: 'Fire at or near the place',
  other: 'Anything else',
});
export const AlertSeverityEnum = enumOf<AlertSeverity>('AlertSeverity', 'How bad an alert is', {
  high: 'To be seen to first',
  medium: 'Between the two',
  low: 'To be seen to last',
});
const AlertTaskEnum = enumOf<AlertTask>('AlertTask', 'Open alerts by whose they are to look into, and until when', {
  mine: 'Assigned to whoever asks',
  due_soon: 'The last day is today or within 7 days',
  overdue: 'The last day is over',
});

@ObjectType({ description: 'The lot of an alert, in short' })
export class AlertLot {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  farmerName!: string | null;

  @Field(() => String, { nullable: true, description: 'Upper-case, e.g. FARM001; null once erased' })
  farmId!: string | null;
}

/** Not named after the GraphQL type, because `AlertType` is the subject of an alert. */
@ObjectType('Alert', { description: 'A finding on a lot that a person has to see to' })
export class AlertObject implements AlertView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => AlertTypeEnum, { description: 'What was found' })
  type!: AlertType;

  @Field(() => AlertSeverityEnum, { description: 'How bad it is' })
  severity!: AlertSeverity;

  @Field(() => AlertStatusEnum, { description: 'How far people are with it' })
  status!: AlertStatus;

  @Field(() => String, { description: 'What was found, in a line' })
  title!: string;

  @Field(() => String, { description: 'What was found, in sentences' })
  description!: string;

  @Field(() => MessageType, { description: 'What the title says' })
  titleSaid!: MessageType;

  @Field(() => [MessageType], { description: `${SENTENCES} the description` })
  descriptionSaid!: MessageType[];

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => AlertLot, { description: 'The lot that it is about' })
  lot!: AlertLot;

  @Field(() => Float, { nullable: true, description: 'Degrees, WGS 84; null once erased' })
  latitude!: number | null;

  @Field(() => Float, { nullable: true, description: 'Degrees, WGS 84; null once erased' })
  longitude!: number | null;

  @Field(() => DateTime, { description: 'When it was raised' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it last changed' })
  updatedAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'Null until somebody looks after it' })
  acknowledgedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was resolved or dismissed; null while it is open' })
  closedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account that closed it; null while it is open, and once that account was erased',
  })
  closedBy!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What was noted when it was resolved, or the reason of its dismissal',
  })
  note!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "What a resolving person concluded: 'No Deforestation' or 'Deforestation Detected'; null without a conclusion",
  })
  outcome!: AlertView['outcome'];

  @Field(() => String, { nullable: true, description: 'Name of the account that is to look into it; null: nobody yet' })
  assignee!: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Last day for that; null without one' })
  dueOn!: string | null;
}

@ObjectType({ description: 'One page of alerts' })
export class AlertPage {
  @Field(() => [AlertObject], { description: 'Newest first' })
  alerts!: AlertObject[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'How many there are of one kind' })
export class CountOf {
  @Field(() => String, { description: 'The kind' })
  name!: string;

  @Field(() => Int, { description: 'How many' })
  count!: number;
}

@ObjectType({ description: 'Counts of the alerts in sight' })
export class AlertStats {
  @Field(() => Int, { description: 'All alerts in sight' })
  total!: number;

  @Field(() => Int, { description: 'Alerts that nobody looks after yet' })
  active!: number;

  @Field(() => [CountOf], { description: 'By state, also where it is 0' })
  byStatus!: CountOf[];

  @Field(() => [CountOf], { description: 'By severity, also where it is 0' })
  bySeverity!: CountOf[];

  @Field(() => [CountOf], { description: 'By kind, also where it is 0' })
  byType!: CountOf[];

  @Field(() => Float, {
    nullable: true,
    description: 'Hours from raised to first answered; null when nothing was answered yet',
  })
  averageResponseHours!: number | null;
}

@InputType('AlertFilter', { description: 'Alerts that fit all that is given' })
export class AlertFilterInput {
  @Field(() => AlertStatusEnum, { nullable: true, description: 'In this state' })
  status?: AlertStatus | null;

  @Field(() => AlertTypeEnum, { nullable: true, description: 'Of this kind' })
  type?: AlertType | null;

  @Field(() => AlertSeverityEnum, { nullable: true, description: 'Of this severity' })
  severity?: AlertSeverity | null;

  @Field(() => AlertTaskEnum, {
    nullable: true,
    description: 'Open ones, by whose they are to look into and until when',
  })
  task?: AlertTask | null;

  @Field(() => String, { nullable: true, description: 'Of lots of this farm, e.g. FARM001' })
  farmId?: string | null;

  @Field(() => String, { nullable: true, description: 'Of this lot: its UUID or its lot id, e.g. LOT701' })
  lotId?: string | null;
}

@ObjectType('AlertPlace', { description: 'Active alerts of one farm that lie close together' })
export class AlertClusterType {
  @Field(() => String, { nullable: true, description: 'Upper-case, e.g. FARM001; null once erased' })
  farmId!: string | null;

  @Field(() => Float, { description: 'Degrees, WGS 84; in the middle of the alerts' })
  latitude!: number;

  @Field(() => Float, { description: 'Degrees, WGS 84; in the middle of the alerts' })
  longitude!: number;

  @Field(() => Int, { description: 'How many alerts are active there' })
  count!: number;

  @Field(() => AlertSeverityEnum, { description: 'The gravest of them' })
  severity!: AlertSeverity;

  @Field(() => String, { description: 'The lot of the newest of them, e.g. LOT701' })
  newestLotId!: string;

  @Field(() => DateTime, { description: 'When the newest of them was raised' })
  newestAt!: string;
}

@ObjectType({ description: 'Where the active alerts in sight are' })
export class AlertPlaces {
  @Field(() => [AlertClusterType], { description: 'At most 200, those with most alerts first' })
  places!: AlertClusterType[];

  @Field(() => Int, {
    description: 'Active alerts that are at none of these places: without a place, or beyond the 200',
  })
  elsewhere!: number;
}

@ObjectType({ description: 'How the lots that alerts are about stand, so that a list without alerts can say why' })
export class WatchedLots {
  @Field(() => Int, { description: 'All lots in sight' })
  total!: number;

  @Field(() => Int, { description: "Lots with the status 'No Deforestation'" })
  compliant!: number;

  @Field(() => Int, { description: "Lots with the status 'Pending Review'" })
  pending!: number;

  @Field(() => Int, { description: 'Lots that no satellite check has come to a conclusion about' })
  neverChecked!: number;

  @Field(() => DateTime, { nullable: true, description: 'The last conclusive check of any of them; null without one' })
  lastCheckedAt!: string | null;
}

@ObjectType({ description: 'The step was done' })
export class AlertUpdated {
  @Field(() => AlertObject, { description: 'The alert as it is now' })
  alert!: AlertObject;
}

@ObjectType({ description: 'What came of a step on several alerts' })
export class AlertsUpdated {
  @Field(() => Int, { description: 'How many alerts changed; those that were there already do not count' })
  updated!: number;

  @Field(() => [ID], { description: 'Alerts that do not exist or are out of sight' })
  notFound!: string[];
}

export const AlertResult = createUnionType({
  name: 'AlertResult',
  description: 'What a step on an alert may answer',
  types: () => [AlertUpdated, NotFound, AlertStepNotAllowed] as const,
});

export const UpdateAlertsResult = createUnionType({
  name: 'UpdateAlertsResult',
  description: 'What a step on several alerts may answer',
  types: () => [AlertsUpdated, AlertStepNotAllowed] as const,
});
