import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql';
import { LastAdmin } from '../graphql/failures.ts';
import { CalendarDate, DateTime } from '../graphql/scalars.ts';

@ObjectType({ description: 'Something that outlives an erasure' })
export class KeptData {
  @Field(() => String, { description: 'What is kept' })
  what!: string;

  @Field(() => CalendarDate, {
    nullable: true,
    description: 'Last day; null: for as long as the record of the lots is kept',
  })
  until!: string | null;

  @Field(() => String, { description: 'The reason, with the law where there is one' })
  why!: string;
}

@ObjectType({ description: 'What was erased and what is kept; it names nobody' })
export class ErasureReceipt {
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

@ObjectType({ description: 'The caller is erased: account, sessions, keys, names and words' })
export class DataErased {
  @Field(() => Boolean, { description: 'Always true' })
  erased!: boolean;

  @Field(() => ErasureReceipt, { description: 'To keep' })
  receipt!: ErasureReceipt;
}

export const EraseMyDataResult = createUnionType({
  name: 'EraseMyDataResult',
  description: 'The erasure, or why it cannot be',
  types: () => [DataErased, LastAdmin] as const,
});
