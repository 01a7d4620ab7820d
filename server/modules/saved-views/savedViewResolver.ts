import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { saveViewInput, updateViewInput, type ViewList } from '../../domain/views/savedViewInput.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { NotFound, orFailure } from '../../platform/graphql/failures.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import type { SavedViews } from './savedViews.ts';
import {
  DeletedView,
  DeleteViewResult,
  SavedView,
  SaveViewInput,
  UpdateViewInput,
  UpdateViewResult,
  ViewListEnum,
} from './savedViewTypes.ts';

interface Services {
  savedViews: SavedViews;
}

/** Views of lists that people save under a name. */
@Resolver()
export class SavedViewResolver {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  @Query(() => [SavedView], {
    description:
      'Own views of a list and those that others share, by name; shared ones for those with view_all_lots. ' +
      'Example: `{ savedViews { name query shared owner } }`',
  })
  savedViews(
    @Ctx() { caller }: Context,
    @Arg('list', () => ViewListEnum, { defaultValue: 'lots', description: 'The list' }) list: ViewList,
  ): Promise<SavedView[]> {
    return this.#services.savedViews.list(caller, list);
  }

  @Mutation(() => SavedView, {
    description:
      'Saves filters, order and columns of a list under a name; an own view with this name is replaced. ' +
      'Example: `mutation { saveView(input: { name: "Drying", query: "stage=drying" }) { id } }`',
  })
  saveView(
    @Arg('input', () => SaveViewInput, { description: 'The view' }) input: SaveViewInput,
    @Ctx() { caller }: Context,
  ): Promise<SavedView> {
    return this.#services.savedViews.save(caller, parseArguments(caller, saveViewInput, { ...input }));
  }

  @Mutation(() => UpdateViewResult, {
    description:
      'Renames an own view, or shares it or no longer. Example: ' +
      '`mutation ($id: ID!) { updateView(id: $id, input: { shared: true }) { ... on SavedView { shared } } }`',
  })
  updateView(
    @Arg('id', () => ID, { description: 'UUID of the view' }) id: string,
    @Arg('input', () => UpdateViewInput, { description: 'What changes' }) input: UpdateViewInput,
    @Ctx() { caller }: Context,
  ): Promise<typeof UpdateViewResult> {
    return orFailure([NotFound], async () =>
      Object.assign(
        new SavedView(),
        await this.#services.savedViews.update(caller, id, parseArguments(caller, updateViewInput, { ...input })),
      ),
    );
  }

  @Mutation(() => DeleteViewResult, {
    description:
      'Deletes an own view; those with manage_cooperative delete shared ones of others. ' +
      'Example: `mutation ($id: ID!) { deleteView(id: $id) { ... on DeletedView { deleted } } }`',
  })
  deleteView(
    @Arg('id', () => ID, { description: 'UUID of the view' }) id: string,
    @Ctx() { caller }: Context,
  ): Promise<typeof DeleteViewResult> {
    return orFailure([NotFound], async () => {
      await this.#services.savedViews.delete(caller, id);
      return Object.assign(new DeletedView(), { deleted: true });
    });
  }
}
