import { createUnionType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Role } from '../../domain/access/permissions.ts';
import { enumOf, RoleEnum } from '../../platform/graphql/enums.ts';
import { NotFound, TooManyAttempts, UsernameTaken } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { InvitationMail } from './accountMail.ts';

const InvitationMailEnum = enumOf<InvitationMail>('InvitationMail', 'How far the mail of an invitation is', {
  none: 'Its link is handed over by hand',
  waiting: 'It is to be sent',
  sent: 'The mail server took it',
  failed: 'The mail server refused it',
});

@ObjectType({ description: 'An open invitation to an account' })
export class Invitation {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'Of the person' })
  name!: string;

  @Field(() => RoleEnum, { description: 'That the account will have' })
  role!: Role;

  @Field(() => String, { description: 'Empty when none is kept' })
  email!: string;

  @Field(() => String, { description: 'Upper-case; empty for whoever belongs to no farm' })
  farmId!: string;

  @Field(() => String, { description: 'Name of the account that invites' })
  invitedBy!: string;

  @Field(() => DateTime, { description: 'When it was made' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'Its link opens nothing from then on' })
  expiresAt!: Date;

  @Field(() => InvitationMailEnum, { description: 'How far its mail is' })
  mail!: InvitationMail;
}

@ObjectType({ description: 'One page of open invitations' })
export class InvitationPage {
  @Field(() => [Invitation], { description: 'Newest first, expired ones too' })
  invitations!: Invitation[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;

  @Field(() => Boolean, { description: 'False: this server sends no mail, links are handed over' })
  mailOffered!: boolean;
}

@ObjectType({ description: 'An invitation with its link' })
export class CreatedInvitation {
  @Field(() => Invitation, { description: 'What the list shows of it' })
  invitation!: Invitation;

  @Field(() => String, { nullable: true, description: 'To hand over: it is not shown again. Null: it was mailed' })
  link!: string | null;
}

@ObjectType({ description: 'The link opens nothing any more' })
export class RevokedInvitation {
  @Field(() => Boolean, { description: 'Always true' })
  revoked!: boolean;
}

@ObjectType('OpenInvitation', { description: 'What the link of an invitation shows' })
export class OpenInvitationType {
  @Field(() => String, { description: 'Of the person' })
  name!: string;

  @Field(() => RoleEnum, { description: 'That the account will have' })
  role!: Role;

  @Field(() => String, { description: 'Upper-case; empty for whoever belongs to no farm' })
  farmId!: string;

  @Field(() => String, { description: 'Name of the account that invites' })
  invitedBy!: string;
}

@ObjectType('AcceptedInvitation', { description: 'The account was made: log in with it' })
export class AcceptedInvitationType {
  @Field(() => String, { description: 'What the person logs in with' })
  username!: string;
}

@InputType({ description: 'Who is invited' })
export class InviteInput {
  @Field(() => String, { description: 'At most 120 characters' })
  name!: string;

  @Field(() => RoleEnum, { description: 'A farmer needs a farm' })
  role!: Role;

  @Field(() => String, { description: 'Empty to keep none', defaultValue: '' })
  email!: string;

  @Field(() => String, { description: 'Empty for whoever belongs to no farm', defaultValue: '' })
  farmId!: string;

  @Field(() => Boolean, {
    description: 'Mail the link to the address; otherwise the answer shows it',
    defaultValue: false,
  })
  byMail!: boolean;
}

export const RenewInvitationResult = createUnionType({
  name: 'RenewInvitationResult',
  description: 'What renewing an invitation may answer',
  types: () => [CreatedInvitation, NotFound] as const,
});

export const RevokeInvitationResult = createUnionType({
  name: 'RevokeInvitationResult',
  description: 'What revoking an invitation may answer',
  types: () => [RevokedInvitation, NotFound] as const,
});

export const OpenInvitationResult = createUnionType({
  name: 'OpenInvitationResult',
  description: 'What the link of an invitation may show',
  types: () => [OpenInvitationType, NotFound, TooManyAttempts] as const,
});

export const AcceptInvitationResult = createUnionType({
  name: 'AcceptInvitationResult',
  description: 'What accepting an invitation may answer',
  types: () => [AcceptedInvitationType, NotFound, UsernameTaken, TooManyAttempts] as const,
});
