import { Field, Int, ObjectType } from 'type-graphql';

// Plain values, so compiled operations read them without a call for each field.
@ObjectType('Pagination', { simpleResolvers: true, description: 'Where a page stands in its list' })
export class PaginationObject {
  @Field(() => Int, { description: 'Exact up to 10,000; above that at most 10 s old' })
  total!: number;

  @Field(() => Int, { description: 'From 1' })
  page!: number;

  @Field(() => Int, { description: 'How many pages there are' })
  totalPages!: number;

  @Field(() => Boolean, { description: 'A page follows' })
  hasNext!: boolean;

  @Field(() => Boolean, { description: 'A page comes before' })
  hasPrev!: boolean;
}
