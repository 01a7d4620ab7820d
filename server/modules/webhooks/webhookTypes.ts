import { createUnionType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { NotFound } from '../../platform/graphql/failures.ts';
import { PaginationObject } from '../../platform/graphql/pagination.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { DeliveryFault, DeliveryState, HookEnd } from './webhookView.ts';
import { enumOf } from '../../platform/graphql/enums.ts';

const HookEndEnum = enumOf<HookEnd>('WebHookEnd', 'Why a web hook is told nothing more', {
  admin: 'An admin ended it',
  failing: 'It took nothing for five days',
  erased: 'The account that made it was erased',
});
const DeliveryStateEnum = enumOf<DeliveryState>('WebHookDeliveryState', 'How far a delivery is', {
  waiting: 'It is to be taken',
  delivered: 'It was taken',
  given_up: 'It is not tried any more',
});
const DeliveryFaultEnum = enumOf<DeliveryFault>('WebHookFault', 'Why an attempt came to nothing', {
  address: 'The host has no address, or one that is not public',
  connection: 'No connection came about, or it broke off',
  redirect: 'It answered with a redirect, which is not followed',
  refused: 'It answered 4xx',
  server: 'It answered 5xx, or that it will take it later',
  timeout: 'It did not answer within 10 s',
  unsound: 'The record of the lot differs from the ledger, or the delivery was changed in the database',
  disabled: 'The web hook was ended before',
});

@ObjectType({ description: 'An address of a partner that is told of alerts; never its secret' })
export class WebHook {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => String, { description: 'Whose it is' })
  name!: string;

  @Field(() => String, { description: 'Where it is sent: an https address' })
  url!: string;

  @Field(() => String, { description: 'Upper-case; empty: alerts of all farms' })
  farmId!: string;

  @Field(() => ID, { description: 'The account that made it' })
  createdBy!: string;

  @Field(() => DateTime, { description: 'When it was made' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Since when it is told nothing; null while it is' })
  disabledAt!: Date | null;

  @Field(() => HookEndEnum, { nullable: true, description: 'Why it is told nothing; null while it is' })
  disabledFor!: HookEnd | null;

  @Field(() => DateTime, { nullable: true, description: 'Since when no delivery is taken; null while all is well' })
  failingSince!: Date | null;

  @Field(() => Int, { description: 'Deliveries that were not taken yet' })
  waiting!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it last took one; null when it never did' })
  lastDeliveredAt!: Date | null;
}

@ObjectType({ description: 'One page of web hooks' })
export class WebHookPage {
  @Field(() => [WebHook], { description: 'Newest first, ended ones too' })
  hooks!: WebHook[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'What a web hook was told, and how that went' })
export class WebHookDelivery {
  @Field(() => ID, { description: 'UUID; the receiver gets the same when it comes again' })
  id!: string;

  @Field(() => String, { description: 'alert.raised, alert.changed or alert.dismissed' })
  event!: string;

  @Field(() => DeliveryStateEnum, { description: 'How far it is' })
  state!: DeliveryState;

  @Field(() => Int, { description: 'How often it was tried' })
  attempts!: number;

  @Field(() => DateTime, { description: 'When it was written down' })
  createdAt!: Date;

  @Field(() => DateTime, { nullable: true, description: 'When it was tried last; null before' })
  lastAt!: Date | null;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the last answer; null when none came' })
  lastStatus!: number | null;

  @Field(() => DeliveryFaultEnum, { nullable: true, description: 'Why the last attempt came to nothing' })
  lastFault!: DeliveryFault | null;
}

@ObjectType({ description: 'One page of deliveries' })
export class WebHookDeliveryPage {
  @Field(() => [WebHookDelivery], { description: 'Newest first; of the last 30 days' })
  deliveries!: WebHookDelivery[];

  @Field(() => PaginationObject, { description: 'Where the page stands' })
  pagination!: PaginationObject;
}

@ObjectType({ description: 'A web hook that was just made' })
export class CreatedWebHook {
  @Field(() => String, { description: 'What deliveries are signed with: keep it, it is not shown again' })
  secret!: string;

  @Field(() => WebHook, { description: 'What the list shows of it' })
  hook!: WebHook;
}

@ObjectType({ description: 'The web hook is told nothing from now on' })
export class DisabledWebHook {
  @Field(() => Boolean, { description: 'Always true' })
  disabled!: boolean;
}

@InputType({ description: 'A new web hook' })
export class CreateWebHookInput {
  @Field(() => String, { description: 'Whose it is; at most 80 characters' })
  name!: string;

  @Field(() => String, { description: 'An https address that resolves to public addresses alone' })
  url!: string;

  @Field(() => String, { defaultValue: '', description: 'Alerts of this farm alone; empty: of all farms' })
  farmId!: string;
}

export const DisableWebHookResult = createUnionType({
  name: 'DisableWebHookResult',
  description: 'What ending a web hook may answer',
  types: () => [DisabledWebHook, NotFound] as const,
});
