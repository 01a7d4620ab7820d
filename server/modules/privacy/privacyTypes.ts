import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql';
import { FarmerHasAccount, LastAdmin, NotFound } from '../../platform/graphql/failures.ts';
import { MessageType } from '../../platform/graphql/messageType.ts';
import { CalendarDate, DateTime } from '../../platform/graphql/scalars.ts';
import type { FarmerAccount } from './farmerErasures.ts';
import { enumOf } from '../../platform/graphql/enums.ts';

const FarmerAccountEnum = enumOf<FarmerAccount>(
  'FarmerAccount',
  'Whether a farmer whom an admin would erase has an account',
  {
    none: 'There is none of that farm and name',
    enabled: 'They can sign in: erasing it is theirs, or it is disabled first',
    disabled: 'It was disabled, and is erased with the lots',
  },
);

@ObjectType({ description: 'Something that outlives an erasure' })
export class KeptData {
  @Field(() => String, { description: 'What is kept' })
  what!: string;

  @Field(() => MessageType, { description: 'The same with its code' })
  whatSaid!: MessageType;

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Last day; null: for as long as the record of the lots is kept',
  })
  until!: string | null;

  @Field(() => String, { description: 'The reason, with the law where there is one' })
  why!: string;

  @Field(() => MessageType, { description: 'The same with its code' })
  whySaid!: MessageType;
}

@ObjectType('ErasureReceipt', { description: 'What was erased and what is kept; it names nobody' })
export class ErasureReceiptType {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => DateTime, { description: 'When it was done' })
  at!: string;

  @Field(() => [String], { description: 'Names of what was erased' })
  fields!: string[];

  @Field(() => [KeptData], { description: 'What is kept, why and until when' })
  kept!: KeptData[];

  @Field(() => Int, { description: "Lots whose chain got an 'erased' event" })
  ledgerEvents!: number;
}

@ObjectType({ description: 'They are erased: account, sessions, keys, names and words' })
export class DataErased {
  @Field(() => Boolean, { description: 'Always true' })
  erased!: boolean;

  @Field(() => ErasureReceiptType, { description: 'To keep' })
  receipt!: ErasureReceiptType;
}

export const EraseMyDataResult = createUnionType({
  name: 'EraseMyDataResult',
  description: 'The erasure, or why it cannot be',
  types: () => [DataErased, LastAdmin] as const,
});

@ObjectType('FarmerName', {
  simpleResolvers: true,
  description: 'A name that lots of a farm have, or had, for their farmer',
})
export class FarmerNameType {
  @Field(() => String, { description: 'As it stands there' })
  name!: string;

  @Field(() => Int, { description: 'Lots with it' })
  lots!: number;

  @Field(() => Boolean, {
    description:
      'Whether it would be erased: it is the whole name that was asked for, without case, accents, hyphens and format characters',
  })
  erased!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether it looks like the name that was asked for, with letters of another alphabet: it stays until it is erased itself',
  })
  similar!: boolean;
}

@ObjectType('FarmerReach', {
  simpleResolvers: true,
  description: 'What erasing a farmer without an account would reach',
})
export class FarmerReachType {
  @Field(() => FarmerAccountEnum, { description: 'Whether somebody of that farm and name has an account' })
  account!: FarmerAccount;

  @Field(() => Int, { description: 'Lots of the farm that have, or had, a farmer of this name' })
  lots!: number;

  @Field(() => [String], { description: 'The numbers of the first 20 of them' })
  lotIds!: string[];

  @Field(() => [FarmerNameType], {
    description:
      'How the name is written on them, names that look the same, and the names of others that are like it, which stay; where none is, the first 20 of the farm',
  })
  names!: FarmerNameType[];

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Until when their farm, place, geometry and evidence are kept; null without lots',
  })
  keptUntil!: string | null;
}

export const EraseFarmerResult = createUnionType({
  name: 'EraseFarmerResult',
  description: 'The erasure, or why it cannot be',
  types: () => [DataErased, NotFound, FarmerHasAccount] as const,
});
