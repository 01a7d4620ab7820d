import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Role } from '../../domain/access/permissions.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { RoleEnum } from '../../platform/graphql/enums.ts';
import { LastAdmin, NotFound, orFailure, UsernameTaken } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import {
  CreateUserInput,
  CreateUserResult,
  MakeResetLinkResult,
  ResetLink,
  SetUserPasswordResult,
  staffUser,
  UpdateUserInput,
  UpdateUserResult,
  UserPage,
} from './userTypes.ts';
import { userListing, type UserManagement } from './userManagement.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { changeUserInput, createUserInput, setPasswordInput } from '../../domain/access/accountInput.ts';

interface Services {
  userManagement: UserManagement;
}

/** Accounts, for those who manage them. */
@Resolver()
export class UserResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => UserPage, {
    description:
      'The accounts that the caller may manage, by user name: all, or farmers and processors for an auditor. ' +
      'Example: `{ users(role: farmer) { users { username farmId disabled } } }`',
  })
  async users(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('role', () => RoleEnum, { nullable: true, description: 'Accounts of this role alone' })
    role: Role | null | undefined,
    @Arg('disabled', () => Boolean, {
      nullable: true,
      description: 'True: disabled accounts alone; false: enabled ones alone',
    })
    disabled: boolean | null | undefined,
    @Arg('search', () => String, { nullable: true, description: 'Looks in user names and names' })
    search: string | null | undefined,
  ): Promise<UserPage> {
    const listing = parseArguments(caller, userListing, {
      ...parsePage(page, limit),
      role: role ?? undefined,
      disabled: disabled ?? undefined,
      search: search ?? undefined,
    });
    const { users, pagination } = await this.#services.userManagement.list(caller, listing);
    return { users: users.map(staffUser), pagination };
  }

  @Mutation(() => CreateUserResult, {
    description:
      'Adds an account; an auditor adds farmers and processors. ' +
      'Example: `mutation ($input: CreateUserInput!) { createUser(input: $input) { ... on StaffUser { id } ... ' +
      'on Failure { message } } }`',
  })
  createUser(
    @Arg('input', () => CreateUserInput, { description: 'The new account' }) input: CreateUserInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof CreateUserResult> {
    return orFailure([UsernameTaken], async () =>
      staffUser(
        await this.#services.userManagement.create(caller, parseArguments(caller, createUserInput, { ...input }), info),
      ),
    );
  }

  @Mutation(() => UpdateUserResult, {
    description:
      'Changes or disables an account; the last enabled admin stays one. ' +
      'Example: `mutation ($id: ID!) { updateUser(id: $id, input: { disabled: true }) { ... on StaffUser { ' +
      'disabled } ... on Failure { message } } }`',
  })
  updateUser(
    @Arg('id', () => ID, { description: 'UUID of the account' }) id: string,
    @Arg('input', () => UpdateUserInput, { description: 'What changes' }) input: UpdateUserInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof UpdateUserResult> {
    // Null means the same as leaving out: nothing of an account can be null.
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
    return orFailure([NotFound, LastAdmin], async () =>
      staffUser(
        await this.#services.userManagement.change(caller, id, parseArguments(caller, changeUserInput, given), info),
      ),
    );
  }

  @Mutation(() => SetUserPasswordResult, {
    description:
      'Gives an account another password and ends its sessions. ' +
      'Example: `mutation ($id: ID!, $new: String!) { setUserPassword(id: $id, newPassword: $new) { ... on ' +
      'StaffUser { id } ... on Failure { message } } }`',
  })
  setUserPassword(
    @Arg('id', () => ID, { description: 'UUID of the account' }) id: string,
    @Arg('newPassword', () => String, { description: 'At least 8 characters' }) newPassword: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof SetUserPasswordResult> {
    return orFailure([NotFound], async () =>
      staffUser(
        await this.#services.userManagement.setPassword(
          caller,
          id,
          parseArguments(caller, setPasswordInput, { newPassword }),
          info,
        ),
      ),
    );
  }

  @Mutation(() => MakeResetLinkResult, {
    description:
      'Makes a link by which the person sets a new password: mailed to the account (an hour), or shown by this answer alone (24 hours). ' +
      'Example: `mutation ($id: ID!) { makeResetLink(id: $id, byMail: false) { ... on ResetLink { link } } }`',
  })
  makeResetLink(
    @Arg('id', () => ID, { description: 'UUID of the account' }) id: string,
    @Arg('byMail', () => Boolean, { defaultValue: false, description: 'Mail it; otherwise the answer shows it' })
    byMail: boolean,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof MakeResetLinkResult> {
    return orFailure([NotFound], async () =>
      Object.assign(new ResetLink(), await this.#services.userManagement.resetLink(caller, id, { byMail }, info)),
    );
  }
}
