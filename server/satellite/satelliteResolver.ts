import { Arg, Ctx, Float, ID, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../graphql/context.ts';
import { NotFound, orFailure } from '../graphql/failures.ts';
import { CheckSatelliteResult, SatelliteChecked } from './satelliteTypes.ts';

@Resolver()
export class SatelliteResolver {
  @Mutation(() => CheckSatelliteResult)
  async checkSatellite(
    @Ctx() { caller, info, services }: Context,
    @Arg('id', () => ID) id: string,
    @Arg('latitude', () => Float) latitude: number,
    @Arg('longitude', () => Float) longitude: number,
  ): Promise<typeof CheckSatelliteResult> {
    return orFailure([NotFound], async () =>
      Object.assign(
        new SatelliteChecked(),
        await services.satellite.checkNow(caller, id, { latitude, longitude }, info),
      ),
    );
  }
}
