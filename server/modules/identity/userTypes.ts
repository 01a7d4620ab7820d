import { createUnionType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Role } from '../../domain/access/permissions.ts';
import { RoleEnum } from '../../platform/graphql/enums.ts';
import { LastAdmin, NotFound, UsernameTaken } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { ManagedUser } from './userManagement.ts';

@ObjectType({ description: 'A staff account, as those see it who manage accounts' })
export class StaffUser {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'What the person logs in with; unique, compared without case' })
  username!: string;

  @Field(() => String, { description: 'As history and ledger name them' })
  name!: string;

  @Field(() => RoleEnum, { description: 'What they may do' })
  role!: Role;

  @Field(() => String, { description: 'Empty when none is kept' })
  email!: string;

  @Field(() => String, { description: 'Upper-case; empty for whoever belongs to no farm' })
  farmId!: string;

  @Field(() => Boolean, { description: 'A disabled account cannot log in; its sessions have ended' })
  disabled!: boolean;

  @Field(() => DateTime, { description: 'When the account was added' })
  createdAt!: Date;

  @Field(() => DateTime, { description: 'When others, or its owner, last changed it' })
  updatedAt!: Date;
}

@ObjectType({ description: 'One page of accounts' })
export class UserPage {
  @Field(() => [StaffUser], { description: 'By user name' })
  users!: StaffUser[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@InputType({ description: 'A new account' })
export class CreateUserInput {
  @Field(() => String, { description: '3 to 40 letters, digits, dots, dashes or underscores' })
  username!: string;

  @Field(() => String, { description: 'At most 120 characters' })
  name!: string;

  @Field(() => RoleEnum, { description: 'A farmer needs a farm' })
  role!: Role;

  @Field(() => String, { description: 'Empty to keep none', defaultValue: '' })
  email!: string;

  @Field(() => String, { description: 'Empty for whoever belongs to no farm', defaultValue: '' })
  farmId!: string;

  @Field(() => String, { description: 'At least 8 characters' })
  password!: string;
}

@InputType({ description: 'What changes of an account; what is left out stays' })
export class UpdateUserInput {
  @Field(() => String, { nullable: true, description: 'At most 120 characters' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Empty to keep none' })
  email?: string | null;

  @Field(() => RoleEnum, { nullable: true, description: "Holds from the user's next request on" })
  role?: Role | null;

  @Field(() => String, { nullable: true, description: 'Empty for whoever belongs to no farm' })
  farmId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True ends all sessions' })
  disabled?: boolean | null;
}

@ObjectType({ description: 'By the link the person sets a new password, once' })
export class ResetLink {
  @Field(() => String, { nullable: true, description: 'To hand over: it is not shown again. Null: it was mailed' })
  link!: string | null;
}

export const MakeResetLinkResult = createUnionType({
  name: 'MakeResetLinkResult',
  description: 'What making a link to a new password may answer',
  types: () => [ResetLink, NotFound] as const,
});

export const CreateUserResult = createUnionType({
  name: 'CreateUserResult',
  description: 'What adding an account may answer',
  types: () => [StaffUser, UsernameTaken] as const,
});

export const UpdateUserResult = createUnionType({
  name: 'UpdateUserResult',
  description: 'What changing an account may answer',
  types: () => [StaffUser, NotFound, LastAdmin] as const,
});

export const SetUserPasswordResult = createUnionType({
  name: 'SetUserPasswordResult',
  description: 'What giving an account another password may answer',
  types: () => [StaffUser, NotFound] as const,
});

export function staffUser(user: ManagedUser): StaffUser {
  return Object.assign(new StaffUser(), user);
}
