import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { alertRow, type StoredAlert } from '../../domain/verification/alertRows.ts';
import type { CheckRow } from '../../domain/verification/evidence.ts';
import type { StoredValue } from '../../domain/verification/storedValues.ts';
import type { OwnEvent } from '../../domain/verification/verification.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { lotEventFacts } from '../lots/lotEventSeal.ts';
import { LOT_COLUMNS, LOT_SOURCE, type LotRow } from '../lots/lotView.ts';
import { storedEvent, storedPersonalValue } from '../lots/storedEvents.ts';
import { ALERT_FACTS } from '../alerts/alertViews.ts';
import { LEDGER_RECORDS } from '../ledger/outbox/outboxViews.ts';
import { LOT_EVENTS, PERSONAL_VALUES } from '../lots/lotViews.ts';
import { SATELLITE_CHECKS } from '../satellite/checkViews.ts';

const instant = z.coerce.date();
const alertTime = instant.nullable();

const eventRow = storedEvent.extend({
  // Null where the outbox lost it.
  state: z.enum(['pending', 'recorded', 'failed']).nullable(),
  tx_id: z.string().nullable(),
  block_number: z.int().nullable(),
  signature: z.string().nullable(),
  recorded_at: instant.nullable(),
});

const parts = z.object({
  events: z.array(z.unknown()),
  kept: z.array(z.unknown()),
  checks: z.array(
    z.object({
      id: z.string(),
      endedAt: instant,
      driver: z.string(),
      dataset: z.string(),
      datasetVersion: z.string(),
      sample: z.boolean(),
      latMicro: z.int().nullable(),
      lonMicro: z.int().nullable(),
      plots: z.array(z.string()).nullable(),
      conclusion: z.string(),
      reason: z.string().nullable(),
      evidence: z.string(),
      evidenceHash: z.string(),
      lossPixels: z.int(),
      lossYears: z.array(z.int()),
      pixels: z.int(),
      treeCover2000: z.int().nullable(),
      confidence: z.string(),
    }),
  ) satisfies z.ZodType<CheckRow[]>,
  alerts: z.array(alertRow.extend({ acknowledgedAt: alertTime, closedAt: alertTime, createdAt: instant })),
});

/** Columns of a lot's row beyond those of lists. */
interface DossierRow extends LotRow {
  lotKey: string;
  ledgerBlock: number | null;
  ledgerRecordedAt: Date | null;
  headSeq: number;
  headHash: string;
  deletedAt: Date | null;
}

/**
 * All that the database holds of one lot: its row, its events with their states, the stored personal values with their
 * salts, its satellite checks and its alerts.
 */
export interface LotDossier {
  row: DossierRow;
  events: OwnEvent[];
  kept: StoredValue[];
  checks: CheckRow[];
  alerts: StoredAlert[];
  /** SHA-256 over all of this as it is stored, hex: the same print, the same dossier */
  print: string;
  /** events and values as stored, in the order of `events` and `kept` */
  stored: { events: unknown[]; kept: unknown[] };
}

/*
 * One statement, so that all parts are of one snapshot, as the comparison needs. `offset 0` keeps PostgreSQL from
 * merging a part into its surroundings: it would read all personal values for one lot while it does not know their
 * number, and all of a lot twice, once for its digest.
 */
/** A person or a partner key took a step; both together, which the program never writes, are no recorded id. */
const oneOf = (person: string, key: string): string => `nullif(concat_ws(' ', ${person}, ${key}), '')`;

const DOSSIERS = `
  select ${LOT_COLUMNS}, l.lot_key as "lotKey", l.ledger_block as "ledgerBlock", l.ledger_recorded_at as "ledgerRecordedAt",
    l.head_seq as "headSeq", l.head_hash as "headHash", l.deleted_at as "deletedAt",
    (select coalesce(json_agg(e order by e.seq), '[]') from (
      select e.event_id, e.lot_id, e.seq, e.type, e.at, e.actor_id, e.key_id, e.actor_role, e.gdpr_consent, e.request_id,
        e.content, e.content_hash, e.seal, o.state, o.tx_id, o.block_number, o.signature, o.recorded_at
      from ${LOT_EVENTS} e left join ${LEDGER_RECORDS} o using (event_id, lot_id, seq) where e.lot_id = l.id) e) as events,
    (select coalesce(json_agg(json_build_object('eventId', v.event_id, 'field', v.field, 'value', v.value,
        'salt', encode(v.salt, 'hex')) order by e.seq, v.field), '[]')
      from ${LOT_EVENTS} e cross join lateral (select * from ${PERSONAL_VALUES} v where event_id = e.event_id offset 0) v
      where e.lot_id = l.id) as kept,
    (select coalesce(json_agg(json_build_object('id', c.id, 'endedAt', c.ended_at, 'driver', c.driver, 'dataset', c.dataset,
        'datasetVersion', c.dataset_version, 'sample', c.sample, 'latMicro', c.lat_micro, 'lonMicro', c.lon_micro, 'plots', c.plots,
        'conclusion', c.conclusion, 'reason', c.reason, 'evidence', c.evidence, 'evidenceHash', c.evidence_hash,
        'lossPixels', c.loss_pixels, 'lossYears', c.loss_years, 'pixels', c.pixels, 'treeCover2000', c.tree_cover_2000,
        'confidence', c.confidence)), '[]')
      from ${SATELLITE_CHECKS} c where c.lot_id = l.id) as checks,
    (select coalesce(json_agg(json_build_object('ledgerKey', a.ledger_key, 'type', a.type, 'severity', a.severity,
        'status', a.status, 'title', a.title, 'description', a.description, 'latMicro', a.lat_micro,
        'lonMicro', a.lon_micro, 'findingKey', a.finding_key, 'findingPixels', a.finding_pixels, 'checkId', a.check_id,
        'note', a.note, 'outcome', a.outcome, 'acknowledgedAt', a.acknowledged_at, 'acknowledgedBy', ${oneOf('a.acknowledged_by', 'a.acknowledged_key')},
        'closedAt', a.closed_at, 'closedBy', ${oneOf('a.closed_by', 'a.closed_key')}, 'createdAt', a.created_at)), '[]')
      from ${ALERT_FACTS} a where a.lot_id = l.id) as alerts
  from ${LOT_SOURCE} where l.id = any($1)`;

const PRINT = `encode(sha256(convert_to(row_to_json(d)::text, 'UTF8')), 'hex') as print`;
const ALSO_DELETED = `select d.*, ${PRINT} from (${DOSSIERS} offset 0) d`;
const PRINTED = `select d.*, ${PRINT} from (${DOSSIERS} and l.deleted_at is null offset 0) d`;
const PRINTS = `select d.id, ${PRINT} from (${DOSSIERS} and l.deleted_at is null offset 0) d`;

interface StoredDossier extends DossierRow {
  events: unknown;
  kept: unknown;
  checks: unknown;
  alerts: unknown;
  print: string;
}

/** Where dossiers are read: the database, or one snapshot of it. */
export type DossierSource = Pick<Database, 'rows' | 'seals'>;

/**
 * Lots by UUID, without missing and deleted ones. One statement for any number of lots.
 * @param deleted whether deleted ones are read too
 * @param before dossiers that were read earlier: unchanged rows are not verified again
 */
export async function readDossiers(
  database: DossierSource,
  ids: readonly string[],
  deleted = false,
  before: (id: string) => LotDossier | undefined = () => undefined,
): Promise<Map<string, LotDossier>> {
  const rows = await database.rows<StoredDossier>(deleted ? ALSO_DELETED : PRINTED, [ids]);
  const dossiers = new Map<string, LotDossier>();
  for (const { events, kept, checks, alerts, print, ...row } of rows) {
    await pause();
    const read = parts.parse({ events, kept, checks, alerts });
    const known = before(row.id);
    dossiers.set(row.id, {
      row,
      ...read,
      events: await readInSeries(read.events, (event, i) => {
        const same = isDeepStrictEqual(event, known?.stored.events[i]) ? known?.events[i] : undefined;
        // An invalid signature is reported each time it is read.
        return same?.sealed === true ? same : ownEvent(eventRow.parse(event), database);
      }),
      kept: await readInSeries(read.kept, (value, i) => {
        const same = isDeepStrictEqual(value, known?.stored.kept[i]) ? known?.kept[i] : undefined;
        return same ?? storedPersonalValue.parse(value);
      }),
      print,
      stored: read,
    });
  }
  return dossiers;
}

/** Events and values of a long lot that are read at a time. */
const AT_ONCE = 16;

async function readInSeries<From, To>(all: readonly From[], read: (one: From, index: number) => To): Promise<To[]> {
  const done: To[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    await pause();
    done.push(...all.slice(from, from + AT_ONCE).map((one, i) => read(one, from + i)));
  }
  return done;
}

/** The prints that dossiers would have now, without the dossiers; of lots that are not there, or deleted, none. */
export async function readDossierPrints(database: DossierSource, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await database.rows<{ id: string; print: string }>(PRINTS, [ids]);
  return new Map(rows.map(({ id, print }) => [id, print]));
}

function ownEvent(row: z.infer<typeof eventRow>, { seals }: DossierSource): OwnEvent {
  return {
    eventId: row.event_id,
    seq: row.seq,
    content: row.content,
    contentHash: row.content_hash,
    at: row.at,
    sealed: seals.check('lot-event', row.event_id, lotEventFacts(row), row.seal),
    state: row.state ?? 'pending',
    receipt: {
      transactionId: row.tx_id,
      blockNumber: row.block_number,
      signature: row.signature,
      recordedAt: row.recorded_at,
    },
  };
}
