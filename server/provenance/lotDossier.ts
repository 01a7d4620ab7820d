import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { committedField } from '../domain/ledger/content.ts';
import { LOT_COLUMNS, type LotRow } from '../lots/lotView.ts';

const parts = z.object({
  events: z.array(z.object({ eventId: z.string(), seq: z.int(), content: z.string(), recorded: z.boolean() })),
  kept: z.array(
    z.object({
      eventId: z.string(),
      field: committedField,
      value: z.unknown(),
      salt: z.string().transform((hex): Uint8Array => Buffer.from(hex, 'hex')),
    }),
  ),
});

/** All that our database says of one lot: its row, its events and the personal values that are still kept with their salts. */
export interface LotDossier extends z.infer<typeof parts> {
  row: LotRow & { lot_key: string };
}

// One statement, so that row, events and salts are of one moment: the comparison needs that.
const DOSSIERS = `
  select ${LOT_COLUMNS}, l.lot_key,
    (select coalesce(json_agg(json_build_object('eventId', e.event_id, 'seq', e.seq, 'content', e.content,
        'recorded', o.state = 'recorded') order by e.seq), '[]')
      from lot_event e join ledger_outbox o using (event_id) where e.lot_id = l.id) as events,
    (select coalesce(json_agg(json_build_object('eventId', v.event_id, 'field', v.field, 'value', v.value,
        'salt', encode(v.salt, 'hex'))), '[]')
      from personal_value v join lot_event e using (event_id) where e.lot_id = l.id) as kept
  from lot l where l.id = any($1) and l.deleted_at is null`;

/** Lots by UUID; deleted ones are missing. One statement, however many lots. */
export async function readDossiers(database: Database, ids: readonly string[]): Promise<Map<string, LotDossier>> {
  const rows = await database.rows<LotDossier['row'] & { events: unknown; kept: unknown }>(DOSSIERS, [ids]);
  return new Map(rows.map(({ events, kept, ...row }) => [row.id, { row, ...parts.parse({ events, kept }) }]));
}

const keptByEvent = new WeakMap<LotDossier['kept'], Map<string, LotDossier['kept']>>();

/** The values that are kept of one event. A long chain asks for them event by event. */
export function keptOf({ kept }: LotDossier, eventId: string): LotDossier['kept'] {
  let byEvent = keptByEvent.get(kept);
  if (byEvent === undefined) {
    byEvent = Map.groupBy(kept, (one) => one.eventId);
    keptByEvent.set(kept, byEvent);
  }
  return byEvent.get(eventId) ?? [];
}
