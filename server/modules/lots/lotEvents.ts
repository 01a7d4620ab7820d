import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import {
  CONTENT_VERSION,
  type AlertEventStep,
  type ClearFields,
  type CommittedField,
  type ErasedValues,
  type EventContent,
  type EventType,
  type Formation,
  type LotContent,
} from '../../domain/ledger/content.ts';
import { canonicalText, commitment, contentTextHash } from '../../domain/proof/hashing.ts';
import type { Role } from '../../domain/access/permissions.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';
import type { Lot } from './lot.ts';
import { lotEventFacts } from './lotEventSeal.ts';
import { enqueueEvents } from '../ledger/outbox/outboxViews.ts';
import { logLotEvents } from '../../platform/change-feed/eventLogSql.ts';

/** Who acts, as history and ledger keep it. */
export interface Actor {
  userId: string | null;
  /** the partner key that acts; its calls have no user */
  keyId?: string;
  role: Role | 'system';
  /** name of the account or the key; null for the system */
  name: string | null;
  gdprConsent?: boolean;
  requestId?: string;
}

export const SYSTEM: Actor = { userId: null, role: 'system', name: null };

interface Told {
  /** personal values by field, in the form that is committed to; null and undefined are left out */
  personal: Partial<Record<CommittedField, unknown>>;
  actor: Actor;
  at: Date;
}

/** One change of a lot, for its history and the ledger. */
export interface LotFieldChange extends Told {
  type: EventType;
  set: ClearFields;
  /** in an `erased` event: the values that were deleted with their salts */
  erase?: ErasedValues[];
  /** the farm of the lot before this change, when it moves to another one: subscribers of that farm are notified */
  leftFarmId?: string | null;
  /** of a new weight that is less */
  loss?: LotContent['loss'];
  /** of a new weight: precision of scales and moisture meters, in 0.01 % */
  tolerance?: number;
  /** of a stage that ships the lot: what spoke against it */
  warnings?: LotContent['warnings'];
}

/** Grams that leave a lot or come back to it. */
export interface UseChange extends Told {
  type: 'used' | 'returned';
  /** the id that all events of the movement have */
  transfer: string;
  /** key of the consignment on the ledger; null: a transformation */
  consignment: string | null;
  grams: number;
}

/** The first event of a derived lot. */
export interface FormedChange extends Told {
  type: 'formed';
  /** key of the transformation */
  transfer: string;
  formation: Formation;
  set: ClearFields;
}

/** A step of one of the lot's alerts. */
export interface AlertChange extends Told {
  type: 'alert';
  /** the alert's key on the ledger */
  key: string;
  step: AlertEventStep;
}

export type LotEventChange = LotFieldChange | AlertChange | UseChange | FormedChange;

/** An event that is ready to be written. */
export interface LotEvent {
  eventId: string;
  lotUuid: string;
  seq: number;
  change: Pick<LotEventChange, 'type' | 'at' | 'actor'>;
  /** its content, canonical JSON, and that text's hash */
  content: string;
  hash: string;
  personal: readonly { field: CommittedField; value: unknown; salt: Buffer }[];
  /** the farm that the lot is of no more since this event */
  leftFarmId: string | null;
  /** events with the same id are recorded together, or none of them */
  transfer: string | null;
}

/**
 * Adds one event to a lot's chain, in the caller's transaction: history row, personal values with fresh salts, outbox row
 * and event log. Moves the lot's head; the caller holds the lot's row lock.
 * @param org MSP id that writes the event
 * @returns the event's id
 */
export async function appendLotEvent(
  em: EntityManager,
  lot: Lot,
  change: LotEventChange,
  org: string,
): Promise<string> {
  const [eventId = ''] = await appendLotEvents(em, [{ lot, change }], org);
  return eventId;
}

/** The same for several lots, in a few statements whatever their number. @returns the events' ids, in their order */
export async function appendLotEvents(
  em: EntityManager,
  changes: readonly { lot: Lot; change: LotEventChange }[],
  org: string,
): Promise<string[]> {
  const events: LotEvent[] = [];
  for (const { lot, change } of changes) {
    const event = await makeLotEvent(lot, change, org);
    lot.headSeq = event.seq;
    lot.headHash = event.hash;
    if (lot.ledgerStatus === 'recorded') lot.ledgerStatus = 'pending';
    lot.updatedAt = change.at;
    events.push(event);
  }
  await em.flush();
  await writeLotEvents(em, events);
  return events.map(({ eventId }) => eventId);
}

/** Makes the event that follows a lot's head: its content with fresh salts, and the hashes. Writes nothing. */
export async function makeLotEvent(
  lot: Pick<Lot, 'id' | 'lotKey' | 'headSeq' | 'headHash'>,
  change: LotEventChange,
  org: string,
): Promise<LotEvent> {
  const eventId = randomBytes(16).toString('hex');
  const salted = await commitAll({ ...change.personal, userName: change.actor.name ?? undefined });
  const seq = lot.headSeq + 1;
  const content: EventContent = {
    v: CONTENT_VERSION,
    eventId,
    lotKey: lot.lotKey,
    seq,
    prev: seq === 1 ? null : lot.headHash,
    org,
    commit: Object.fromEntries(salted.map(({ field, hash }) => [field, hash])),
    salt: randomBytes(32).toString('hex'),
    ...partOf(change),
  };
  const text = canonicalText(content);
  const hash = await contentTextHash(text, nativeSha256);
  const leftFarmId = 'leftFarmId' in change ? (change.leftFarmId ?? null) : null;
  const moved = 'transfer' in change ? change.transfer : null;
  return { eventId, lotUuid: lot.id, seq, change, content: text, hash, personal: salted, leftFarmId, transfer: moved };
}

/** What the kinds of contents have beside what all of them carry. */
function partOf(change: LotEventChange) {
  switch (change.type) {
    case 'alert':
      return alertPart(change);
    case 'used':
    case 'returned':
      return usePart(change);
    case 'formed':
      return formedPart(change);
    default:
      return fieldPart(change);
  }
}

/** Only the day of an alert's step is in the clear; the actor and the exact time are committed with the rest. */
function alertPart({ key, step, at }: AlertChange) {
  return { type: 'alert' as const, alert: { key, step, day: at.toISOString().slice(0, 10) }, set: {} };
}

function usePart({ type, at, actor, transfer, consignment, grams }: UseChange) {
  return { type, at: at.toISOString(), actorRole: actor.role, transfer, consignment, grams, set: {} };
}

function formedPart({ type, at, actor, transfer, formation, set }: FormedChange) {
  return { type, at: at.toISOString(), actorRole: actor.role, transfer, formation, set };
}

function fieldPart({ type, at, actor, set, erase, loss, tolerance, warnings }: LotFieldChange) {
  return {
    type,
    at: at.toISOString(),
    actorRole: actor.role,
    set,
    ...(erase === undefined ? {} : { erase }),
    ...(loss === undefined ? {} : { loss }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(warnings === undefined ? {} : { warnings }),
  };
}

/** Columns of an event's row, as `rowsOfEvents` names them. */
const COLUMNS =
  'event_id, lot_id, seq, type, at, actor_id, key_id, actor_role, gdpr_consent, request_id, content, content_hash, seal';

/**
 * What adds events to history, outbox and news, as parts of one statement (`with ...`).
 * @param first place of the first of the three parameters that `rowsOfEvents` makes
 */
export const eventParts = (first: number): string => `
  event as (
    insert into lot_event (${COLUMNS})
    select ${COLUMNS} from json_populate_recordset(null::lot_event, $${first}::json) returning event_id
  ),
  -- After its event: the trigger that refuses the words of an erased account comes after the event's own look at the account.
  kept as (
    insert into personal_value (event_id, field, value, salt)
    select event_id, field, value, salt from event join json_populate_recordset(null::personal_value, $${first + 1}::json)
      using (event_id)
  ),
  outbox as (
    ${enqueueEvents(`$${first + 2}::json`)}
  ),
  news as (
    ${logLotEvents(`$${first + 2}::json`)}
  )`;

const WRITE = new PreparedStatement(`with ${eventParts(1)} select from event where false`);

/** Writes events with their related rows, in one statement; their lots are written before. */
export async function writeLotEvents(em: EntityManager, events: readonly LotEvent[]): Promise<void> {
  await WRITE.run(em, rowsOfEvents(em, events));
}

/** The parameters of `eventParts`, each the JSON of rows: sealed events, personal values, their places in outbox and news. */
export function rowsOfEvents(em: EntityManager, events: readonly LotEvent[]): [string, string, string] {
  const seals = signersOf(em);
  const rows = events.map(({ eventId, lotUuid, seq, change, content, hash }) => {
    const row = {
      event_id: eventId,
      lot_id: lotUuid,
      seq,
      type: change.type,
      at: change.at,
      actor_id: change.actor.userId,
      key_id: change.actor.keyId ?? null,
      actor_role: change.actor.role,
      gdpr_consent: change.actor.gdprConsent ?? false,
      request_id: change.actor.requestId ?? null,
      content,
      content_hash: hash,
    };
    return { ...row, seal: seals.seal('lot-event', eventId, lotEventFacts(row)) };
  });
  const personal = events.flatMap(({ eventId, personal: values }) =>
    values.map(({ field, value, salt }) => ({ event_id: eventId, field, value, salt: `\\x${salt.toString('hex')}` })),
  );
  const places = events.map(({ eventId, lotUuid, seq, change, leftFarmId, transfer }) => ({
    event_id: eventId,
    lot_id: lotUuid,
    seq,
    transfer,
    kind: change.type,
    left_farm_id: leftFarmId,
  }));
  return [JSON.stringify(rows), JSON.stringify(personal), JSON.stringify(places)];
}

/** Commitments to values with fresh salts; null and undefined are left out. */
export async function commitAll(
  personal: LotEventChange['personal'],
): Promise<{ field: CommittedField; value: unknown; salt: Buffer; hash: string }[]> {
  const given = (Object.entries(personal) as [CommittedField, unknown][]).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Promise.all(
    given.map(async ([field, value]) => {
      const salt = randomBytes(32);
      return { field, value, salt, hash: await commitment(field, value, salt, nativeSha256) };
    }),
  );
}
