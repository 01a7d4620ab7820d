import { Field, Int, ObjectType } from 'type-graphql';

// Plain values, so compiled operations read them without a call for each field.
@ObjectType('Pagination', { simpleResolvers: true })
export class PaginationObject {
  @Field(() => Int, { description: 'Exact up to 10,000; above that at most 10 s old' })
  total!: number;

  @Field(() => Int)
  page!: number;

  @Field(() => Int)
  totalPages!: number;

  @Field(() => Boolean)
  hasNext!: boolean;

  @Field(() => Boolean)
  hasPrev!: boolean;
}
