import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { cooperativeInput } from '../../domain/cooperative/cooperativeInput.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { orFailure, VersionConflict } from '../../platform/graphql/failures.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import type { CooperativeService } from './cooperativeService.ts';
import { Cooperative, CooperativeSettings, UpdateCooperativeResult } from './cooperativeTypes.ts';

interface Services {
  cooperative: CooperativeService;
}

/** The settings of the cooperative. */
@Resolver()
export class CooperativeResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => Cooperative, {
    description:
      'Name, address, EORI number and logo of the cooperative, as papers name it. ' +
      'Example: `{ cooperative { name address country version } }`',
  })
  cooperative(@Ctx() { caller }: Context): Promise<Cooperative> {
    return this.#services.cooperative.read(caller);
  }

  @Mutation(() => UpdateCooperativeResult, {
    description:
      'Stores the settings of the cooperative. ' +
      'Example: `mutation ($input: CooperativeSettings!) { updateCooperative(input: $input) { ... on Cooperative { ' +
      'version } ... on Failure { message } } }`',
  })
  updateCooperative(
    @Arg('input', () => CooperativeSettings, { description: 'All of them' }) input: CooperativeSettings,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof UpdateCooperativeResult> {
    return orFailure([VersionConflict], async () =>
      Object.assign(
        new Cooperative(),
        await this.#services.cooperative.update(caller, parseArguments(caller, cooperativeInput, { ...input }), info),
      ),
    );
  }
}
