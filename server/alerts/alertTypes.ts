import { createUnionType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { AlertSeverity, AlertStatus, AlertType } from '../domain/alerts.ts';
import { AlertSeverityEnum, AlertStatusEnum, AlertTypeEnum } from '../graphql/enums.ts';
import { AlertStepNotAllowed, NotFound } from '../graphql/failures.ts';
import { PaginationObject } from '../graphql/pagination.ts';
import { DateTime } from '../graphql/scalars.ts';

@ObjectType()
export class AlertLot {
  @Field(() => String)
  lotId!: string;

  @Field(() => String, { nullable: true })
  farmerName!: string | null;
}

/** Not named after the GraphQL type, because `AlertType` is what an alert is about. */
@ObjectType('Alert')
export class AlertObject {
  @Field(() => ID)
  id!: string;

  @Field(() => AlertTypeEnum)
  type!: AlertType;

  @Field(() => AlertSeverityEnum)
  severity!: AlertSeverity;

  @Field(() => AlertStatusEnum)
  status!: AlertStatus;

  @Field(() => String)
  title!: string;

  @Field(() => String)
  description!: string;

  @Field(() => String)
  lotId!: string;

  @Field(() => AlertLot, { nullable: true })
  lot!: AlertLot | null;

  @Field(() => Float, { nullable: true })
  latitude!: number | null;

  @Field(() => Float, { nullable: true })
  longitude!: number | null;

  @Field(() => DateTime)
  createdAt!: string;

  @Field(() => DateTime)
  updatedAt!: string;

  @Field(() => DateTime, { nullable: true })
  acknowledgedAt!: string | null;

  @Field(() => DateTime, { nullable: true })
  closedAt!: string | null;

  @Field(() => String, { nullable: true })
  closedBy!: string | null;

  @Field(() => String, { nullable: true })
  note!: string | null;

  @Field(() => String, { nullable: true })
  outcome!: string | null;
}

@ObjectType()
export class AlertPage {
  @Field(() => [AlertObject])
  alerts!: AlertObject[];

  @Field(() => PaginationObject)
  pagination!: PaginationObject;
}

@ObjectType()
export class CountOf {
  @Field(() => String)
  name!: string;

  @Field(() => Int)
  count!: number;
}

@ObjectType()
export class AlertStats {
  @Field(() => Int)
  total!: number;

  @Field(() => Int)
  active!: number;

  @Field(() => [CountOf])
  byStatus!: CountOf[];

  @Field(() => [CountOf])
  bySeverity!: CountOf[];

  @Field(() => [CountOf])
  byType!: CountOf[];

  @Field(() => Float, {
    nullable: true,
    description: 'hours from raised to first answered; null when nothing was answered yet',
  })
  averageResponseHours!: number | null;
}

@InputType()
export class AlertFilter {
  @Field(() => AlertStatusEnum, { nullable: true })
  status?: AlertStatus | null;

  @Field(() => AlertTypeEnum, { nullable: true })
  type?: AlertType | null;

  @Field(() => AlertSeverityEnum, { nullable: true })
  severity?: AlertSeverity | null;
}

@ObjectType()
export class AlertUpdated {
  @Field(() => AlertObject)
  alert!: AlertObject;
}

@ObjectType()
export class AlertsUpdated {
  @Field(() => Int)
  updated!: number;

  @Field(() => [ID])
  notFound!: string[];
}

export const AlertResult = createUnionType({
  name: 'AlertResult',
  types: () => [AlertUpdated, NotFound, AlertStepNotAllowed] as const,
});
