import { Field, ObjectType } from 'type-graphql';
import { AlertObject } from '../alerts/alertTypes.ts';
import { MessageType, SENTENCES } from '../../platform/graphql/messageType.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';

@ObjectType('ComplianceCheck', { description: 'One thing that a due diligence statement over a lot rests on' })
export class ComplianceCheckType {
  @Field(() => String, { description: 'What is looked at, e.g. Geolocation' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it is as a statement needs it' })
  passed!: boolean;

  @Field(() => String, { description: 'Why' })
  detail!: string;

  @Field(() => [MessageType], { description: `${SENTENCES} the detail` })
  said!: MessageType[];
}

@ObjectType('LotCompliance', { description: 'Where a lot stands with the deforestation regulation' })
export class LotComplianceType {
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

  @Field(() => [ComplianceCheckType], { description: 'What a due diligence statement rests on' })
  checks!: ComplianceCheckType[];

  @Field(() => [AlertObject], { description: 'Active and acknowledged alerts, newest first, at most 100' })
  openAlerts!: AlertObject[];
}
