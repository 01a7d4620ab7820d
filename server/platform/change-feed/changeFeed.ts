import { z } from 'zod';
import { CONSIGNMENT_STEPS, EVENT_TYPES, MOVEMENT_TYPES } from '../../domain/ledger/content.ts';

/** Kinds of events about a lot: the events of its chain, and their results on the ledger. */
const LOT_NEWS = [
  ...EVENT_TYPES,
  ...MOVEMENT_TYPES,
  'alert',
  'recorded',
  'ledger-failed',
  'ledger-retry',
  'changed',
] as const;
const ALERT_NEWS = ['raised', 'changed', 'dismissed'] as const;
/** Steps of a consignment, their results on the ledger, and what becomes of its links and tasks. */
const CONSIGNMENT_NEWS = [
  ...CONSIGNMENT_STEPS,
  'recorded',
  'ledger-failed',
  'ledger-retry',
  'link',
  'task',
  'statement',
] as const;
const USER_NEWS = [
  'added',
  'changed',
  'disabled',
  'erased',
  'session-ended',
  'password-set',
  'password-changed',
] as const;

const id = z.int();

/** A committed row of `event_log`. A kind that this version does not know, from a newer process, counts as a change. */
const changeSchema = z.discriminatedUnion('topic', [
  z.object({
    id,
    topic: z.literal('lot'),
    kind: z.enum(LOT_NEWS).catch('changed'),
    lotId: z.uuid(),
    /** the farm of the lot before this change, if it has another one since */
    leftFarmId: z.string().nullable(),
  }),
  z.object({
    id,
    topic: z.literal('alert'),
    kind: z.enum(ALERT_NEWS).catch('changed'),
    alertId: z.uuid(),
    lotId: z.uuid(),
  }),
  z.object({ id, topic: z.literal('user'), kind: z.enum(USER_NEWS).catch('changed'), userId: z.uuid() }),
  z.object({
    id,
    topic: z.literal('consignment'),
    kind: z.enum(CONSIGNMENT_NEWS).catch('changed'),
    consignmentId: z.uuid(),
  }),
  z.object({ id, topic: z.literal('key'), kind: z.literal('revoked').catch('revoked'), keyId: z.uuid() }),
]);

/** A committed row of `event_log`: something that happened, and to which row. */
export type Change = z.infer<typeof changeSchema>;

/** The same before it is written; without the previous farm of a lot, which comes from the lot's own events. */
export type LoggedEvent = Change extends infer Item
  ? Item extends Change
    ? Omit<Item, 'id' | 'leftFarmId'>
    : never
  : never;

/** The columns of a row of `event_log` under the names of a `Change`. */
export const CHANGE_COLUMNS = `id, topic, kind, lot_id as "lotId", left_farm_id as "leftFarmId", alert_id as "alertId",
  user_id as "userId", key_id as "keyId", consignment_id as "consignmentId"`;

/** @returns null for a row that names nothing, or is of a topic that this version does not know */
export function readChanges(row: unknown): Change | null {
  return changeSchema.safeParse(row).data ?? null;
}

/** The users and partner keys of events, each once. */
export function subjectsOf(news: readonly Change[]): Set<string> {
  return new Set(
    news.flatMap((item) => (item.topic === 'user' ? [item.userId] : item.topic === 'key' ? [item.keyId] : [])),
  );
}
