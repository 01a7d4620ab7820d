import { createUnionType, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { ViewList } from '../../domain/views/savedViewInput.ts';
import { enumOf } from '../../platform/graphql/enums.ts';
import { NotFound } from '../../platform/graphql/failures.ts';
import type { SavedViewData } from './savedViews.ts';

export const ViewListEnum = enumOf<ViewList>('ViewList', 'A list that views are saved of', { lots: 'Cacao lots' });

@ObjectType({ simpleResolvers: true, description: 'Filters, order and columns of a list under a name' })
export class SavedView implements SavedViewData {
  @Field(() => ID, { description: 'UUID' })
  id!: string;

  @Field(() => ViewListEnum, { description: 'The list that it is a view of' })
  list!: ViewList;

  @Field(() => String, { description: 'At most 60 characters' })
  name!: string;

  @Field(() => String, { description: 'As in the address of the list, e.g. stage=drying&sort=weight' })
  query!: string;

  @Field(() => Boolean, { description: 'Whether all who see every lot find it' })
  shared!: boolean;

  @Field(() => String, { description: 'Name of the account that saved it' })
  owner!: string;

  @Field(() => Boolean, { description: 'Whether the caller saved it' })
  isOwn!: boolean;

  @Field(() => Boolean, { description: 'Whether the caller may delete it' })
  mayDelete!: boolean;
}

@ObjectType({ description: 'The view is gone' })
export class DeletedView {
  @Field(() => Boolean, { description: 'Always true' })
  deleted!: boolean;
}

@InputType({ description: 'A view that is saved' })
export class SaveViewInput {
  @Field(() => ViewListEnum, { description: 'The list that it is a view of', defaultValue: 'lots' })
  list!: ViewList;

  @Field(() => String, { description: 'At most 60 characters; an own view with this name is replaced' })
  name!: string;

  @Field(() => String, { description: 'As in the address of the list, e.g. stage=drying&sort=weight' })
  query!: string;

  @Field(() => Boolean, { description: 'Takes view_all_lots', defaultValue: false })
  shared!: boolean;
}

@InputType({ description: 'What changes of a view; what is left out stays' })
export class UpdateViewInput {
  @Field(() => String, { nullable: true, description: 'At most 60 characters' })
  name?: string;

  @Field(() => Boolean, { nullable: true, description: 'Takes view_all_lots' })
  shared?: boolean;
}

export const UpdateViewResult = createUnionType({
  name: 'UpdateViewResult',
  description: 'What changing a view may answer',
  types: () => [SavedView, NotFound] as const,
});

export const DeleteViewResult = createUnionType({
  name: 'DeleteViewResult',
  description: 'What deleting a view may answer',
  types: () => [DeletedView, NotFound] as const,
});
