import { Arg, Ctx, Float, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { lotPlot } from '../farms/plotTypes.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { LotCheckPage, LotEvidenceType } from './evidenceTypes.ts';
import { RecheckProgressType } from './recheckTypes.ts';
import { CheckSatelliteResult, SatelliteChecked } from './satelliteTypes.ts';
import type { LotEvidence } from './lotEvidence.ts';
import type { LotChecks } from './lotChecks.ts';
import type { RecheckProgress } from './recheckProgress.ts';
import type { SatelliteService } from './satelliteService.ts';

interface Services {
  lotChecks: LotChecks;
  lotEvidence: LotEvidence;
  recheckProgress: RecheckProgress;
  satellite: SatelliteService;
}

@Resolver()
export class SatelliteResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LotEvidenceType, {
    nullable: true,
    description:
      'What a satellite check of a lot read, pixel by pixel, as it was stored; null when the lot is not in sight, ' +
      'before its first check has ended, and where it had no such check. ' +
      'Example: `{ lotEvidence(id: "LOT701") { dataset window pixels { width height lossYear } } }`',
  })
  async lotEvidence(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('checkId', () => ID, { nullable: true, description: 'One of its checks; the newest without it' })
    checkId?: string | null,
    @Arg('plot', () => Int, {
      nullable: true,
      description:
        'Which of its plots window and pixels are of, from 1; without it the first with loss, else the first that was read',
    })
    plot?: number | null,
  ): Promise<LotEvidenceType | null> {
    const evidence = await this.#services.lotEvidence.read(caller, id, { checkId, plot });
    return evidence && { ...evidence, plots: evidence.plots?.map(lotPlot) ?? null };
  }

  @Query(() => LotCheckPage, {
    nullable: true,
    description:
      'The satellite checks of a lot, newest first; null when the lot is not in sight. ' +
      'Example: `{ lotChecks(id: "LOT701") { checks { checkedAt conclusion lossPixelsAfterCutoff } } }`',
  })
  lotChecks(
    @Ctx() { caller }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 10, description: '1 to 100' }) limit: number,
  ): Promise<LotCheckPage | null> {
    return this.#services.lotChecks.list(caller, id, parsePage(page, limit));
  }

  @Query(() => RecheckProgressType, {
    description:
      'How far checking lots again by satellite has come, and whether the source can be reached; for those who may see all ' +
      'lots. Example: `{ satelliteProgress { due overdue doneAt source { status awaySince } } }`',
  })
  satelliteProgress(@Ctx() { caller }: Context): Promise<RecheckProgressType> {
    return this.#services.recheckProgress.read(caller);
  }

  @Mutation(() => CheckSatelliteResult, {
    description:
      "Checks a lot's place by satellite now. " +
      'Example: `mutation { checkSatellite(id: "LOT701", latitude: -5.258413, longitude: 145.743926) { ... on ' +
      'SatelliteChecked { satelliteData { status } } } }`',
  })
  async checkSatellite(
    @Ctx() { caller, info }: Context,
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('latitude', () => Float, { description: 'The stored one, degrees' }) latitude: number,
    @Arg('longitude', () => Float, { description: 'The stored one, degrees' }) longitude: number,
  ): Promise<typeof CheckSatelliteResult> {
    return orFailure([NotFound], async () =>
      Object.assign(
        new SatelliteChecked(),
        await this.#services.satellite.checkNow(caller, id, { latitude, longitude }, info),
      ),
    );
  }
}
