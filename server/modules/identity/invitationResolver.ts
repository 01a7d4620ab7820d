import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { acceptInvitationInput, inviteInput, openInvitationInput } from '../../domain/access/invitationInput.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure, TooManyAttempts, UsernameTaken } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import type { Invitations } from './invitations.ts';
import {
  AcceptedInvitationType,
  AcceptInvitationResult,
  CreatedInvitation,
  InvitationPage,
  InviteInput,
  OpenInvitationResult,
  OpenInvitationType,
  RenewInvitationResult,
  RevokedInvitation,
  RevokeInvitationResult,
} from './invitationTypes.ts';

interface Services {
  invitations: Invitations;
}

/** Invitations: for those who manage accounts, and for whoever holds a link. */
@Resolver()
export class InvitationResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => InvitationPage, {
    description:
      'Open invitations of the roles that the caller may give, newest first. ' +
      'Example: `{ invitations { invitations { name role expiresAt mail } } }`',
  })
  invitations(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<InvitationPage> {
    return this.#services.invitations.list(caller, parsePage(page, limit));
  }

  @Mutation(() => CreatedInvitation, {
    description:
      'Invites somebody to an account, by mail or by a link that this answer alone shows; an auditor invites farmers and processors. ' +
      'Example: `mutation { inviteUser(input: { name: "Joseph Wemin", role: processor }) { link } }`',
  })
  async inviteUser(
    @Arg('input', () => InviteInput, { description: 'Who is invited' }) input: InviteInput,
    @Ctx() { caller, info }: Context,
  ): Promise<CreatedInvitation> {
    return this.#services.invitations.invite(caller, parseArguments(caller, inviteInput, { ...input }), info);
  }

  @Mutation(() => RenewInvitationResult, {
    description:
      'Makes another link of an invitation, for seven days again; the earlier one ends. ' +
      'Example: `mutation ($id: ID!) { renewInvitation(id: $id, byMail: false) { ... on CreatedInvitation { link } } }`',
  })
  renewInvitation(
    @Arg('id', () => ID, { description: 'UUID of the invitation' }) id: string,
    @Arg('byMail', () => Boolean, { defaultValue: false, description: 'Mail it; otherwise the answer shows it' })
    byMail: boolean,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof RenewInvitationResult> {
    return orFailure([NotFound], async () =>
      Object.assign(new CreatedInvitation(), await this.#services.invitations.renew(caller, id, { byMail }, info)),
    );
  }

  @Mutation(() => RevokeInvitationResult, {
    description:
      'Ends an invitation: its link opens nothing any more. ' +
      'Example: `mutation ($id: ID!) { revokeInvitation(id: $id) { ... on RevokedInvitation { revoked } } }`',
  })
  revokeInvitation(
    @Arg('id', () => ID, { description: 'UUID of the invitation' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof RevokeInvitationResult> {
    return orFailure([NotFound], async () => {
      await this.#services.invitations.revoke(caller, id, info);
      return Object.assign(new RevokedInvitation(), { revoked: true });
    });
  }

  @Query(() => OpenInvitationResult, {
    description:
      'What the link of an invitation opens; needs no sign-in. ' +
      'Example: `query ($token: String!) { openInvitation(token: $token) { ... on OpenInvitation { name role } } }`',
  })
  openInvitation(
    @Arg('token', () => String, { description: 'What stands behind the number sign of the link' }) token: string,
    @Ctx() { info }: Context,
  ): Promise<typeof OpenInvitationResult> {
    return orFailure([NotFound, TooManyAttempts], async () => {
      const given = parseInput(openInvitationInput, { token });
      return Object.assign(new OpenInvitationType(), await this.#services.invitations.open(given.token, info));
    });
  }

  @Mutation(() => AcceptInvitationResult, {
    description:
      'Makes the account of an invitation with user name and password; needs no sign-in. ' +
      'Example: `mutation ($token: String!, $password: String!) { acceptInvitation(token: $token, username: "joseph", ' +
      'password: $password) { ... on AcceptedInvitation { username } ... on Failure { message } } }`',
  })
  acceptInvitation(
    @Arg('token', () => String, { description: 'What stands behind the number sign of the link' }) token: string,
    @Arg('username', () => String, { description: '3 to 40 letters, digits, dots, dashes or underscores' })
    username: string,
    @Arg('password', () => String, { description: 'At least 8 characters' }) password: string,
    @Ctx() { info }: Context,
  ): Promise<typeof AcceptInvitationResult> {
    return orFailure([NotFound, UsernameTaken, TooManyAttempts], async () => {
      const given = parseInput(acceptInvitationInput, { token, username, password });
      const user = await this.#services.invitations.accept(given, info);
      return Object.assign(new AcceptedInvitationType(), { username: user.username });
    });
  }
}
