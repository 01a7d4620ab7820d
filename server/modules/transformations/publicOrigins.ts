import type { TransformationStep } from '../../domain/mass/massBalance.ts';
import { varietyShares } from '../../domain/mass/inheritance.ts';
import { farmShares, percentOf, publicPlaceOf, type FarmPart } from '../../domain/public/farmShares.ts';
import type { OriginStepView, PublicOriginsView } from '../../domain/public/publicAnswers.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import type { Database } from '../../platform/database/database.ts';
import { loadCountries } from '../../platform/geo/countries.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';

interface FarmRow {
  share: number;
  lots: number;
  latMicro: number | null;
  lonMicro: number | null;
  isAnonymized: boolean;
}

/** Lots whose farm was erased are of no farm that could be told apart. Equal shares are in no order that tells a name. */
const FARMS = `
  select sum(o.share)::float8 as share, count(*)::int as lots, bool_or(l.is_anonymized) as "isAnonymized",
    (array_agg(l.lat_micro order by o.share desc, o.origin_id))[1] as "latMicro",
    (array_agg(l.lon_micro order by o.share desc, o.origin_id))[1] as "lonMicro"
  from lot_origin o join ${ALL_LOTS} l on l.id = o.origin_id where o.lot_id = $1
  group by coalesce(l.farm_id, '') order by 1 desc, min(o.origin_id::text)`;
const VARIETIES = `
  select l.variety, sum(o.share)::float8 as share from lot_origin o join ${ALL_LOTS} l on l.id = o.origin_id
  where o.lot_id = $1 group by l.variety`;
/** Transformations that made the lot, or a lot that it was made of. */
const STEPS = `
  select t.step, to_char(min(t.at) at time zone 'UTC', 'YYYY-MM-DD') as from,
    to_char(max(t.at) at time zone 'UTC', 'YYYY-MM-DD') as until, count(distinct t.id)::int as transformations
  from (select $1::uuid as lot_id union all select ancestor_id from lot_ancestor where lot_id = $1) made
  join transformation_output o on o.lot_id = made.lot_id join transformation t on t.id = o.transformation_id
  group by t.step order by min(t.at), t.step`;

/** Countries that are looked up in one turn of the event loop. */
const AT_ONCE = 200;

/**
 * Where a derived lot comes from, as anybody may see it (docs/spec/public-pages.md, 'Lots made of others'). Three
 * statements, whatever the number of its origins.
 */
export async function readPublicOrigins(
  database: Pick<Database, 'rows'>,
  lot: { id: string; weightGrams: number },
): Promise<PublicOriginsView> {
  const [farms, varieties, steps] = await Promise.all([
    database.rows<FarmRow>(FARMS, [lot.id]),
    database.rows<{ variety: string; share: number }>(VARIETIES, [lot.id]),
    database.rows<OriginStepView & { step: TransformationStep }>(STEPS, [lot.id]),
  ]);
  const parts = farms.map(farmPart);
  return {
    ...farmShares(parts, lot.weightGrams),
    countries: await countriesOf(parts),
    varieties: varietyShares(varieties).map(({ variety, share }) => ({ variety, percent: percentOf(share) })),
    steps,
  };
}

function farmPart({ latMicro, lonMicro, ...farm }: FarmRow): FarmPart {
  return { ...farm, place: latMicro === null || lonMicro === null ? null : { latMicro, lonMicro } };
}

/** Countries of the rounded places, which reveal no more than these do; those with the largest shares first. */
async function countriesOf(parts: readonly FarmPart[]): Promise<string[]> {
  const countries = await loadCountries();
  const shares = new Map<string, number>();
  for (const [index, part] of parts.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await pause();
    const place = publicPlaceOf(part);
    const country = place === null ? null : countries.of(place);
    if (country !== null) shares.set(country, (shares.get(country) ?? 0) + part.share);
  }
  return [...shares].sort(([, one], [, other]) => other - one).map(([country]) => country);
}
