import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('Pagination')
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
