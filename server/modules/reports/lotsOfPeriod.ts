import type { EntityManager } from '@mikro-orm/postgresql';
import type { LotScope } from '../../domain/access/permissions.ts';
import type { Period } from '../../domain/report/reportPeriod.ts';
import { STATUS_SOURCE_SQL } from '../lots/statusDecision.ts';
import type { ReportFigures } from './reportSnapshot.ts';
import { farmOf } from './storedReport.ts';
import { PLOT_OUTLINES } from '../farms/plotViews.ts';
import { LIVE_LOTS } from '../lots/lotViews.ts';
import { SATELLITE_CHECKS } from '../satellite/checkViews.ts';

const DAY_MS = 86_400_000;
/** PostgreSQL cannot parse the year 10000 in this form. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether privacy duties were met up to the end of a period (`privacy/privacyState.ts`). */
export type PrivacyStateReader = (em: EntityManager, periodEnd: Date, now: Date) => Promise<{ gdprCompliant: boolean }>;

/**
 * The SQL condition on `LIVE_LOTS l` of a report, with the placeholders of its values. Origin lots only: the beans of a
 * derived lot are in them already (docs/spec/figures.md).
 * @param farm null for every lot; '' matches none
 */
export function inPeriod(from: string, to: string, farm: string, farmAgain = farm): string {
  return `l.kind = 'origin' and l.harvest_date between ${from} and ${to} and (${farm}::text is null or l.farm_id = ${farmAgain})`;
}

/** The columns of a lot as `lotsRead.ts` reads them. */
export const LOT_LINE = `l.id as lot, l.lot_id as "lotId", l.variety, l.harvest_date as "harvestDate", l.stage,
  l.deforestation_status as status, ${STATUS_SOURCE_SQL} as "decidedBy", l.weight_grams as "weightGrams", l.quality_tenths as "qualityTenths",
  l.satellite_at as "satelliteAt", l.ledger_status as ledger, l.ledger_tx_id as "transactionId",
  l.farmer_name as "farmerName", l.farm_id as "farmId", l.lat_micro as "latMicro", l.lon_micro as "lonMicro",
  (select json_agg(json_build_object('ref', named.ref, 'geometry', v.geometry, 'salt', encode(v.salt, 'hex'))
      order by named.place)
    from unnest(l.plots) with ordinality named (ref, place) left join ${PLOT_OUTLINES} v
      on v.plot_id = substring(named.ref from '^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid
      and v.version = substring(named.ref from '/(\\d{1,9})/')::integer) as land`;

const CHECKS = `
  select count(*)::int as checks from ${SATELLITE_CHECKS} c join ${LIVE_LOTS} l on l.id = c.lot_id
  where l.kind = 'origin' and c.ended_at >= ? and c.ended_at < ? and (?::text is null or l.farm_id = ?)`;

/** The figures of a period that do not come from its lots, as a transaction sees them. */
export async function figuresBesideLots(
  em: EntityManager,
  privacyState: PrivacyStateReader,
  { scope, period, now }: { scope: LotScope; period: Period; now: Date },
): Promise<Pick<ReportFigures, 'satelliteChecks' | 'gdprCompliant'>> {
  const begin = new Date(`${period.from}T00:00:00Z`);
  const end = new Date(Math.min(Date.parse(`${period.to}T00:00:00Z`) + DAY_MS, LAST_INSTANT));
  const { gdprCompliant } = await privacyState(em, end, now);
  const farm = farmOf(scope);
  const [checked]: { checks: number }[] = await em.execute(CHECKS, [begin, end, farm, farm]);
  return { satelliteChecks: checked?.checks ?? 0, gdprCompliant };
}
