import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { LotComplianceType } from './complianceTypes.ts';
import type { LotCompliance as LotComplianceService } from './lotCompliance.ts';

interface Services {
  lotCompliance: LotComplianceService;
}

@Resolver()
export class ComplianceResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LotComplianceType, {
    nullable: true,
    description:
      'Where a lot stands with the deforestation regulation, by UUID or lotId; null when it is not in sight. ' +
      'Example: `{ lotCompliance(id: "LOT701") { eudrCompliant checks { name passed } } }`',
  })
  lotCompliance(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<LotComplianceType | null> {
    return this.#services.lotCompliance.read(caller, id);
  }
}
