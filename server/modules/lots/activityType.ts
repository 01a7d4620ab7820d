import { Field, ObjectType } from 'type-graphql';
import type { Stage } from '../../domain/lot/stages.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import { ProcessStageEnum } from '../../platform/graphql/enums.ts';

@ObjectType({ description: 'A lot that changed lately' })
export class Activity {
  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => String, { nullable: true, description: 'Null once erased' })
  farmerName!: string | null;

  @Field(() => String, {
    description: "'No Deforestation', 'Deforestation Detected', 'Pending Review' or 'Under Investigation'",
  })
  deforestationStatus!: string;

  @Field(() => DateTime, { description: 'When it changed' })
  timestamp!: string;

  @Field(() => String, { description: "What happened to it, as its history names it, e.g. 'stage' or 'alert raised'" })
  action!: string;

  @Field(() => ProcessStageEnum, { description: 'The stage that it is in' })
  stage!: Stage;
}
