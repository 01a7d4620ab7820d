import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { LotCompliance } from './complianceTypes.ts';

@Resolver()
export class ComplianceResolver {
  @Query(() => LotCompliance, {
    nullable: true,
    description:
      'Where a lot stands with the deforestation regulation, by UUID or lotId; null when it is not in sight. ' +
      'Example: `{ lotCompliance(id: "LOT701") { eudrCompliant checks { name passed } } }`',
  })
  lotCompliance(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller, services }: Context,
  ): Promise<LotCompliance | null> {
    return services.lotCompliance.read(caller, id);
  }
}
