import { z } from 'zod';
import { acceptInvitationInput, inviteInput, openInvitationInput } from '../../domain/access/invitationInput.ts';
import { ROLES } from '../../domain/access/permissions.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { instant, paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import { INVITATION_MAIL } from './accountMail.ts';
import { NOT_CACHED } from './answers.ts';
import type { Invitations, InvitationView } from './invitations.ts';

const invitationId = z.object({ id: idText().describe('UUID of the invitation') });

const invitationSchema = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    role: z.enum(ROLES),
    email: z.string(),
    farmId: z.string().describe('Upper-case; empty when the person belongs to no farm'),
    invitedBy: z.string().describe('Name of the account that invites'),
    createdAt: instant,
    expiresAt: instant,
    mail: z.enum(INVITATION_MAIL).describe('none: the link is handed over by hand'),
  })
  .meta({ id: 'Invitation' });

const made = z.strictObject({
  invitation: invitationSchema,
  link: z.string().nullable().describe('To hand over: it is not shown again. Null: it was mailed'),
});

interface Services {
  invitations: Invitations;
}

const managersRoutes = ({ invitations }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/invitations',
    summary: 'Open invitations of the roles that the caller may give, newest first',
    description: 'Takes manage_users. Never open to partner keys.',
    access: 'staff',
    query: z.strictObject(pageQuery(20)),
    answer: z.strictObject({
      invitations: z.array(invitationSchema),
      pagination: paginationSchema,
      mailOffered: z.boolean().describe('False: this server sends no mail'),
    }),
    handle: async ({ caller, query }) => {
      const { invitations: rows, ...rest } = await invitations.list(caller, query);
      return { data: { invitations: rows.map(invitationData), ...rest } };
    },
  }),
  route({
    method: 'POST',
    path: '/invitations',
    summary: 'Invite somebody to an account',
    description:
      'Takes manage_users; an auditor invites farmers and processors. The link holds for seven days and opens once. 409 for byMail where ' +
      'the server sends no mail.',
    access: 'staff',
    status: 201,
    body: inviteInput,
    answer: made,
    handle: async ({ caller, body, info }) => madeData(await invitations.invite(caller, body, info)),
  }),
  route({
    method: 'POST',
    path: '/invitations/:id/renew',
    summary: 'Make another link of an invitation, for seven days again; the earlier one ends',
    access: 'staff',
    params: invitationId,
    body: z.strictObject({ byMail: z.boolean(encodeMessage(CALL.flag({ field: 'byMail' }))).default(false) }),
    answer: made,
    handle: async ({ caller, params, body, info }) => madeData(await invitations.renew(caller, params.id, body, info)),
  }),
  route({
    method: 'DELETE',
    path: '/invitations/:id',
    summary: 'End an invitation: its link opens nothing any more',
    access: 'staff',
    params: invitationId,
    answer: z.strictObject({ revoked: z.literal(true) }),
    handle: async ({ caller, params, info }) => {
      await invitations.revoke(caller, params.id, info);
      return { data: { revoked: true } };
    },
  }),
];

/** The token is in the body, so that no log of a server has it. */
const holdersRoutes = ({ invitations }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/auth/invitation',
    summary: 'What the link of an invitation opens',
    description: 'An unknown link, and one that is over, revoked or used, are all 404.',
    access: 'anonymous',
    body: openInvitationInput,
    answer: z.strictObject({
      invitation: z.strictObject({ name: z.string(), role: z.enum(ROLES), farmId: z.string(), invitedBy: z.string() }),
    }),
    handle: async ({ body, info }) => ({
      data: { invitation: await invitations.open(body.token, info) },
      headers: NOT_CACHED,
    }),
  }),
  route({
    method: 'POST',
    path: '/auth/invitation/accept',
    summary: 'Make the account of an invitation with user name and password',
    access: 'anonymous',
    status: 201,
    body: acceptInvitationInput,
    answer: z.strictObject({ username: z.string() }),
    handle: async ({ body, info }) => ({ data: { username: (await invitations.accept(body, info)).username } }),
  }),
];

/** REST calls of invitations (docs/spec/access-and-accounts.md, 'Invitations'). */
export const invitationRoutes = (services: Services): readonly Route[] => [
  ...managersRoutes(services),
  ...holdersRoutes(services),
];

function madeData({ invitation, link }: { invitation: InvitationView; link: string | null }) {
  return { data: { invitation: invitationData(invitation), link }, headers: NOT_CACHED };
}

function invitationData({ createdAt, expiresAt, ...rest }: InvitationView): z.infer<typeof invitationSchema> {
  return { ...rest, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
