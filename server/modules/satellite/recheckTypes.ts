import { Field, Int, ObjectType } from 'type-graphql';
import type { RecheckClass } from '../../domain/forest/recheck.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { RecheckProgressView, SourceView } from './recheckProgress.ts';

@ObjectType('SatelliteSource', { description: 'The source of satellite data, and whether it can be reached' })
export class SatelliteSourceType implements SourceView {
  @Field(() => String, { description: "'hansen', 'gfw', 'hansen+gfw' or 'sample' (made up for demonstration)" })
  driver!: string;

  @Field(() => String, {
    description: 'Names and versions of its data: when they change, every lot is checked again',
  })
  data!: string;

  @Field(() => String, { description: "'reachable' or 'away'" })
  status!: SourceView['status'];

  @Field(() => DateTime, { nullable: true, description: 'Null while it is reachable' })
  awaySince!: string | null;

  @Field(() => [MessageType], { description: 'That it is away, and why; empty while it is reachable' })
  said!: MessageType[];
}

@ObjectType('RecheckClassDue', { description: 'Lots of one class whose next check is due' })
export class RecheckClassDue {
  @Field(() => String, {
    description:
      "'open_alert', 'high_risk' (country, Implementing Regulation (EU) 2025/1093), 'to_be_shipped' (with its next stage) or 'other'",
  })
  name!: RecheckClass;

  @Field(() => Int, { description: 'Lots' })
  due!: number;
}

@ObjectType('RecheckProgress', { description: 'How far checking lots again by satellite has come' })
export class RecheckProgressType implements RecheckProgressView {
  @Field(() => Int, { description: 'Lots whose next check is due, those that are queued included' })
  due!: number;

  @Field(() => Int, { description: 'Of these, those that were due more than a day ago' })
  overdue!: number;

  @Field(() => [RecheckClassDue], { description: 'By class, in the order in which they are checked' })
  classes!: RecheckClassDue[];

  @Field(() => DateTime, { nullable: true, description: 'When the newest check of any lot ended' })
  lastCheckAt!: string | null;

  @Field(() => Int, { description: 'Checks that ended in the last hour, whoever asked for them' })
  checksLastHour!: number;

  @Field(() => Int, { description: 'Places that checks by the clock read in a second at most' })
  readsPerSecond!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When what is due will be checked, at the pace of the last hour; null where it cannot be known',
  })
  doneAt!: string | null;

  @Field(() => SatelliteSourceType, { description: 'The source of the data' })
  source!: SatelliteSourceType;
}
