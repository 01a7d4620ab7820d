import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { farmPatch, newFarmInput } from '../../domain/farm/farmInput.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure, VersionConflict } from '../../platform/graphql/failures.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import type { FarmRegister } from './farmRegister.ts';
import { CreateFarmInput, UpdateFarmInput } from './farmInputTypes.ts';
import { EraseFarmResult, FarmErased, FarmSaved, FarmType, UpdateFarmResult } from './farmTypes.ts';

interface Services {
  farmRegister: FarmRegister;
}

/** The register of farms. */
@Resolver()
export class FarmResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => FarmType, {
    nullable: true,
    description:
      "A farm's entry in the register; null for one that is not in it, or out of sight. " +
      'Example: `{ farm(farmId: "FARM001") { name village farmers { name memberCode } version } }`',
  })
  farm(
    @Arg('farmId', () => String, { description: 'E.g. FARM001' }) farmId: string,
    @Ctx() { caller }: Context,
  ): Promise<FarmType | null> {
    return this.#services.farmRegister.find(caller, farmId);
  }

  @Mutation(() => FarmType, {
    description:
      'Enters a farm into the register. Example: `mutation { createFarm(input: { farmId: "FARM001", village: "Teptep", ' +
      'farmers: [{ name: "Grace Kila" }] }) { version } }`',
  })
  async createFarm(
    @Arg('input', () => CreateFarmInput, { description: 'The farm' }) input: CreateFarmInput,
    @Ctx() { caller, info }: Context,
  ): Promise<FarmType> {
    const given = parseArguments(caller, newFarmInput, withoutNulls(input));
    return this.#services.farmRegister.create(caller, given, info);
  }

  @Mutation(() => UpdateFarmResult, {
    description:
      'Changes a farm of the register. Example: `mutation { updateFarm(farmId: "FARM001", input: { village: "Teptep", ' +
      'version: 1 }) { ... on FarmSaved { farm { version } } ... on Failure { message } } }`',
  })
  updateFarm(
    @Arg('farmId', () => String, { description: 'E.g. FARM001' }) farmId: string,
    @Arg('input', () => UpdateFarmInput, { description: 'What changes' }) input: UpdateFarmInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof UpdateFarmResult> {
    return orFailure([NotFound, VersionConflict], async () => {
      const patch = parseArguments(caller, farmPatch, withoutNulls(input));
      const farm = await this.#services.farmRegister.update(caller, farmId, patch, info);
      return Object.assign(new FarmSaved(), { farm });
    });
  }

  @Mutation(() => EraseFarmResult, {
    description:
      'Takes a farm out of the register and erases the values of its entry for good; its lots and plots stay. ' +
      'Example: `mutation { eraseFarm(farmId: "FARM001") { ... on FarmErased { erased } ... on Failure { message } } }`',
  })
  eraseFarm(
    @Arg('farmId', () => String, { description: 'E.g. FARM001' }) farmId: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof EraseFarmResult> {
    return orFailure([NotFound], async () => {
      await this.#services.farmRegister.erase(caller, farmId, info);
      return Object.assign(new FarmErased(), { erased: true });
    });
  }
}

/** Null means the same as leaving out: nothing of a farm can be null. Entries of lists become plain objects. */
function withoutNulls(input: CreateFarmInput | UpdateFarmInput): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([field, value]: [string, unknown]) => {
      if (value === null) return [];
      const plain = Array.isArray(value) ? value.map((entry: object) => ({ ...entry })) : value;
      return [[field, plain]];
    }),
  );
}
