import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { FarmerHasAccount, LastAdmin, NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { DataErased, EraseFarmerResult, EraseMyDataResult, FarmerReachType } from './privacyTypes.ts';
import type { ErasureService } from './erasureService.ts';
import type { FarmerErasures } from './farmerErasures.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { farmerInput } from '../../domain/privacy/farmerInput.ts';

interface Services {
  erasure: ErasureService;
  farmerErasures: FarmerErasures;
}

/** A person's own data. */
@Resolver()
export class PrivacyResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Mutation(() => EraseMyDataResult, {
    description:
      "Erases the caller's account, names and words, at once and for good. For people, not for partner keys. " +
      'Example: `mutation { eraseMyData { ... on DataErased { receipt { id at fields } } ... on Failure { ' +
      'message } } }`',
  })
  eraseMyData(@Ctx() { caller, info }: Context): Promise<typeof EraseMyDataResult> {
    return orFailure([LastAdmin], async () =>
      Object.assign(new DataErased(), { erased: true, receipt: await this.#services.erasure.eraseOwn(caller, info) }),
    );
  }

  @Query(() => FarmerReachType, {
    description:
      'What erasing a farmer without an account would reach; admins. Nothing is changed. ' +
      'Example: `{ farmerReach(farmId: "FARM001", farmerName: "Maria Kila") { account lots lotIds names { name lots erased similar } keptUntil } }`',
  })
  async farmerReach(
    @Arg('farmId', () => String, { description: 'Farm of the farmer' }) farmId: string,
    @Arg('farmerName', () => String, {
      description: 'The whole name as lots have it; compared trimmed, without case, accents and hyphens',
    })
    farmerName: string,
    @Ctx() { caller }: Context,
  ): Promise<FarmerReachType> {
    return this.#services.farmerErasures.reach(caller, parseArguments(caller, farmerInput, { farmId, farmerName }));
  }

  @Mutation(() => EraseFarmerResult, {
    description:
      'Erases a farmer without an account from the lots of a farm, at once and for good; admins. A disabled account of that ' +
      'farm and name is erased with the lots. Example: `mutation { eraseFarmer(farmId: "FARM001", farmerName: "Maria Kila") ' +
      '{ ... on DataErased { receipt { id at fields } } ... on Failure { message } } }`',
  })
  eraseFarmer(
    @Arg('farmId', () => String, { description: 'Farm of the farmer' }) farmId: string,
    @Arg('farmerName', () => String, {
      description: 'The whole name as lots have it; compared trimmed, without case, accents and hyphens',
    })
    farmerName: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof EraseFarmerResult> {
    return orFailure([NotFound, FarmerHasAccount], async () => {
      const farmer = parseArguments(caller, farmerInput, { farmId, farmerName });
      const receipt = await this.#services.erasure.eraseFarmer(caller, farmer, info);
      return Object.assign(new DataErased(), { erased: true, receipt });
    });
  }
}
