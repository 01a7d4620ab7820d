import { Arg, Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { MessageType, SENTENCES } from '../../platform/graphql/messageType.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { AlertObject } from '../alerts/alertTypes.ts';
import type { LotComplianceType as LotComplianceService } from './lotCompliance.ts';

@ObjectType({ description: 'One thing that a due diligence statement over a lot rests on' })
class ComplianceCheck {
  @Field(() => String, { description: 'What is looked at, e.g. Geolocation' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it is as a statement needs it' })
  passed!: boolean;

  @Field(() => String, { description: 'Why' })
  detail!: string;

  @Field(() => [MessageType], { description: `${SENTENCES} the detail` })
  said!: MessageType[];
}

@ObjectType({ description: 'Where a lot stands with the deforestation regulation' })
class LotCompliance {
  @Field(() => String, { description: 'As people write it, e.g. LOT702' })
  lotId!: string;

  @Field(() => Boolean, { description: "The status is 'No Deforestation'" })
  eudrCompliant!: boolean;

  @Field(() => String, {
    description: "'No Deforestation', 'Deforestation Detected', 'Pending Review' or 'Under Investigation'",
  })
  deforestationStatus!: string;

  @Field(() => DateTime, { nullable: true, description: 'Time of the last conclusive satellite check' })
  satelliteTimestamp!: string | null;

  @Field(() => Boolean, { description: 'The last conclusive check is older than 30 days, or there was none' })
  outdated!: boolean;

  @Field(() => [ComplianceCheck], { description: 'What a due diligence statement rests on' })
  checks!: ComplianceCheck[];

  @Field(() => [AlertObject], { description: 'Active and acknowledged alerts, newest first, at most 100' })
  openAlerts!: AlertObject[];
}

interface Services {
  lotCompliance: LotComplianceService;
}

@Resolver()
export class ComplianceResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => LotCompliance, {
    nullable: true,
    description:
      'Where a lot stands with the deforestation regulation, by UUID or lotId; null when it is not in sight. ' +
      'Example: `{ lotCompliance(id: "LOT701") { eudrCompliant checks { name passed } } }`',
  })
  lotCompliance(
    @Arg('id', () => ID, { description: 'UUID or lotId, e.g. LOT701' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<LotCompliance | null> {
    return this.#services.lotCompliance.read(caller, id);
  }
}
