import { Arg, Ctx, Float, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../graphql/context.ts';
import { NotFound, orFailure } from '../graphql/failures.ts';
import { LotEvidenceType } from './evidenceTypes.ts';
import { CheckSatelliteResult, SatelliteChecked } from './satelliteTypes.ts';

@Resolver()
export class SatelliteResolver {
  @Query(() => LotEvidenceType, {
    nullable: true,
    description:
      'What the newest satellite check of a lot read, pixel by pixel, as it was stored; null when the lot is not in sight, ' +
      'and before its first check has ended. ' +
      'Example: `{ lotEvidence(id: "LOT701") { dataset window pixels { width height lossYear } } }`',
  })
  lotEvidence(
    @Ctx() { caller, services }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
  ): Promise<LotEvidenceType | null> {
    return services.lotEvidence.read(caller, id);
  }

  @Mutation(() => CheckSatelliteResult, {
    description:
      "Checks a lot's place by satellite now. " +
      'Example: `mutation { checkSatellite(id: "LOT701", latitude: -5.258413, longitude: 145.743926) { ... on ' +
      'SatelliteChecked { satelliteData { status } } } }`',
  })
  async checkSatellite(
    @Ctx() { caller, info, services }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('latitude', () => Float, { description: 'The stored one, degrees' }) latitude: number,
    @Arg('longitude', () => Float, { description: 'The stored one, degrees' }) longitude: number,
  ): Promise<typeof CheckSatelliteResult> {
    return orFailure([NotFound], async () =>
      Object.assign(
        new SatelliteChecked(),
        await services.satellite.checkNow(caller, id, { latitude, longitude }, info),
      ),
    );
  }
}
