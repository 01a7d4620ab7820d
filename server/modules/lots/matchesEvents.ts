import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { EventContent } from '../../domain/ledger/content.ts';
import { foldEvents, type LotState } from '../../domain/ledger/projection.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { rowMatchesEvents } from '../../domain/verification/verification.ts';
import { nativeSha256 } from '../../platform/checkpoints/nativeSha256.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';
import type { Lot } from './lot.ts';
import { LOT_COLUMNS, type LotRow } from './lotView.ts';
import { signedContent, storedEvent, storedPersonalValue } from './storedEvents.ts';

const parts = z.object({ events: z.array(storedEvent), kept: z.array(storedPersonalValue) });

type StoredLotWithEvents = LotRow &
  Pick<Lot, 'lotKey' | 'headSeq' | 'headHash' | 'deletedAt'> & { events: unknown; kept: unknown };

const ROWS_WITH_EVENTS = new PreparedStatement<StoredLotWithEvents>(
  `select ${LOT_COLUMNS}, l.lot_key as "lotKey", l.head_seq as "headSeq", l.head_hash as "headHash",
     l.deleted_at as "deletedAt",
     (select coalesce(json_agg(e order by e.seq), '[]') from (
       select event_id, lot_id, seq, type, at, actor_id, key_id, actor_role, gdpr_consent, request_id, content,
         content_hash, seal
       from lot_event where lot_id = l.id) e) as events,
     (select coalesce(json_agg(json_build_object('eventId', v.event_id, 'field', v.field, 'value', v.value,
         'salt', encode(v.salt, 'hex'))), '[]')
       from lot_event e cross join lateral (select * from personal_value where event_id = e.event_id offset 0) v
       where e.lot_id = l.id) as kept
   from lot l where l.id = any($1::uuid[])`,
);

/**
 * Lots whose row does not follow from their signed events: a field, the stage, the deletion or the head was changed
 * outside of the program, or the chain of events has a gap or an event without a valid signature. The caller holds the
 * rows' locks, so the answer holds until its transaction ends. One statement for any number of lots.
 * @param ids UUIDs of lots, deleted ones too
 */
export async function lotsUnlikeTheirEvents(em: EntityManager, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const states = await lotsByTheirEvents(em, ids);
  return new Set([...states].flatMap(([id, state]) => (state === null ? [id] : [])));
}

/** The same lots by UUID, each as its signed events tell it; null for one whose row does not follow from them. */
export async function lotsByTheirEvents(
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, LotState | null>> {
  const rows = ids.length === 0 ? [] : await ROWS_WITH_EVENTS.run(em, [ids]);
  const states = new Map<string, LotState | null>();
  for (const row of rows) states.set(row.id, await matchingState(em, row));
  return states;
}

/**
 * A locked lot as its signed events tell it.
 * @throws Refused conflict, when its row does not match them
 */
export async function assertMatchesEvents(em: EntityManager, lotUuid: string): Promise<LotState> {
  const state = (await lotsByTheirEvents(em, [lotUuid])).get(lotUuid);
  if (state === undefined || state === null) throw new Refused({ kind: 'conflict', said: REFUSED.differingLot({}) });
  return state;
}

async function matchingState(em: EntityManager, stored: StoredLotWithEvents): Promise<LotState | null> {
  const { events, kept } = parts.parse({ events: stored.events, kept: stored.kept });
  const seals = signersOf(em);
  const contents: EventContent[] = [];
  let previous: string | null = null;
  for (const event of events) {
    const content = signedContent(seals, event);
    if (content === null) return null;
    if (content.lotKey !== stored.lotKey || content.seq !== contents.length + 1 || content.prev !== previous)
      return null;
    contents.push(content);
    previous = event.content_hash;
  }
  if (stored.headSeq !== contents.length || stored.headHash !== previous) return null;
  return (await rowMatchesEvents(stored, contents, kept, nativeSha256)) ? foldEvents(contents) : null;
}
