import { z } from 'zod';
import { paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { NOT_CACHED } from './answers.ts';
import type { KeyView } from './keyService.ts';
import { KEY_ROLES, newKeyInput } from '../../domain/access/keyInput.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { KeyService } from './keyService.ts';

const partnerKey = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().describe('The first characters of the key, by which keys are told apart'),
  role: z.enum(KEY_ROLES),
  farmId: z.string().describe('Upper-case; empty when the key belongs to no farm'),
  createdBy: z.uuid(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('A minute exact; null when never used'),
  revokedAt: z.iso.datetime().nullable(),
});

/** REST calls of partner API keys (docs/spec/rest-api.md, 'Account and key calls'). */
export const keyRoutes = ({ keys }: { keys: KeyService }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/keys',
    summary: 'Partner keys, newest first, revoked ones too; never the keys themselves',
    access: 'staff',
    query: z.strictObject(pageQuery(50)),
    answer: z.object({ keys: z.array(partnerKey), pagination: paginationSchema }),
    handle: async ({ caller, query }) => {
      const { keys: listed, ...rest } = await keys.list(caller, query);
      return { data: { keys: listed.map(keyData), ...rest } };
    },
  }),
  route({
    method: 'POST',
    path: '/keys',
    summary: 'Make a partner key; the answer is the only one that shows it',
    description: 'Takes manage_keys. A key has the rights of its role, but never reaches users, keys or GDPR calls.',
    access: 'staff',
    status: 201,
    body: newKeyInput,
    answer: z.object({ key: z.string().describe('The key in clear: keep it, it is not shown again'), partnerKey }),
    handle: async ({ caller, body, info }) => {
      const made = await keys.create(caller, body, info);
      return { data: { key: made.key, partnerKey: keyData(made.partnerKey) }, headers: NOT_CACHED };
    },
  }),
  route({
    method: 'DELETE',
    path: '/keys/:id',
    summary: 'Revoke a partner key: it is refused within seconds and its sockets are closed',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID of the key') }),
    answer: z.object({ revoked: z.literal(true) }),
    handle: async ({ caller, params, info }) => {
      await keys.revoke(caller, params.id, info);
      return { data: { revoked: true } };
    },
  }),
];

function keyData({ createdAt, lastUsedAt, revokedAt, ...key }: KeyView): z.infer<typeof partnerKey> {
  return {
    ...key,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
