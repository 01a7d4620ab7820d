import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { lotBlockers, type LotToClose, type Mend } from '../../domain/consignment/closing.ts';
import { DEFORESTATION_STATUSES, SATELLITE_FRESH_DAYS } from '../../domain/forest/deforestation.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { worstStatus } from '../../domain/mass/inheritance.ts';
import { CONSIGNMENT } from '../../domain/messages/consignmentMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { Database } from '../../platform/database/database.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { ORIGINS_OF_LOT } from './consignmentReader.ts';

/** A reason why a consignment cannot be closed with a lot in it. */
export interface ClosingBlocker {
  /** UUID of the lot in the consignment */
  id: string;
  lotId: string;
  said: Message;
  mend: Mend;
  /** page of the staff area where it is mended */
  link: string;
  /** origin lots that are the cause, by lot id, at most ten; the lot itself where it is one */
  origins: string[];
}

/** Whether a consignment can be closed now. */
export interface ClosingView {
  ready: boolean;
  /** why it cannot be closed whatever its lots are; null where they alone decide */
  said: Message | null;
  /** at most 200 */
  blockers: ClosingBlocker[];
  /** lots that are kept out, also those that are not listed */
  blockedLots: number;
}

const MOST_BLOCKERS = 200;
const MOST_CAUSES = 10;

const lotIds = z.array(z.string()).nullable();
const factsRow = z.object({
  id: z.string(),
  lotId: z.string(),
  grams: z.number(),
  availableGrams: z.number(),
  stage: z.enum(STAGES),
  isDeleted: z.boolean(),
  statuses: z.array(z.enum(DEFORESTATION_STATUSES)),
  satelliteAt: z.coerce.date().nullable(),
  originsWithoutPlot: z.number(),
  /** lot ids of origins without No Deforestation, with an old check, without a plot; and the farm of the first of these */
  notClear: lotIds,
  oldCheck: lotIds,
  noPlot: lotIds,
  farmId: z.string().nullable(),
});
type ClosingFacts = z.output<typeof factsRow>;

/**
 * SQL of the facts by which lots are kept out, of one consignment. Status, check and plots are those of the origin
 * lots: what a derived lot has taken over may be older by a moment. `?`: the instant before which checks are old, twice
 * the number of lot ids that are named, and the consignment.
 */
const FACTS = `select l.id, l.lot_id as "lotId", h.grams, l.weight_grams - l.used_grams + h.grams as "availableGrams",
    l.stage, l.deleted_at is not null as "isDeleted", origins.*
  from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id
  cross join lateral (
    select array_agg(distinct s.deforestation_status) as statuses,
      case when bool_or(s.satellite_at is null) then null else min(s.satellite_at) end as "satelliteAt",
      (count(*) filter (where s.bare))::int as "originsWithoutPlot",
      (array_agg(s.lot_id order by s.lot_id) filter (where s.deforestation_status <> 'No Deforestation'))[1:${MOST_CAUSES}] as "notClear",
      (array_agg(s.lot_id order by s.lot_id) filter (where s.satellite_at is null or s.satellite_at < ?::timestamptz))[1:${MOST_CAUSES}] as "oldCheck",
      (array_agg(s.lot_id order by s.lot_id) filter (where s.bare))[1:${MOST_CAUSES}] as "noPlot",
      (array_agg(s.farm_id order by s.lot_id) filter (where s.bare))[1] as "farmId"
    from (
      select o.lot_id, o.deforestation_status, o.satellite_at, o.farm_id, coalesce(cardinality(o.plots), 0) = 0 as bare
      from ${ORIGINS_OF_LOT} named join ${ALL_LOTS} o on o.id = named.origin_id
      -- A person's word on the derived lot itself counts, too.
      union all select l.lot_id, l.deforestation_status, l.satellite_at, null, false where l.kind <> 'origin'
    ) s) origins
  where h.consignment_id = ? order by l.lot_id`;

const DAY_MS = 86_400_000;

/** What keeps a consignment open, as a transaction sees it. */
export async function closingIn(em: EntityManager, id: string, now: Date): Promise<ClosingView> {
  const rows: unknown[] = await em.execute(FACTS, [oldBefore(now), id]);
  return closingOf(id, rows, now);
}

/** The same for a reader. */
export async function readClosing(database: Pick<Database, 'rows'>, id: string, now: Date): Promise<ClosingView> {
  const numbered = FACTS.replace('?', '$1').replace('?', '$2');
  return closingOf(id, await database.rows(numbered, [oldBefore(now), id]), now);
}

function oldBefore(now: Date): Date {
  return new Date(now.getTime() - SATELLITE_FRESH_DAYS * DAY_MS);
}

function closingOf(id: string, rows: readonly unknown[], now: Date): ClosingView {
  const facts = z.array(factsRow).parse(rows);
  if (facts.length === 0) return { ready: false, said: CONSIGNMENT.empty({}), blockers: [], blockedLots: 0 };
  const kept = facts.map((one) => blockersOf(id, one, now)).filter((blockers) => blockers.length > 0);
  const blockedLots = kept.length;
  return {
    ready: blockedLots === 0,
    said: blockedLots === 0 ? null : CONSIGNMENT.notReady({ lots: blockedLots }),
    blockers: kept.flat().slice(0, MOST_BLOCKERS),
    blockedLots,
  };
}

function blockersOf(consignmentId: string, facts: ClosingFacts, now: Date): ClosingBlocker[] {
  const { statuses, ...rest } = facts;
  const lot: LotToClose = { ...rest, deforestationStatus: worstStatus(statuses) };
  return lotBlockers(lot, now).map(({ message, mend }) => {
    const origins = causesOf(facts, message);
    return {
      id: facts.id,
      lotId: facts.lotId,
      said: message,
      mend,
      link: linkOf(consignmentId, facts, mend, origins),
      origins,
    };
  });
}

function causesOf({ lotId, notClear, oldCheck, noPlot }: ClosingFacts, { code }: Message): string[] {
  const causes: Record<string, string[] | null> = {
    'consignment.lot_status': notClear,
    'consignment.lot_never_checked': oldCheck,
    'consignment.lot_old_check': oldCheck,
    'consignment.lot_no_plot': noPlot,
  };
  return causes[code] ?? [lotId];
}

/** Where in the staff area a reason is mended. */
function linkOf(
  consignmentId: string,
  { farmId, lotId }: ClosingFacts,
  mend: Mend,
  origins: readonly string[],
): string {
  const cause = encodeURIComponent(origins[0] ?? lotId);
  const lotPage = `/admin/dashboard?lot=${cause}&view=detail`;
  switch (mend) {
    case 'remove':
    case 'takeLess':
      return `/admin/consignments/${consignmentId}`;
    case 'check':
      return lotPage;
    case 'decideAlert':
      return `/admin/dashboard?tab=alerts&status=all&of=${cause}`;
    case 'outlinePlot':
      return farmId === null ? lotPage : `/admin/farms/${encodeURIComponent(farmId)}`;
  }
}
