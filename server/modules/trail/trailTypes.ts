import { Field, ID, ObjectType } from 'type-graphql';
import type { Stage } from '../../domain/lot/stages.ts';
import { ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { HistoryState } from '../lots/lotHistory.ts';
import { HistoryStateEnum } from '../lots/lotEnums.ts';
import { FieldChange } from '../lots/lotTypes.ts';
import type { TrailEntry, TrailPage, TrailSubject } from './lotTrail.ts';

@ObjectType('TrailSubject', { simpleResolvers: true, description: 'What an entry of a trail is about beside the lot' })
export class TrailSubjectType implements TrailSubject {
  @Field(() => String, { description: "'alert', 'document' or 'consignment'" })
  kind!: TrailSubject['kind'];

  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Number of a consignment, title of a document; null for an alert, and once erased',
  })
  name!: string | null;
}

@ObjectType('TrailEntry', { simpleResolvers: true, description: 'Something that happened to a lot' })
export class TrailEntryType implements TrailEntry {
  @Field(() => ID, { description: 'Unique within the trail' })
  id!: string;

  @Field(() => DateTime, { description: 'When it happened' })
  at!: string;

  @Field(() => String, { description: "Of the history, e.g. 'stage', or of the audit table, e.g. 'alert.commented'" })
  action!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person or partner key; null for the program, and once erased',
  })
  actor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Role of the actor then; null where the history does not name it',
  })
  role!: string | null;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'The stage that it set; null when it set none' })
  stage!: Stage | null;

  @Field(() => [FieldChange], { description: 'The fields of the lot that it set or erased' })
  changes!: FieldChange[];

  @Field(() => TrailSubjectType, {
    nullable: true,
    description: 'An alert, a document or a consignment; null for none',
  })
  subject!: TrailSubject | null;

  @Field(() => String, {
    nullable: true,
    description: 'What was written, or the name of a file, of the assigned person, or of a format; null once erased',
  })
  text!: string | null;

  @Field(() => HistoryStateEnum, { description: 'Whether ledger or seal hold it as the database has it' })
  state!: HistoryState;
}

@ObjectType('TrailPage', { simpleResolvers: true, description: 'One page of the trail of a lot' })
export class TrailPageType implements TrailPage {
  @Field(() => [TrailEntryType], { description: 'Newest first' })
  entries!: TrailEntry[];

  @Field(() => String, { nullable: true, description: 'For `before` of the next page; null after the last one' })
  next!: string | null;
}
