import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import type { AuditVerdict } from './auditVerdicts.ts';
import { enumOf } from '../../platform/graphql/enums.ts';

const AuditVerdictEnum = enumOf<AuditVerdict>('AuditVerdict', 'What a line of the audit table is worth', {
  whole: "Its seal is the program's, and the chain holds it as it is",
  waiting:
    "Its seal is the program's, and it is to be chained within the minute; deleted before that, it is not missed",
  unchained: "Its seal is the program's, and its portion of the chain does not check out, or holds it otherwise",
  changed: 'It is not as the program wrote it: nothing that it says counts',
});

@ObjectType('AuditThing', {
  simpleResolvers: true,
  description: 'Somebody or something that a line of the audit table names',
})
export class AuditReferenceType {
  @Field(() => String, { description: "'user', 'key', 'lot', 'alert', 'report', 'erasure', 'session' or 'event'" })
  kind!: string;

  @Field(() => ID, { nullable: true, description: 'Null for the program itself and for whoever was not signed in' })
  id!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'User name, name of the key, lot id, plot name, title or number, as they are now; null where there is none, and once erased',
  })
  name!: string | null;

  @Field(() => Boolean, { description: 'It had a name, which was erased with the data of a person' })
  erased!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'A detail of a line: ids, names of fields, figures' })
export class AuditDetail {
  @Field(() => String, { description: "E.g. 'from', 'to', 'fields'" })
  name!: string;

  @Field(() => [String], { description: 'As texts' })
  values!: string[];

  @Field(() => [String], {
    description: 'The same values, an id by what it names now: a user name, a lot id, the name of a plot',
  })
  names!: string[];
}

@ObjectType('AuditTold', { simpleResolvers: true, description: 'What a line of the audit table says' })
export class AuditLineContentType {
  @Field(() => DateTime, { description: 'When it was done' })
  at!: string;

  @Field(() => String, { description: "The actor's role then; 'system' or 'anonymous' where there was none" })
  role!: string;

  @Field(() => AuditReferenceType, { description: 'Who did it' })
  actor!: AuditReferenceType;

  @Field(() => String, { description: "E.g. 'user.role-changed'" })
  action!: string;

  @Field(() => AuditReferenceType, {
    nullable: true,
    description: 'To what; null where it is about nothing in particular',
  })
  subject!: AuditReferenceType | null;

  @Field(() => [AuditDetail], { description: 'No value of a person stands in them' })
  details!: AuditDetail[];

  @Field(() => String, { nullable: true, description: 'Of the request; null for what no request asked for' })
  requestId!: string | null;

  @Field(() => Boolean, { description: 'Whether the request carried the consent header' })
  gdprConsent!: boolean;
}

@ObjectType('AuditLine', { simpleResolvers: true, description: 'A line of the audit table' })
export class AuditLineType {
  @Field(() => ID, { description: 'The number of its row' })
  id!: string;

  @Field(() => AuditVerdictEnum, {
    description: 'What it is worth: its seal and its place in the chain were checked now',
  })
  verdict!: AuditVerdict;

  @Field(() => AuditLineContentType, {
    nullable: true,
    description: 'Null where the line is not as the program wrote it',
  })
  told!: AuditLineContentType | null;
}

@ObjectType('AuditPage', { description: 'One page of the audit table' })
export class AuditPageType {
  @Field(() => [AuditLineType], { description: 'Newest first' })
  lines!: AuditLineType[];

  @Field(() => String, { nullable: true, description: 'For `before` of the next page; null after the last one' })
  next!: string | null;

  @Field(() => [ID], {
    description:
      'Numbers of rows that the chain has between these lines and the table has no more, newest first, at most 100; not ' +
      'looked for where a filter leaves lines out: the walk of the ledger looks at all of them',
  })
  missing!: string[];
}

@InputType({ description: 'Which lines of the audit table' })
export class AuditFilter {
  @Field(() => String, {
    nullable: true,
    description: "Who did it: the id of an account or of a partner key, a user name, or 'system'",
  })
  actor?: string | null;

  @Field(() => String, { nullable: true, description: "What was done, e.g. 'key.revoked'" })
  action?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'To what: its id, a lot id such as LOT701 (with its alerts, documents and consignments), or a user name',
  })
  subject?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'First day, UTC, included' })
  from?: string | null;

  @Field(() => CalendarDate, { nullable: true, description: 'Last day, UTC, included' })
  to?: string | null;
}
