import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../../platform/graphql/failures.ts';
import { parsePage } from '../../../platform/graphql/pageInput.ts';
import { AlertObject } from '../../alerts/alertTypes.ts';
import { readsConsignments } from '../consignmentAccess.ts';
import type { PermissionTable } from '../../../domain/access/permissions.ts';
import type { RecallService } from './recallService.ts';
import {
  AlertAffectedType,
  BuyerTaskPage,
  BuyerTaskResult,
  BuyerTaskSaved,
  Recall,
  RecallResult,
} from './recallTypes.ts';

interface Services {
  recalls: RecallService;
  permissionTable: PermissionTable;
}

/** Recalls, and the buyers who are to be informed. */
@Resolver()
export class RecallResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => RecallResult, {
    description:
      'What beans of a lot, a plot or a farm went into, and where they came from; name one of the three. ' +
      'Example: `{ recall(lotId: "LOT701") { ... on Recall { descendantCount buyers { name email consignments } } } }`',
  })
  recall(
    @Ctx() { caller }: Context,
    @Arg('lotId', () => ID, { nullable: true, description: 'UUID or lot id' }) lotId: string | null | undefined,
    @Arg('plotId', () => ID, { nullable: true, description: 'UUID of a plot' }) plotId: string | null | undefined,
    @Arg('farmId', () => String, { nullable: true, description: 'E.g. FARM001' }) farmId: string | null | undefined,
  ): Promise<typeof RecallResult> {
    return orFailure([NotFound], async () => {
      const query = { lotId: lotId ?? undefined, plotId: plotId ?? undefined, farmId: farmId ?? undefined };
      return Object.assign(new Recall(), await this.#services.recalls.recall(caller, query));
    });
  }

  @Query(() => BuyerTaskPage, {
    description:
      'Buyers who are to be informed of alerts, the newest first. ' +
      'Example: `{ buyerTasks(open: true) { tasks { number buyerName alertTitle } } }`',
  })
  buyerTasks(
    @Ctx() { caller }: Context,
    @Arg('page', () => Int, { defaultValue: 1, description: 'From 1' }) page: number,
    @Arg('limit', () => Int, { defaultValue: 20, description: '1 to 100' }) limit: number,
    @Arg('open', () => Boolean, { nullable: true, description: 'Those that are not done, or those that are' })
    open: boolean | null | undefined,
    @Arg('consignmentId', () => ID, { nullable: true, description: 'Those of one consignment' })
    consignmentId: string | null | undefined,
  ): Promise<BuyerTaskPage> {
    return this.#services.recalls.tasks(caller, {
      ...parsePage(page, limit),
      open: open ?? undefined,
      consignmentId: consignmentId ?? undefined,
    });
  }

  @Mutation(() => BuyerTaskResult, {
    description:
      'Notes that a buyer was informed of an alert. ' +
      'Example: `mutation ($id: ID!) { completeBuyerTask(id: $id) { ... on BuyerTaskSaved { task { doneAt } } ' +
      '... on Failure { message } } }`',
  })
  completeBuyerTask(
    @Arg('id', () => ID, { description: 'UUID of the task' }) id: string,
    @Ctx() { caller, info }: Context,
  ): Promise<typeof BuyerTaskResult> {
    return orFailure([NotFound], async () => {
      return Object.assign(new BuyerTaskSaved(), { task: await this.#services.recalls.complete(caller, id, info) });
    });
  }
}

/** What alerts reach. */
@Resolver(() => AlertObject)
export class AlertAffectedResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @FieldResolver(() => AlertAffectedType, {
    nullable: true,
    description: 'Lots, consignments and buyers with beans of its lot; null for those who do not read consignments',
  })
  async affected(@Root() { id }: AlertObject, @Ctx() { caller }: Context): Promise<AlertAffectedType | null> {
    if (caller.kind !== 'user' || !readsConsignments(this.#services.permissionTable, caller)) return null;
    return this.#services.recalls.affectedBy(caller, id);
  }
}
