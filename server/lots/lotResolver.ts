import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../graphql/context.ts';
import { LotSortEnum, SortOrderEnum } from '../graphql/enums.ts';
import { LotIdTaken, NotFound, orFailure, StageNotAllowed, VersionConflict } from '../graphql/failures.ts';
import type { LotNews } from '../graphql/liveEvents.ts';
import { liveScope } from '../graphql/liveScope.ts';
import { scopeOf } from '../identity/caller.ts';
import { ProvenanceEntry } from '../provenance/provenanceTypes.ts';
import { parsePage } from '../graphql/pageInput.ts';
import { parseLotFilter, type LotSort } from './lotQuery.ts';
import {
  CreateLotInput,
  CreateLotResult,
  DeleteLotResult,
  HistoryEntry,
  LotCreated,
  LotDeleted,
  LotEvent,
  LotFilter,
  LotPage,
  LotStats,
  LotType,
  LotUpdated,
  ProcessUpdated,
  QrCode,
  UpdateLotInput,
  UpdateLotResult,
  UpdateProcessInput,
  UpdateProcessResult,
} from './lotTypes.ts';
import { CREATED_MESSAGE, transactionIdOf } from './lotAnswers.ts';

@Resolver(() => LotType)
export class LotResolver {
  @Query(() => LotPage, { description: 'Lots in sight, newest harvest first unless asked otherwise' })
  lots(
    @Ctx() { caller, services }: Context,
    @Arg('page', () => Int, { defaultValue: 1 }) page: number,
    @Arg('limit', () => Int, { defaultValue: 12, description: '1 to 100' }) limit: number,
    @Arg('sort', () => LotSortEnum, { defaultValue: 'harvestDate' }) sort: LotSort,
    @Arg('order', () => SortOrderEnum, { defaultValue: 'desc' }) order: 'asc' | 'desc',
    @Arg('filter', () => LotFilter, { nullable: true }) filter?: LotFilter | null,
  ): Promise<LotPage> {
    const scope = scopeOf(services.config.permissionTable, caller);
    return services.lotReader.list(scope, { ...parsePage(page, limit), filter: parseLotFilter(filter), sort, order });
  }

  @Query(() => LotType, { nullable: true, description: 'By UUID or lotId; null when there is none in sight' })
  lot(@Arg('id', () => ID) id: string, @Ctx() { caller, services }: Context): Promise<LotType | null> {
    return services.lotReader.find(scopeOf(services.config.permissionTable, caller), id);
  }

  @Query(() => String, { description: 'A lot id that nobody has' })
  nextLotId(@Ctx() { caller, services }: Context): Promise<string> {
    return services.lots.nextLotId(caller);
  }

  @Query(() => LotStats)
  lotStats(
    @Ctx() { caller, services }: Context,
    @Arg('filter', () => LotFilter, { nullable: true }) filter?: LotFilter | null,
  ): Promise<LotStats> {
    return services.lotReader.stats(scopeOf(services.config.permissionTable, caller), parseLotFilter(filter));
  }

  @Query(() => [HistoryEntry], { nullable: true, description: 'Newest first; null when the lot is not in sight' })
  lotHistory(@Arg('id', () => ID) id: string, @Ctx() { caller, services }: Context): Promise<HistoryEntry[] | null> {
    return services.lotHistory.read(scopeOf(services.config.permissionTable, caller), id);
  }

  @Query(() => QrCode, { nullable: true })
  lotQrCode(@Arg('id', () => ID) id: string, @Ctx() { caller, services }: Context): Promise<QrCode | null> {
    return services.qrCodes.forLot(scopeOf(services.config.permissionTable, caller), id);
  }

  @FieldResolver(() => [ProvenanceEntry], {
    nullable: true,
    description: "The lot's events as the ledger holds them, oldest first; null while the ledger cannot be reached",
  })
  provenance(@Root() lot: LotType, @Ctx() { loaders }: Context): Promise<ProvenanceEntry[] | null> {
    return loaders.provenance.load(lot.id);
  }

  @Mutation(() => CreateLotResult)
  createLot(
    @Arg('input', () => CreateLotInput) input: CreateLotInput,
    @Ctx() { caller, services, info }: Context,
  ): Promise<typeof CreateLotResult> {
    return orFailure([LotIdTaken], async () => {
      const lot = await services.lots.create(caller, { ...input }, info);
      return Object.assign(new LotCreated(), { lot, message: CREATED_MESSAGE });
    });
  }

  @Mutation(() => UpdateLotResult)
  updateLot(
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateLotInput) input: UpdateLotInput,
    @Ctx() { caller, services, info }: Context,
  ): Promise<typeof UpdateLotResult> {
    return orFailure([NotFound, VersionConflict], async () =>
      Object.assign(new LotUpdated(), { lot: await services.lots.update(caller, id, { ...input }, info) }),
    );
  }

  @Mutation(() => UpdateProcessResult)
  updateProcess(
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateProcessInput) input: UpdateProcessInput,
    @Ctx() { caller, services, info }: Context,
  ): Promise<typeof UpdateProcessResult> {
    return orFailure([NotFound, StageNotAllowed], async () => {
      const lot = await services.lots.updateProcess(caller, id, plain(input), info);
      return Object.assign(new ProcessUpdated(), { lot, transactionId: transactionIdOf(lot) });
    });
  }

  @Mutation(() => DeleteLotResult)
  deleteLot(
    @Arg('id', () => ID) id: string,
    @Ctx() { caller, services, info }: Context,
  ): Promise<typeof DeleteLotResult> {
    return orFailure([NotFound], async () =>
      Object.assign(new LotDeleted(), await services.lots.delete(caller, id, info)),
    );
  }

  @Subscription(() => LotEvent, {
    subscribe: ({ context }: { context: Context }) => context.services.live.lots(liveScope(context)),
    description: 'Lots in sight as they are created, changed and deleted',
  })
  lotChanged(@Root() news: LotNews): LotEvent {
    return news;
  }
}

/** The input as plain objects: what the domain's strict schemas take. */
function plain(input: UpdateProcessInput): unknown {
  return {
    ...input,
    qualityChecks: input.qualityChecks ? { ...input.qualityChecks } : input.qualityChecks,
    timestamps: input.timestamps ? { ...input.timestamps } : input.timestamps,
  };
}
