import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import {
  CreatedWebHook,
  CreateWebHookInput,
  DisabledWebHook,
  DisableWebHookResult,
  WebHookDeliveryPage,
  WebHookPage,
} from './webhookTypes.ts';
import type { HookService } from './webhookService.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { newHookInput } from '../../domain/alert/webhookInput.ts';

interface Services {
  hooks: HookService;
}

/** Web hooks of partners, for admins. */
@Resolver()
export class HookResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => WebHookPage, {
    description:
      'Web hooks, newest first; never their secrets. Example: `{ webHooks { hooks { name url failingSince } } }`',
  })
  webHooks(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 50, description: '1 to 100' }) limit: number,
  ): Promise<WebHookPage> {
    return this.#services.hooks.list(caller, parsePage(page, limit));
  }

  @Query(() => WebHookDeliveryPage, {
    description:
      'What a web hook was told, newest first. ' +
      'Example: `query ($id: ID!) { webHookDeliveries(id: $id) { deliveries { event state lastStatus } } }`',
  })
  webHookDeliveries(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID of the hook' }) id: string,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 50, description: '1 to 100' }) limit: number,
  ): Promise<WebHookDeliveryPage> {
    return this.#services.hooks.deliveries(caller, id, parsePage(page, limit));
  }

  @Mutation(() => CreatedWebHook, {
    description:
      'Makes a web hook; the answer is the only one that shows its secret. ' +
      'Example: `mutation { createWebHook(input: { name: "Kakao Trade GmbH", url: "https://trade.example/alerts" }) { ' +
      'secret hook { id } } }`',
  })
  async createWebHook(
    @Arg('input', () => CreateWebHookInput, { description: 'The new hook' }) input: CreateWebHookInput,
    @Ctx() { caller, info }: Context,
  ): Promise<CreatedWebHook> {
    return this.#services.hooks.create(caller, parseArguments(caller, newHookInput, { ...input }), info);
  }

  @Mutation(() => DisableWebHookResult, {
    description:
      'Ends a web hook for good; what it was not told yet it is not told. ' +
      'Example: `mutation ($id: ID!) { disableWebHook(id: $id) { ... on DisabledWebHook { disabled } } }`',
  })
  disableWebHook(
    @Arg('id', () => ID, { description: 'UUID of the hook' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof DisableWebHookResult> {
    return orFailure([NotFound], async () => {
      await this.#services.hooks.disable(caller, id, info);
      return Object.assign(new DisabledWebHook(), { disabled: true });
    });
  }
}
