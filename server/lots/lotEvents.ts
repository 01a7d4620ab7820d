import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClearFields, CommittedField, EventContent, EventType } from '../domain/ledger/content.ts';
import { canonicalText, commitment, contentTextHash } from '../domain/proof/hashing.ts';
import type { Role } from '../domain/permissions.ts';
import { logEvent } from '../database/eventLog.ts';
import type { Lot } from './lot.ts';

/** Who acts, as history and ledger keep it. */
export interface Actor {
  userId: string | null;
  role: Role | 'system';
  /** name of the account; null for the system */
  name: string | null;
  gdprConsent?: boolean;
  requestId?: string;
}

export const SYSTEM: Actor = { userId: null, role: 'system', name: null };

/** One change of a lot, for its history and the ledger. */
export interface LotChange {
  type: EventType;
  set: ClearFields;
  /** personal values by field, in the form that is committed to; null and undefined are left out */
  personal: Partial<Record<CommittedField, unknown>>;
  actor: Actor;
  at: Date;
}

/**
 * Adds one event to a lot's chain, in the caller's transaction: history row, personal values with fresh salts, outbox row
 * and event log. Moves the lot's head; the caller holds the lot's row lock.
 * @param org MSP id that writes the event
 * @returns the event's id
 */
export async function appendLotEvent(em: EntityManager, lot: Lot, change: LotChange, org: string): Promise<string> {
  const eventId = randomBytes(16).toString('hex');
  const salted = await commitAll({ ...change.personal, userName: change.actor.name ?? undefined });
  const seq = lot.headSeq + 1;
  const content: EventContent = {
    v: 1,
    eventId,
    lotKey: lot.lotKey,
    seq,
    prev: seq === 1 ? null : lot.headHash,
    type: change.type,
    at: change.at.toISOString(),
    actorRole: change.actor.role,
    org,
    set: change.set,
    commit: Object.fromEntries(salted.map(({ field, hash }) => [field, hash])),
    salt: randomBytes(32).toString('hex'),
  };
  const text = canonicalText(content);
  const hash = await contentTextHash(text);
  lot.headSeq = seq;
  lot.headHash = hash;
  if (lot.ledgerStatus === 'recorded') lot.ledgerStatus = 'pending';
  lot.updatedAt = change.at;
  await em.flush();
  await em.execute(
    `insert into lot_event (event_id, lot_id, seq, type, at, actor_id, actor_role, gdpr_consent, request_id, content, content_hash)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      eventId,
      lot.id,
      seq,
      change.type,
      change.at,
      change.actor.userId,
      change.actor.role,
      change.actor.gdprConsent ?? false,
      change.actor.requestId ?? null,
      text,
      hash,
    ],
  );
  for (const { field, value, salt } of salted) {
    await em.execute('insert into personal_value (event_id, field, value, salt) values (?, ?, ?::jsonb, ?)', [
      eventId,
      field,
      JSON.stringify(value),
      salt,
    ]);
  }
  await em.execute('insert into ledger_outbox (event_id, lot_id, seq) values (?, ?, ?)', [eventId, lot.id, seq]);
  await logEvent(em, { topic: 'lot', kind: change.type, lotId: lot.id });
  return eventId;
}

async function commitAll(
  personal: LotChange['personal'],
): Promise<{ field: CommittedField; value: unknown; salt: Buffer; hash: string }[]> {
  const given = (Object.entries(personal) as [CommittedField, unknown][]).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Promise.all(
    given.map(async ([field, value]) => {
      const salt = randomBytes(32);
      return { field, value, salt, hash: await commitment(field, value, salt) };
    }),
  );
}
