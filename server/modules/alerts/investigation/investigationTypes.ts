import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Role } from '../../../domain/access/permissions.ts';
import { RoleEnum } from '../../../platform/graphql/enums.ts';
import { NotFound } from '../../../platform/graphql/failures.ts';
import { CalendarDate, DateTime } from '../../../platform/graphql/scalars.ts';
import type { AssigneeView, CommentView, FileView, InvestigationView } from './investigationAnswers.ts';

@ObjectType({ description: 'What somebody wrote about an alert' })
export class AlertComment implements CommentView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { nullable: true, description: 'Name of the account or partner key; null once erased' })
  author!: string | null;

  @Field(() => String, { nullable: true, description: 'What was written; null once erased' })
  text!: string | null;

  @Field(() => DateTime, { description: 'When it was written' })
  writtenAt!: string;

  @Field(() => Boolean, { description: 'False: it was changed in the database' })
  sealed!: boolean;
}

@ObjectType({ description: 'A file that somebody added to an alert; GET /alerts/{id}/files/{fileId} gives it out' })
export class AlertFile implements FileView {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'What it is saved as' })
  name!: string;

  @Field(() => String, { description: 'What it is by its content, e.g. image/jpeg' })
  mediaType!: string;

  @Field(() => Int, { description: 'Bytes' })
  size!: number;

  @Field(() => String, { nullable: true, description: 'Name of the account or partner key; null once erased' })
  addedBy!: string | null;

  @Field(() => ID, { nullable: true, description: 'The account that added it; null for a partner key' })
  addedById!: string | null;

  @Field(() => DateTime, { description: 'When it was added' })
  addedAt!: string;

  @Field(() => Boolean, { description: 'False: it was changed in the database' })
  sealed!: boolean;
}

@ObjectType({ description: 'What people do about an alert between its being raised and its being closed' })
export class AlertInvestigation implements InvestigationView {
  @Field(() => ID, { description: 'UUID of the alert' })
  alertId!: string;

  @Field(() => ID, { nullable: true, description: 'The account that is to look into it; null: nobody yet' })
  assigneeId!: string | null;

  @Field(() => String, { nullable: true, description: 'Its name; null: nobody yet' })
  assignee!: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Last day for it; null without one' })
  dueOn!: string | null;

  @Field(() => [AlertComment], { description: 'Oldest first; at most 200' })
  comments!: AlertComment[];

  @Field(() => [AlertFile], { description: 'Oldest first; at most 20' })
  files!: AlertFile[];
}

@ObjectType({ description: 'An account that may be asked to look into an alert' })
export class AlertAssignee implements AssigneeView {
  @Field(() => ID, { description: 'UUID of the account' })
  id!: string;

  @Field(() => String, { description: 'Its name' })
  name!: string;

  @Field(() => RoleEnum, { description: 'Its role' })
  role!: Role;
}

@ObjectType({ description: 'It was done' })
export class InvestigationUpdated {
  @Field(() => AlertInvestigation, { description: 'How far people are with the alert now' })
  investigation!: AlertInvestigation;
}

export const InvestigationResult = createUnionType({
  name: 'InvestigationResult',
  description: 'What a step of an investigation may answer',
  types: () => [InvestigationUpdated, NotFound] as const,
});
