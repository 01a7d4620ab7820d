import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { newPartyInput, partyListing, partyPatch, type PartyKind } from '../../domain/party/partyInput.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure, VersionConflict } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import type { PartyService } from './partyService.ts';
import {
  CreatePartyInput,
  DeletePartyResult,
  PartyErased,
  PartyKindEnum,
  PartyPage,
  PartySaved,
  PartyType,
  UpdatePartyInput,
  UpdatePartyResult,
} from './partyTypes.ts';

interface Services {
  parties: PartyService;
}

/** Buyers and representatives. */
@Resolver()
export class PartyResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => PartyPage, {
    description:
      'Buyers and representatives by name, for those who see all lots or manage parties. ' +
      'Example: `{ parties(search: "kakao", kind: buyer) { parties { name country eori } } }`',
  })
  async parties(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('search', () => String, { nullable: true, description: 'Looks in names and EORI numbers' })
    search: string | null | undefined,
    @Arg('kind', () => PartyKindEnum, { nullable: true, description: 'Parties of this kind alone' })
    kind: PartyKind | null | undefined,
  ): Promise<PartyPage> {
    const listing = parseArguments(caller, partyListing, {
      ...parsePage(page, limit),
      search: search ?? undefined,
      kind: kind ?? undefined,
    });
    return this.#services.parties.list(caller, listing);
  }

  @Query(() => PartyType, {
    nullable: true,
    description:
      'One party, also an erased one; null for none. Example: `query ($id: ID!) { party(id: $id) { name version } }`',
  })
  party(
    @Arg('id', () => ID, { description: 'UUID of the party' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<PartyType | null> {
    return this.#services.parties.find(caller, id);
  }

  @Mutation(() => PartyType, {
    description:
      'Adds a buyer or representative. ' +
      'Example: `mutation { createParty(input: { kind: buyer, name: "Kakao Trade GmbH", country: "DE" }) { id } }`',
  })
  async createParty(
    @Arg('input', () => CreatePartyInput, { description: 'The new party' }) input: CreatePartyInput,
    @Ctx() { caller, info }: Context,
  ): Promise<PartyType> {
    return this.#services.parties.create(caller, parseArguments(caller, newPartyInput, { ...input }), info);
  }

  @Mutation(() => UpdatePartyResult, {
    description:
      'Changes a party. ' +
      'Example: `mutation ($id: ID!) { updateParty(id: $id, input: { eori: "DE1234567", version: 1 }) { ' +
      '... on PartySaved { party { version } } ... on Failure { message } } }`',
  })
  updateParty(
    @Arg('id', () => ID, { description: 'UUID of the party' }) id: string,
    @Arg('input', () => UpdatePartyInput, { description: 'What changes' }) input: UpdatePartyInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof UpdatePartyResult> {
    // Null means the same as leaving out: nothing of a party can be null.
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
    return orFailure([NotFound, VersionConflict], async () => {
      const patch = parseArguments(caller, partyPatch, given);
      return Object.assign(new PartySaved(), { party: await this.#services.parties.update(caller, id, patch, info) });
    });
  }

  @Mutation(() => DeletePartyResult, {
    description:
      'Erases all values of a party for good; its id stays. ' +
      'Example: `mutation ($id: ID!) { deleteParty(id: $id) { ... on PartyErased { erased } ... on Failure { message } } }`',
  })
  deleteParty(
    @Arg('id', () => ID, { description: 'UUID of the party' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof DeletePartyResult> {
    return orFailure([NotFound], async () => {
      await this.#services.parties.erase(caller, id, info);
      return Object.assign(new PartyErased(), { erased: true });
    });
  }
}
