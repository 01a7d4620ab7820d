import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { EventContent } from '../../domain/ledger/content.ts';
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
  const rows = ids.length === 0 ? [] : await ROWS_WITH_EVENTS.run(em, [ids]);
  const differing = new Set<string>();
  for (const row of rows) if (!(await matchesEvents(em, row))) differing.add(row.id);
  return differing;
}

/** @throws Refused conflict, when the row of a locked lot does not match its signed events */
export async function assertMatchesEvents(em: EntityManager, lotUuid: string): Promise<void> {
  const differing = await lotsUnlikeTheirEvents(em, [lotUuid]);
  if (differing.size > 0) throw new Refused({ kind: 'conflict', said: REFUSED.differingLot({}) });
}

async function matchesEvents(em: EntityManager, stored: StoredLotWithEvents): Promise<boolean> {
  const { events, kept } = parts.parse({ events: stored.events, kept: stored.kept });
  const seals = signersOf(em);
  const contents: EventContent[] = [];
  let previous: string | null = null;
  for (const event of events) {
    const content = signedContent(seals, event);
    if (content === null) return false;
    if (content.lotKey !== stored.lotKey || content.seq !== contents.length + 1 || content.prev !== previous)
      return false;
    contents.push(content);
    previous = event.content_hash;
  }
  if (stored.headSeq !== contents.length || stored.headHash !== previous) return false;
  return rowMatchesEvents(stored, contents, kept, nativeSha256);
}
