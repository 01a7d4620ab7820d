import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import {
  addToConsignmentInput,
  consignmentListing,
  consignmentStepInput,
  shippingStepInput,
  removeFromConsignmentInput,
} from '../../domain/consignment/consignmentCalls.ts';
import { consignmentPatch, openConsignmentInput } from '../../domain/consignment/consignmentInput.ts';
import type { ConsignmentState } from '../../domain/consignment/states.ts';
import type { ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure, VersionConflict } from '../../platform/graphql/failures.ts';
import { parsePage } from '../../platform/graphql/pageInput.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import type { ClosingView } from './closingCheck.ts';
import type { ConsignmentLots } from './consignmentLots.ts';
import type { ConsignmentReader } from './consignmentReader.ts';
import type { ConsignmentService } from './consignmentService.ts';
import type { ConsignmentSteps } from './consignmentSteps.ts';
import {
  CloseConsignmentResult,
  ConsignmentClosing,
  ConsignmentHistoryStep,
  ConsignmentKeptOpen,
  ConsignmentLotInput,
  ConsignmentLotPage,
  ConsignmentPage,
  ConsignmentResult,
  ConsignmentRisksType,
  ConsignmentSaved,
  ConsignmentStateEnum,
  ConsignmentType,
  OpenConsignmentInput,
  UpdateConsignmentInput,
} from './consignmentTypes.ts';
import type { ConsignmentView } from './consignmentView.ts';

interface Services {
  consignments: ConsignmentService;
  consignmentLots: ConsignmentLots;
  consignmentSteps: ConsignmentSteps;
  consignmentReader: ConsignmentReader;
}

const RISKS_REASON = 'Why lots are shipped although something speaks against it; at most 2,000 characters';
const VERSION = 'The version that was read; another one now is a VersionConflict';
const ONE = 'UUID of the consignment';

/** Consignments. */
@Resolver(() => ConsignmentType)
export class ConsignmentResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => ConsignmentPage, {
    description:
      'Consignments, the newest first, for those who see all lots or manage consignments. ' +
      'Example: `{ consignments(state: open) { consignments { number buyerName weight } } }`',
  })
  async consignments(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('state', () => ConsignmentStateEnum, { nullable: true, description: 'Those in this state alone' })
    state: ConsignmentState | null | undefined,
    @Arg('buyerId', () => ID, { nullable: true, description: 'Those of this buyer alone' })
    buyerId: string | null | undefined,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Looks in numbers, buyers, bills of lading and containers',
    })
    search: string | null | undefined,
  ): Promise<ConsignmentPage> {
    const listing = parseArguments(caller, consignmentListing, {
      ...parsePage(page, limit),
      state: state ?? undefined,
      buyerId: buyerId ?? undefined,
      search: search ?? undefined,
    });
    return this.#services.consignments.list(caller, listing);
  }

  @Query(() => ConsignmentType, {
    nullable: true,
    description:
      'One consignment; null for none. ' +
      'Example: `query ($id: ID!) { consignment(id: $id) { number closing { ready blockers { lotId reason { text } } } } }`',
  })
  consignment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<ConsignmentType | null> {
    return this.#services.consignments.find(caller, id);
  }

  @FieldResolver(() => ConsignmentLotPage, { description: 'Its lots, by lot id' })
  async lots(
    @Root() { id }: ConsignmentType,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
  ): Promise<ConsignmentLotPage> {
    return this.#services.consignmentReader.lots(id, parsePage(page, limit));
  }

  @FieldResolver(() => Int, { description: 'From how many origin lots its lots come' })
  originCount(@Root() { id }: ConsignmentType): Promise<number> {
    return this.#services.consignmentReader.originCount(id);
  }

  @FieldResolver(() => ConsignmentClosing, { description: 'Whether it can be closed now, and what keeps it open' })
  async closing(@Root() { id }: ConsignmentType, @Ctx() { caller }: Context): Promise<ConsignmentClosing> {
    return closingType(await this.#services.consignmentSteps.closing(caller, id));
  }

  @FieldResolver(() => ConsignmentRisksType, {
    description: 'What speaks against its next step: the lots that should not be shipped, or delivered',
  })
  risks(@Root() { id }: ConsignmentType, @Ctx() { caller }: Context): Promise<ConsignmentRisksType> {
    return this.#services.consignmentSteps.risks(caller, id);
  }

  @FieldResolver(() => [ConsignmentHistoryStep], { description: 'Its steps, the newest first, at most 100' })
  history(@Root() { id }: ConsignmentType): Promise<ConsignmentHistoryStep[]> {
    return this.#services.consignmentReader.history(id);
  }

  @Mutation(() => ConsignmentType, {
    description:
      'Opens a consignment without lots. ' +
      'Example: `mutation ($buyer: ID!) { openConsignment(input: { number: "C-2026-014", buyerId: $buyer }) { id } }`',
  })
  openConsignment(
    @Arg('input', () => OpenConsignmentInput, { description: 'The new consignment' }) input: OpenConsignmentInput,
    @Ctx() { caller, info }: Context,
  ): Promise<ConsignmentType> {
    const values = { ...input, containers: input.containers?.map((one) => ({ ...one })) ?? undefined };
    return this.#services.consignments.open(caller, parseArguments(caller, openConsignmentInput, values), info);
  }

  @Mutation(() => ConsignmentResult, {
    description:
      'Changes number and papers of a consignment. ' +
      'Example: `mutation ($id: ID!) { updateConsignment(id: $id, input: { bags: 240 }) { ' +
      '... on ConsignmentSaved { consignment { version } } ... on Failure { message } } }`',
  })
  updateConsignment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('input', () => UpdateConsignmentInput, { description: 'What changes' }) input: UpdateConsignmentInput,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ConsignmentResult> {
    return saved(async () => {
      const patch = parseArguments(caller, consignmentPatch, patchOf(input));
      return this.#services.consignments.update(caller, id, patch, info);
    });
  }

  @Mutation(() => ConsignmentResult, {
    description:
      'Adds grams of up to 1,000 lots to an open consignment. ' +
      'Example: `mutation ($id: ID!) { addToConsignment(id: $id, lots: [{ lot: "LOT701", weight: 250 }]) { ' +
      '... on ConsignmentSaved { consignment { weight } } ... on Failure { message } } }`',
  })
  addToConsignment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('lots', () => [ConsignmentLotInput], { description: 'Each lot once' }) lots: ConsignmentLotInput[],
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ConsignmentResult> {
    return saved(async () => {
      const values = { lots: lots.map((one) => ({ ...one })), version: version ?? undefined };
      const input = parseArguments(caller, addToConsignmentInput, values);
      return this.#services.consignmentLots.add(caller, id, input, info);
    });
  }

  @Mutation(() => ConsignmentResult, {
    description:
      'Takes lots out of an open consignment, each with all that it holds of them. ' +
      'Example: `mutation ($id: ID!) { removeFromConsignment(id: $id, lots: ["LOT701"]) { ' +
      '... on ConsignmentSaved { consignment { weight } } ... on Failure { message } } }`',
  })
  removeFromConsignment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('lots', () => [ID], { description: 'UUIDs or lot ids' }) lots: string[],
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ConsignmentResult> {
    return saved(async () => {
      const input = parseArguments(caller, removeFromConsignmentInput, { lots, version: version ?? undefined });
      return this.#services.consignmentLots.remove(caller, id, input, info);
    });
  }

  @Mutation(() => CloseConsignmentResult, {
    description:
      'Closes a consignment, when nothing keeps a lot out: its lots no longer change. ' +
      'Example: `mutation ($id: ID!) { closeConsignment(id: $id) { ... on ConsignmentSaved { consignment { state } } ' +
      '... on ConsignmentKeptOpen { closing { blockers { lotId } } } ... on Failure { message } } }`',
  })
  closeConsignment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof CloseConsignmentResult> {
    return orFailure([NotFound, VersionConflict], async () => {
      const input = parseArguments(caller, consignmentStepInput, { version: version ?? undefined });
      const outcome = await this.#services.consignmentSteps.close(caller, id, input, info);
      if (outcome.kind === 'closed') return savedType(outcome.consignment);
      const closing = closingType(outcome.closing);
      const { reason } = closing;
      if (reason === null) throw new Error('A consignment that is kept open has a reason');
      return Object.assign(new ConsignmentKeptOpen(), { message: reason.text, said: reason, closing });
    });
  }

  @Mutation(() => ConsignmentResult, {
    description:
      'Ships a closed consignment; lots that are wholly in shipped ones become shipped. ' +
      'Example: `mutation ($id: ID!) { shipConsignment(id: $id) { ... on ConsignmentSaved { consignment { state } } ' +
      '... on Failure { message } } }`',
  })
  shipConsignment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Arg('risksReason', () => String, { nullable: true, description: RISKS_REASON })
    risksReason: string | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ConsignmentResult> {
    return orFailure([NotFound, VersionConflict], async () => {
      const input = parseArguments(caller, shippingStepInput, stepOf(version, risksReason));
      const { consignment, warnings } = await this.#services.consignmentSteps.ship(caller, id, input, info);
      return savedType(consignment, warnings);
    });
  }

  @Mutation(() => ConsignmentResult, {
    description:
      'Records that a shipped consignment reached its buyer. ' +
      'Example: `mutation ($id: ID!) { deliverConsignment(id: $id) { ... on ConsignmentSaved { consignment { state } } ' +
      '... on Failure { message } } }`',
  })
  deliverConsignment(
    @Arg('id', () => ID, { description: ONE }) id: string,
    @Arg('version', () => Int, { nullable: true, description: VERSION }) version: number | null | undefined,
    @Arg('risksReason', () => String, { nullable: true, description: RISKS_REASON })
    risksReason: string | null | undefined,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof ConsignmentResult> {
    return orFailure([NotFound, VersionConflict], async () => {
      const input = parseArguments(caller, shippingStepInput, stepOf(version, risksReason));
      const { consignment, warnings } = await this.#services.consignmentSteps.deliver(caller, id, input, info);
      return savedType(consignment, warnings);
    });
  }
}

function saved(work: () => Promise<ConsignmentView>): Promise<typeof ConsignmentResult> {
  return orFailure([NotFound, VersionConflict], async () => savedType(await work()));
}

function savedType(consignment: ConsignmentView, warnings: readonly ShippingWarning[] = []): ConsignmentSaved {
  return Object.assign(new ConsignmentSaved(), { consignment, warnings });
}

/** Null takes an optional value away; of the others it means the same as leaving out. */
function patchOf({ number, buyerId, containers, version, ...papers }: UpdateConsignmentInput): Record<string, unknown> {
  const always = { number, buyerId, version, containers: containers?.map((one) => ({ ...one })) };
  const given = Object.entries(always).filter(([, value]) => value !== null && value !== undefined);
  return { ...papers, ...Object.fromEntries(given) };
}

/** What keeps a consignment open, as both interfaces answer it. */
export function closingType({ ready, said, blockedLots, blockers }: ClosingView): ConsignmentClosing {
  return {
    ready,
    reason: said,
    blockedLots,
    blockers: blockers.map(({ said: reason, mend, link, ...blocker }) => {
      return { ...blocker, reason, mend: { kind: mend, link } };
    }),
  };
}

/** The arguments of a step by which lots may leave. */
function stepOf(version: number | null | undefined, risksReason: string | null | undefined): object {
  const confirmRisks = typeof risksReason === 'string' ? { reason: risksReason } : undefined;
  return { version: version ?? undefined, confirmRisks };
}
