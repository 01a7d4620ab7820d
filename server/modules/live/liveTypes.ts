import { Field, ID, ObjectType } from 'type-graphql';
import { enumOf } from '../../platform/graphql/enums.ts';
import { AlertObject } from '../alerts/alertTypes.ts';
import { ConsignmentType } from '../consignments/consignmentTypes.ts';
import type { ConsignmentChangeName } from './consignmentChange.ts';
import { Activity } from '../lots/activityType.ts';
import { LotType } from '../lots/lotFieldTypes.ts';
import type { LotChangeKind } from './lotChange.ts';
import type { AlertChanges } from './screenAlerts.ts';

const LotChangeEnum = enumOf<LotChangeKind>('LotChange', 'What happened to a lot', {
  CREATED: 'It is new',
  CHANGED: 'It was changed, moved, checked or recorded',
  DELETED: 'It was deleted',
  DEPARTED: 'It is of another farm now, whose lots you do not see',
});
const AlertChangeEnum = enumOf<AlertChanges['kind']>('AlertChange', 'What happened to an alert', {
  RAISED: 'It is new',
  CHANGED: 'It was acknowledged or resolved, or says something else now',
  DISMISSED: 'It was dismissed',
});

@ObjectType('LotEvent', { description: 'What happened to a lot just now' })
export class LotNotificationType {
  @Field(() => LotChangeEnum, { description: 'What happened' })
  kind!: LotChangeKind;

  @Field(() => ID, { description: 'UUID of the lot' })
  id!: string;

  @Field(() => String, { description: 'The number on the package, e.g. LOT701' })
  lotId!: string;

  @Field(() => LotType, { nullable: true, description: 'Null when deleted or departed' })
  lot!: LotType | null;

  @Field(() => Activity, {
    nullable: true,
    description: 'What happened to it, for a list of that; null when deleted or departed',
  })
  activity!: Activity | null;
}

@ObjectType({ description: 'Lots to which something happened just now, within a moment' })
export class LotsEvent {
  @Field(() => [LotNotificationType], { description: 'Each of them, when they are 10 at most' })
  lots!: LotNotificationType[];

  @Field(() => [ID], { description: 'UUIDs of those that came, changed or went, when they are more, up to 200' })
  ids!: string[];

  @Field(() => Boolean, {
    description: 'True: more than can be named, so that what is shown of lots is to be asked anew',
  })
  much!: boolean;
}

const ConsignmentChangeEnum = enumOf<ConsignmentChangeName>('ConsignmentChange', 'What happened to a consignment', {
  opened: 'It is new',
  added: 'Lots were added',
  removed: 'Lots were removed',
  changed: 'Number, papers or net weight were changed',
  closed: 'It was closed',
  shipped: 'It was shipped',
  delivered: 'It was delivered',
  recorded: 'Its events were recorded',
  ledger_failed: 'The ledger refused an event of it',
  ledger_retry: 'The ledger tries a refused event again',
  link: 'A link of its buyer was made or revoked',
  task: 'Its buyer is to be informed, or was',
  statement: 'A statement of it changed',
});

@ObjectType({ description: 'What happened to a consignment just now' })
export class ConsignmentEvent {
  @Field(() => ConsignmentChangeEnum, { description: 'What happened' })
  kind!: ConsignmentChangeName;

  @Field(() => ConsignmentType, { description: 'The consignment as it is now' })
  consignment!: ConsignmentType;
}

@ObjectType({ description: 'What happened to an alert just now' })
export class AlertEvent {
  @Field(() => AlertChangeEnum, { description: 'What happened' })
  kind!: AlertChanges['kind'];

  @Field(() => AlertObject, { description: 'The alert as it is now' })
  alert!: AlertObject;
}
