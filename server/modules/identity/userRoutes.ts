import { z } from 'zod';
import { ROLES } from '../../domain/access/permissions.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { changeUserInput, createUserInput, setPasswordInput } from '../../domain/access/accountInput.ts';
import { resetLinkInput } from '../../domain/access/invitationInput.ts';
import { NOT_CACHED } from './answers.ts';
import { userFilter, type ManagedUser } from './userManagement.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { UserManagement } from './userManagement.ts';

const userId = z.object({ id: idText().describe('UUID of the account') });

const managedUser = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  email: z.string(),
  farmId: z.string().describe('Upper-case; empty when the user belongs to no farm'),
  disabled: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

interface Services {
  userManagement: UserManagement;
}

const accountListRoutes = ({ userManagement }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/users',
    summary: 'The accounts that the caller may manage, by user name',
    description: 'Takes manage_users; an auditor sees farmers and processors. Never open to partner keys.',
    access: 'staff',
    query: z.strictObject({
      ...pageQuery(20),
      role: z.enum(ROLES, encodeMessage(CALL.role({ field: 'role', choices: ROLES }))).optional(),
      disabled: z
        .enum(['true', 'false'], 'disabled takes true or false')
        .transform((value) => value === 'true')
        .optional(),
      search: userFilter.search,
    }),
    answer: z.object({ users: z.array(managedUser), pagination: paginationSchema }),
    handle: async ({ caller, query }) => {
      const { users, ...rest } = await userManagement.list(caller, query);
      return { data: { users: users.map(userData), ...rest } };
    },
  }),
  route({
    method: 'POST',
    path: '/users',
    summary: 'Add an account',
    description: 'Takes manage_users; an auditor adds farmers and processors. A farmer needs a farm.',
    access: 'staff',
    status: 201,
    body: createUserInput,
    answer: z.object({ user: managedUser }),
    handle: async ({ caller, body, info }) => ({
      data: { user: userData(await userManagement.create(caller, body, info)) },
    }),
  }),
];

const oneAccountRoutes = ({ userManagement }: Services): readonly Route[] => [
  route({
    method: 'PATCH',
    path: '/users/:id',
    summary: 'Change an account, or disable it',
    description:
      'Takes manage_users; an auditor changes farmers and processors, and makes them nothing else. Disabling ends all ' +
      'sessions. The last enabled admin can neither be demoted nor disabled: 409.',
    access: 'staff',
    params: userId,
    body: changeUserInput,
    answer: z.object({ user: managedUser }),
    handle: async ({ caller, params, body, info }) => ({
      data: { user: userData(await userManagement.change(caller, params.id, body, info)) },
    }),
  }),
  route({
    method: 'POST',
    path: '/users/:id/password',
    summary: 'Give an account another password; ends all its sessions',
    access: 'staff',
    params: userId,
    body: setPasswordInput,
    answer: z.object({ user: managedUser }),
    handle: async ({ caller, params, body, info }) => ({
      data: { user: userData(await userManagement.setPassword(caller, params.id, body, info)) },
    }),
  }),
  route({
    method: 'POST',
    path: '/users/:id/reset-link',
    summary: 'Make a link by which the person sets a new password',
    description:
      'With byMail it is mailed to the account and holds for an hour; without it the answer shows it once, and it holds for 24 hours. 409 for ' +
      'a disabled account, and for byMail without an address or where the server sends no mail.',
    access: 'staff',
    params: userId,
    body: resetLinkInput,
    answer: z.object({ link: z.string().nullable().describe('To hand over. Null: it was mailed') }),
    handle: async ({ caller, params, body, info }) => ({
      data: await userManagement.resetLink(caller, params.id, body, info),
      headers: NOT_CACHED,
    }),
  }),
];

/** REST calls of those who manage accounts (docs/spec/rest-api.md, 'Account and key calls'). */
export const userRoutes = (services: Services): readonly Route[] => [
  ...accountListRoutes(services),
  ...oneAccountRoutes(services),
];

function userData({ createdAt, updatedAt, ...user }: ManagedUser): z.infer<typeof managedUser> {
  return { ...user, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
