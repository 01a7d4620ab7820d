import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import {
  CreatedPartnerKey,
  CreatePartnerKeyInput,
  PartnerKeyPage,
  RevokedPartnerKey,
  RevokePartnerKeyResult,
} from './keyTypes.ts';
import type { KeyService } from './keyService.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { newKeyInput } from '../../domain/access/keyInput.ts';

interface Services {
  keys: KeyService;
}

/** Partner keys, for admins. */
@Resolver()
export class KeyResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => PartnerKeyPage, {
    description:
      'Partner keys, newest first; never the keys themselves. ' +
      'Example: `{ partnerKeys { keys { name prefix lastUsedAt } } }`',
  })
  partnerKeys(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 50, description: '1 to 100' }) limit: number,
  ): Promise<PartnerKeyPage> {
    return this.#services.keys.list(caller, parsePage(page, limit));
  }

  @Mutation(() => CreatedPartnerKey, {
    description:
      'Makes a partner key; the answer is the only one that shows it. ' +
      'Example: `mutation { createPartnerKey(input: { name: "Kakao Trade GmbH", role: processor }) { key ' +
      'partnerKey { id } } }`',
  })
  async createPartnerKey(
    @Arg('input', () => CreatePartnerKeyInput, { description: 'The new key' }) input: CreatePartnerKeyInput,
    @Ctx() { caller, info }: Context,
  ): Promise<CreatedPartnerKey> {
    return this.#services.keys.create(caller, parseArguments(caller, newKeyInput, { ...input }), info);
  }

  @Mutation(() => RevokePartnerKeyResult, {
    description:
      'Revokes a partner key for good. ' +
      'Example: `mutation ($id: ID!) { revokePartnerKey(id: $id) { ... on RevokedPartnerKey { revoked } } }`',
  })
  revokePartnerKey(
    @Arg('id', () => ID, { description: 'UUID of the key' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof RevokePartnerKeyResult> {
    return orFailure([NotFound], async () => {
      await this.#services.keys.revoke(caller, id, info);
      return Object.assign(new RevokedPartnerKey(), { revoked: true });
    });
  }
}
