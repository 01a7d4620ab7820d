import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { ShippingWarning } from '../../domain/lot/shippingGuard.ts';
import type { Stage } from '../../domain/lot/stages.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { ProcessStageEnum } from '../../platform/graphql/enums.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import type { AdvanceLots, AdvancedLot } from './advanceLots.ts';
import { ShippingWarningEnum } from './lotEnums.ts';
import { LotType } from './lotFieldTypes.ts';
import type { LotInputs } from './lotInputs.ts';

@InputType({ description: 'Many lots that move with one text' })
class AdvanceLotsInput {
  @Field(() => [ID], { description: 'UUIDs or lot ids, 1 to 500' })
  lotIds!: string[];

  @Field(() => ProcessStageEnum, {
    nullable: true,
    description: 'The stage of all of them; the next one of each without it',
  })
  toStage?: Stage | null;

  @Field(() => String, {
    nullable: true,
    description: 'What was done, the same for all; at most 2,000 characters. Required unless dryRun',
  })
  processDetails?: string | null;

  @Field(() => String, { nullable: true, description: 'Where it was done; at most 2,000 characters' })
  location?: string | null;

  @Field(() => String, { nullable: true, description: 'Who did it; at most 120 characters' })
  operatorName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why lots are shipped although something speaks against it; at most 2,000 characters',
  })
  risksReason?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Answers what would become of each, and writes nothing' })
  dryRun?: boolean | null;
}

@ObjectType('AdvancedLot', { simpleResolvers: true, description: 'What became of one of the lots' })
class AdvancedLotType implements Omit<AdvancedLot, 'lot'> {
  @Field(() => ID, { description: 'As the call named it' })
  lotId!: string;

  @Field(() => LotType, { nullable: true, description: 'As it is now; null for one that is not in sight' })
  lot!: LotType | null;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'The stage before; null where it stays' })
  from!: Stage | null;

  @Field(() => ProcessStageEnum, { nullable: true, description: 'The stage after; null where it stays' })
  to!: Stage | null;

  @Field(() => [ShippingWarningEnum], { description: 'What speaks against shipping it, worst first' })
  warnings!: readonly ShippingWarning[];

  @Field(() => MessageType, { nullable: true, description: 'Why it stays; null where it moved' })
  refusal!: AdvancedLot['refusal'];
}

@ObjectType({ description: 'What became of lots that were to advance together' })
class LotsAdvanced {
  @Field(() => [AdvancedLotType], { description: 'In the order of the call' })
  results!: AdvancedLotType[];

  @Field(() => Int, { description: 'How many moved' })
  advanced!: number;

  @Field(() => Int, { description: 'How many stay' })
  refused!: number;
}

/** Many lots with one text. */
@Resolver()
export class AdvanceLotsResolver {
  readonly #services: { advanceLots: AdvanceLots; lotInputs: LotInputs };

  constructor(services: { advanceLots: AdvanceLots; lotInputs: LotInputs }) {
    this.#services = services;
  }

  @Mutation(() => LotsAdvanced, {
    description:
      'Moves up to 500 lots with one text; each has its own result. ' +
      'Example: `mutation { advanceLots(input: { lotIds: ["LOT703", "LOT704"], processDetails: "Packed" }) { ' +
      'results { lotId to refusal { text } } } }`',
  })
  async advanceLots(
    @Arg('input', () => AdvanceLotsInput, { description: 'Which lots, and what was done' })
    { risksReason, ...input }: AdvanceLotsInput,
    @Ctx() { caller, info }: Context,
  ): Promise<LotsAdvanced> {
    const confirmRisks = typeof risksReason === 'string' ? { reason: risksReason } : undefined;
    const values = this.#services.lotInputs.advance(caller, { ...input, confirmRisks });
    const results = await this.#services.advanceLots.advance(caller, values, info);
    const advanced = results.filter(({ refusal }) => refusal === null).length;
    return Object.assign(new LotsAdvanced(), { results, advanced, refused: results.length - advanced });
  }
}
