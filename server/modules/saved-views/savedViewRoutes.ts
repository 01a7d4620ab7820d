import { z } from 'zod';
import { saveViewInput, updateViewInput, VIEW_LISTS } from '../../domain/views/savedViewInput.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import { oneOf } from '../../platform/validation/inputSchemas.ts';
import type { SavedViews } from './savedViews.ts';

const viewSchema = z
  .strictObject({
    id: z.uuid(),
    list: z.enum(VIEW_LISTS),
    name: z.string(),
    query: z.string().describe('As in the address of the list, e.g. stage=drying&sort=weight'),
    shared: z.boolean().describe('Whether all who see every lot find it'),
    owner: z.string().describe('Name of the account that saved it'),
    isOwn: z.boolean(),
    mayDelete: z.boolean(),
  })
  .meta({ id: 'SavedView' });

const answer = z.strictObject({ view: viewSchema });
const params = z.object({ id: idText().describe('UUID of the view') });

/** REST calls of views that people save. Partner keys reach none of them. */
export const savedViewRoutes = ({ savedViews }: { savedViews: SavedViews }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/saved-views',
    summary: 'Own views of a list and those that others share, by name',
    description: 'Shared ones take view_all_lots.',
    access: 'staff',
    query: z.strictObject({ list: oneOf('list', VIEW_LISTS).default('lots') }),
    answer: z.strictObject({ views: z.array(viewSchema) }),
    handle: async ({ caller, query }) => ({ data: { views: await savedViews.list(caller, query.list) } }),
  }),
  route({
    method: 'POST',
    path: '/saved-views',
    summary: 'Save filters, order and columns of a list under a name',
    description: 'An own view with this name is replaced. Sharing takes view_all_lots.',
    access: 'staff',
    status: 201,
    body: saveViewInput,
    answer,
    handle: async ({ caller, body }) => ({ data: { view: await savedViews.save(caller, body) } }),
  }),
  route({
    method: 'PATCH',
    path: '/saved-views/:id',
    summary: 'Rename an own view, or share it or no longer',
    access: 'staff',
    params,
    body: updateViewInput,
    answer,
    handle: async ({ caller, params: { id }, body }) => ({
      data: { view: await savedViews.update(caller, id, body) },
    }),
  }),
  route({
    method: 'DELETE',
    path: '/saved-views/:id',
    summary: 'Delete an own view, or with manage_cooperative a shared one',
    access: 'staff',
    params,
    answer: z.strictObject({ deleted: z.literal(true) }),
    handle: async ({ caller, params: { id } }) => {
      await savedViews.delete(caller, id);
      return { data: { deleted: true } };
    },
  }),
];
