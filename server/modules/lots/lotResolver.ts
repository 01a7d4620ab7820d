import { z } from 'zod';
import { Arg, Ctx, FieldResolver, Float, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { placeLock, type PlaceLock } from '../../domain/lot/editRules.ts';
import type { LotRight } from '../../domain/access/permissions.ts';
import { LOT } from '../../domain/messages/lotMessages.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { BatchedField } from '../../platform/graphql/loaders.ts';
import { LotIdTaken, NotFound, orFailure, StageNotAllowed, VersionConflict } from '../../platform/graphql/failures.ts';
import { requireUser } from '../../platform/access/caller.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { selectedLots } from './selectedLots.ts';
import { lotChoice, parseLotFilter, type LotSort } from './lotQuery.ts';
import { CreateLotInput, DeliveryType, LotType, UpdateLotInput } from './lotFieldTypes.ts';
import {
  CreateLotResult,
  DeleteLotResult,
  HistoryEntry,
  LotCreated,
  LotDeleted,
  LotFilterInput,
  LotPage,
  LotPlaceType,
  LotStats,
  LotUpdated,
  PlaceUseType,
  ProcessUpdatedType,
  QrCodeType,
  SelectedLotType,
  UpdateLotResult,
  UpdateProcessInput,
  UpdateProcessResult,
} from './lotTypes.ts';
import { transactionIdOf } from './lotAnswers.ts';
import { allowedActionsOn } from './lotForCaller.ts';
import type { Config } from '../../platform/config.ts';
import type { Deliveries, ReceivedDelivery } from './deliveries.ts';
import type { AuthorizedLots } from './authorizedLots.ts';
import type { LotInputs } from './lotInputs.ts';
import type { LotService } from './lotService.ts';
import type { LotHistory } from './lotHistory.ts';
import type { LotReader } from './lotReader.ts';
import type { QrCodes } from './qrCodes.ts';
import { LotRightEnum, LotSortEnum, PlaceLockEnum, SortOrderEnum } from './lotEnums.ts';

interface Services {
  authorizedLots: AuthorizedLots;
  config: Config;
  deliveries: Deliveries;
  lotHistory: LotHistory;
  lotInputs: LotInputs;
  lotReader: LotReader;
  lots: LotService;
  lotsWithOpenAlert: (lotUuids: readonly string[]) => Promise<ReadonlySet<string>>;
  qrCodes: QrCodes;
}

@Resolver(() => LotType)
export class LotResolver {
  readonly #services: Services;
  /** of lots that the caller may see */
  readonly #openAlert: BatchedField<boolean>;
  /** of lots that the caller may see */
  readonly #delivery: BatchedField<ReceivedDelivery | null>;

  constructor(services: Services) {
    this.#services = services;
    this.#openAlert = new BatchedField(async (ids, caller) => {
      requireUser(caller);
      const open = await services.lotsWithOpenAlert(ids);
      return ids.map((id) => open.has(id));
    });
    this.#delivery = new BatchedField(async (ids) => {
      const received = await services.deliveries.ofLots(ids);
      return ids.map((id) => received.get(id) ?? null);
    });
  }

  @Query(() => LotPage, {
    description:
      'Lots in sight, newest harvest first unless asked otherwise. ' +
      'Example: `{ lots(filter: { eudr: "compliant" }, limit: 20) { lots { lotId } pagination { total } } }`',
  })
  lots(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 12, description: '1 to 100' }) limit: number,
    @Arg('sort', () => LotSortEnum, { defaultValue: 'harvestDate', description: 'By what the list is sorted' })
    sort: LotSort,
    @Arg('order', () => SortOrderEnum, { defaultValue: 'desc', description: 'asc or desc' }) order: 'asc' | 'desc',
    @Arg('filter', () => LotFilterInput, { nullable: true, description: 'All lots in sight without it' })
    filter?: LotFilterInput | null,
  ): Promise<LotPage> {
    const { permissionTable } = this.#services.config;
    const choice = lotChoice(permissionTable, caller, parseLotFilter(filter));
    return this.#services.authorizedLots.list(caller, {
      ...parsePage(page, limit),
      filter: choice,
      sort,
      order,
    });
  }

  @Query(() => [SelectedLotType], {
    description:
      'Lots that a person selected, at most 500, and which of them the list with this filter has; those that are not in ' +
      'sight, or were deleted, are missing. ' +
      'Example: `{ selectedLots(ids: ["018f6a5e-7c11-7d0e-9b1a-2f4c8d3e5a60"], filter: { stage: drying }) { id listed } }`',
  })
  selectedLots(
    @Ctx() { caller }: Context,
    @Arg('ids', () => [ID], { description: 'UUIDs' }) ids: string[],
    @Arg('filter', () => LotFilterInput, { nullable: true, description: 'All lots in sight without it' })
    filter?: LotFilterInput | null,
  ): Promise<SelectedLotType[]> {
    const { permissionTable } = this.#services.config;
    const { ids: chosen } = parseArguments(caller, z.object({ ids: selectedLots }), { ids });
    return this.#services.authorizedLots.selected(
      caller,
      chosen,
      lotChoice(permissionTable, caller, parseLotFilter(filter)),
    );
  }

  @Query(() => LotType, {
    nullable: true,
    description:
      'By UUID or lotId; null when there is none in sight. ' +
      'Example: `{ lot(id: "LOT701") { weight currentProcess version } }`',
  })
  lot(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<LotType | null> {
    return this.#services.authorizedLots.find(caller, id);
  }

  @Query(() => String, { description: 'A lot id that nobody has. Example: `{ nextLotId }`' })
  nextLotId(@Ctx() { caller }: Context): Promise<string> {
    return this.#services.lots.nextLotId(caller);
  }

  @Query(() => [LotPlaceType], {
    description:
      "Where a farm's newest harvests were grown, 50 at most; those in sight whose place is known. " +
      'Example: `{ farmPlaces(farmId: "FARM001") { lotId latitude longitude } }`',
  })
  farmPlaces(
    @Arg('farmId', () => String, { description: 'E.g. FARM001' }) farmId: string,
    @Ctx() { caller }: Context,
  ): Promise<LotPlaceType[]> {
    return this.#services.authorizedLots.farmPlaces(caller, farmId);
  }

  @Query(() => [PlaceUseType], {
    description:
      'Other farms that have a plot or lots at a place; none for callers who do not see all farms. ' +
      'Example: `{ placeUse(farmId: "FARM001", latitude: -5.258413, longitude: 145.743927) { farmId plots lots } }`',
  })
  placeUse(
    @Arg('farmId', () => String, { description: 'Whose place it is' }) farmId: string,
    @Arg('latitude', () => Float, { description: 'Degrees, WGS 84' }) latitude: number,
    @Arg('longitude', () => Float, { description: 'Degrees, WGS 84' }) longitude: number,
    @Ctx() { caller }: Context,
  ): Promise<PlaceUseType[]> {
    return this.#services.authorizedLots.placeUse(caller, { farmId, latitude, longitude });
  }

  @Query(() => LotStats, {
    description:
      'Figures of the lots that a filter lets through. ' +
      'Example: `{ lotStats(filter: { stage: shipped }) { totalLots totalWeight } }`',
  })
  lotStats(
    @Ctx() { caller }: Context,
    @Arg('filter', () => LotFilterInput, { nullable: true, description: 'All lots in sight without it' })
    filter?: LotFilterInput | null,
  ): Promise<LotStats> {
    const { permissionTable } = this.#services.config;
    const choice = lotChoice(permissionTable, caller, parseLotFilter(filter));
    return this.#services.authorizedLots.stats(caller, choice);
  }

  @Query(() => [HistoryEntry], {
    nullable: true,
    description:
      'Newest first; null when the lot is not in sight. ' +
      'Example: `{ lotHistory(id: "LOT701") { at action changes { field from to } } }`',
  })
  lotHistory(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<HistoryEntry[] | null> {
    return this.#services.lotHistory.read(caller, id);
  }

  @Query(() => QrCodeType, {
    nullable: true,
    description:
      "The code for a lot's package; null when it is not in sight. " +
      'Example: `{ lotQrCode(id: "LOT701") { qrCode url } }`',
  })
  lotQrCode(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<QrCodeType | null> {
    return this.#services.qrCodes.forLot(caller, id);
  }

  @FieldResolver(() => [LotRightEnum], {
    nullable: true,
    description: 'What whoever asks may do to it; null in news, which are the same for all who hear them',
  })
  mayDo(@Root() lot: LotType, @Ctx() context: Context): LotRight[] | null {
    return context.told ? null : allowedActionsOn(this.#services.config.permissionTable, context.caller, lot);
  }

  @FieldResolver(() => DeliveryType, {
    nullable: true,
    description: 'What the scale showed; null for a lot that was not received at a scale',
  })
  delivery(@Root() lot: LotType, @Ctx() { loaders }: Context): Promise<DeliveryType | null> {
    return this.#delivery.load(loaders, lot.id);
  }

  @FieldResolver(() => PlaceLockEnum, {
    nullable: true,
    description:
      'Why whoever asks may not give it another place; null when they may, and in news, which are the same for all who hear them',
  })
  async placeLock(@Root() lot: LotType, @Ctx() { caller, loaders, told }: Context): Promise<PlaceLock | null> {
    if (told) return null;
    const hasOpenAlert = await this.#openAlert.load(loaders, lot.id);
    return placeLock(requireUser(caller).role, { stage: lot.currentProcess, hasOpenAlert });
  }

  @Mutation(() => CreateLotResult, {
    description:
      'Registers a lot; its ledger record and its satellite check follow. ' +
      'Example: `mutation ($input: CreateLotInput!) { createLot(input: $input) { ... on LotCreated { lot { id ' +
      'version } } ... on Failure { message } } }`',
  })
  createLot(
    @Arg('input', () => CreateLotInput, { description: 'The new lot' }) input: CreateLotInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof CreateLotResult> {
    return orFailure([LotIdTaken], async () => {
      const values = await this.#services.lotInputs.newLot(caller, input);
      const lot = await this.#services.lots.create(caller, values, info);
      const said = LOT.created({});
      return Object.assign(new LotCreated(), { lot, message: said.text, said });
    });
  }

  @Mutation(() => UpdateLotResult, {
    description:
      'Changes fields of a lot. ' +
      'Example: `mutation { updateLot(id: "LOT704", input: { weight: 48.5, version: 1 }) { ... on LotUpdated { ' +
      'lot { version } } ... on Failure { message } } }`',
  })
  updateLot(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('input', () => UpdateLotInput, { description: 'What changes' }) input: UpdateLotInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof UpdateLotResult> {
    return orFailure([NotFound, VersionConflict], async () => {
      const patch = this.#services.lotInputs.patch({ ...input });
      return Object.assign(new LotUpdated(), { lot: await this.#services.lots.update(caller, id, patch, info) });
    });
  }

  @Mutation(() => UpdateProcessResult, {
    description:
      'Moves a lot to a later stage. ' +
      'Example: `mutation { updateProcess(id: "LOT704", input: { currentProcess: fermented, processDetails: "Six ' +
      'days in boxes" }) { ... on ProcessUpdated { lot { currentProcess } } ... on Failure { message } } }`',
  })
  updateProcess(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('input', () => UpdateProcessInput, { description: 'The step' }) input: UpdateProcessInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof UpdateProcessResult> {
    return orFailure([NotFound, StageNotAllowed], async () => {
      const change = this.#services.lotInputs.stageChange(plain(input));
      const { lot, warnings } = await this.#services.lots.updateProcess(caller, id, change, info);
      return Object.assign(new ProcessUpdatedType(), { lot, transactionId: transactionIdOf(lot), warnings });
    });
  }

  @Mutation(() => UpdateLotResult, {
    description:
      'Takes back a wrong stage, with a reason; for processors and admins, not after shipping. ' +
      'Example: `mutation { revertStage(id: "LOT704", reason: "The wrong lot was scanned") { ... on LotUpdated { ' +
      'lot { currentProcess } } ... on Failure { message } } }`',
  })
  revertStage(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Arg('reason', () => String, { description: 'Why; at most 2,000 characters' }) reason: string,
    @Arg('version', () => Int, { nullable: true, description: 'The version that was read' })
    version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof UpdateLotResult> {
    return orFailure([NotFound, VersionConflict], async () => {
      const input = this.#services.lotInputs.stageReversal({ reason, version: version ?? undefined });
      return Object.assign(new LotUpdated(), { lot: await this.#services.lots.revertStage(caller, id, input, info) });
    });
  }

  @Mutation(() => DeleteLotResult, {
    description:
      'Deletes a lot; its number is not used again. ' +
      'Example: `mutation { deleteLot(id: "LOT704") { ... on LotDeleted { deleted } ... on Failure { message } } }`',
  })
  deleteLot(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof DeleteLotResult> {
    return orFailure([NotFound], async () =>
      Object.assign(new LotDeleted(), await this.#services.lots.delete(caller, id, info)),
    );
  }
}

/** The input as plain objects, for the domain's strict schemas. */
function plain(input: UpdateProcessInput): object {
  return {
    ...input,
    qualityChecks: input.qualityChecks ? { ...input.qualityChecks } : input.qualityChecks,
    loss: input.loss ? { ...input.loss } : input.loss,
    timestamps: input.timestamps ? { ...input.timestamps } : input.timestamps,
    confirmRisks: input.confirmRisks ? { ...input.confirmRisks } : input.confirmRisks,
  };
}
