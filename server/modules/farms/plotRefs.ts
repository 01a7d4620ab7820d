import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.ts';
import { PLOTS_OF_LOT } from '../../domain/lot/lotInput.ts';
import { plotRef, plotRefText } from '../../domain/plot/plotInput.ts';
import { isStorable } from '../../domain/text/validText.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { degreesFromMicro, microFromDegrees } from '../../domain/text/units.ts';
import type { Message } from '../../domain/messages/message.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { signersOf } from '../../platform/row-signatures/signersOf.ts';
import { centroid } from '../../domain/plot/geometry/centroid.ts';
import { nameKey } from './plotStore.ts';
import { PLOT_VERSIONS, PLOTS } from './signedPlots.ts';

interface PlotFieldFault {
  field: string;
  said: Message;
}

/** What somebody gives of a lot, not judged yet. */
type Given = Record<string, unknown>;

interface Known {
  farmId: string;
  plotId: string;
  current: boolean;
  version: number;
  versionId: string;
  mark: string;
  nameKey: string | null;
  latMicro: number;
  lonMicro: number;
  area: number;
  facts: SignedFacts;
  seal: string | null;
  plotFacts: SignedFacts;
  plotSeal: string | null;
}

const KNOWN = `select p.farm_id as "farmId", p.id as "plotId", p.version = v.version and p.removed_at is null as current, v.version,
    v.id as "versionId", v.mark, p.name_key as "nameKey", v.lat_micro as "latMicro", v.lon_micro as "lonMicro", v.area,
    ${PLOT_VERSIONS.facts('v')} as facts, v.seal, ${PLOTS.facts('p')} as "plotFacts", p.seal as "plotSeal"
  from plot p join plot_version v on v.plot_id = p.id
  where p.farm_id = any($1) and v.lat_micro is not null
    and (v.version = p.version and p.removed_at is null and (p.id = any($2::uuid[]) or p.name_key = any($3))
      or p.id = any($4::uuid[]) and v.mark = any($5))`;
const KNOWN_WITHIN = new PreparedStatement<Known>(KNOWN);

interface ChosenPlots {
  input: Given;
  faults: PlotFieldFault[];
}

/**
 * The plots of lots: each given by its UUID or its name within the lot's farm, or in the lot's present form. The
 * results are in stored form, with the location: the centroid of all their land.
 * @param inputs `farmId`, `plots`, and perhaps `latitude` and `longitude`; those without plots are returned unchanged
 * @returns for each the values for its lot, and the faults of its plots
 */
export function choosePlots(
  database: Pick<Database, 'rows' | 'seals'>,
  inputs: readonly Given[],
): Promise<ChosenPlots[]> {
  return choose((values) => database.rows<Known>(KNOWN, values), database.seals, inputs);
}

/** The same in an open transaction, on its own connection. */
export function choosePlotsWithin(em: EntityManager, inputs: readonly Given[]): Promise<ChosenPlots[]> {
  return choose((values) => KNOWN_WITHIN.run(em, values), signersOf(em), inputs);
}

async function choose(
  read: (values: readonly unknown[]) => Promise<Known[]>,
  seals: Database['seals'],
  inputs: readonly Given[],
): Promise<ChosenPlots[]> {
  const asked = inputs.map(askedOf);
  const named = asked.flatMap((one) => one?.names ?? []);
  if (named.length === 0) return inputs.map((input) => ({ input, faults: [] }));
  const refs = named.map(plotRef).filter((ref) => ref !== null);
  const known = await read([
    [...new Set(asked.flatMap((one) => (one === null ? [] : [one.farmId])))],
    named.filter(isUuid),
    named.map(nameKey),
    refs.map(({ plotId }) => plotId).filter(isUuid),
    refs.map(({ mark }) => mark),
  ]);
  // The plot's own signature covers its newest version and its farm.
  const whole = known.filter(
    ({ plotId, plotFacts, plotSeal, versionId, facts, seal }) =>
      seals.holds('plot', plotId, plotFacts, plotSeal) && seals.holds('plot-version', versionId, facts, seal),
  );
  return inputs.map((input, i) => {
    const one = asked[i];
    return one === null || one === undefined ? { input, faults: [] } : chosen(input, one, whole);
  });
}

interface Asked {
  farmId: string;
  names: string[];
}

/** The part of an input that can be looked up; null if there is none, or if the lot's own rules reject it. */
function askedOf({ farmId, plots }: Given): Asked | null {
  if (typeof farmId !== 'string' || !Array.isArray(plots) || plots.length === 0) return null;
  if (plots.length > PLOTS_OF_LOT) return null;
  const names = plots.filter((one) => typeof one === 'string').map((one) => one.trim().normalize('NFC'));
  if (![farmId, ...names].every(isStorable)) return null;
  return names.length === plots.length ? { farmId: farmId.trim().toUpperCase(), names } : null;
}

function chosen(input: Given, { farmId, names }: Asked, known: readonly Known[]): ChosenPlots {
  const ofFarm = known.filter((one) => one.farmId === farmId);
  const found = names.map((name) => ({ name, plot: findPlot(ofFarm, name) }));
  const unknown = found.filter(({ plot }) => plot === undefined);
  if (unknown.length > 0) {
    // Without the lot's plots it is unknown whether a location is missing.
    return {
      input: { ...input, plots: [], latitude: input.latitude ?? 0, longitude: input.longitude ?? 0 },
      faults: unknown.map(({ name }) => ({
        field: 'plots',
        said: INPUT.noSuchPlot({ plot: name.slice(0, 80), farmId }),
      })),
    };
  }
  const plots = [...new Map(found.flatMap(({ plot }) => (plot === undefined ? [] : [[plot.plotId, plot]]))).values()];
  const place = centroid(plots);
  const differs = (given: unknown, own: number): boolean =>
    given !== undefined && given !== null && !(typeof given === 'number' && microFromDegrees(given) === own);
  const faults: PlotFieldFault[] = [
    ...(differs(input.latitude, place.latMicro) ? [{ field: 'latitude', said: INPUT.placeOfPlots({}) }] : []),
    ...(differs(input.longitude, place.lonMicro) ? [{ field: 'longitude', said: INPUT.placeOfPlots({}) }] : []),
  ];
  const { latMicro, lonMicro } = place;
  return {
    input: {
      ...input,
      plots: plots.map(plotRefText),
      latitude: degreesFromMicro(latMicro),
      longitude: degreesFromMicro(lonMicro),
    },
    faults,
  };
}

function findPlot(known: readonly Known[], name: string): Known | undefined {
  const ref = plotRef(name);
  if (ref !== null) {
    return known.find(
      ({ plotId, version, mark }) => plotId === ref.plotId && version === ref.version && mark === ref.mark,
    );
  }
  const current = known.filter((one) => one.current);
  return isUuid(name)
    ? current.find(({ plotId }) => plotId === name.toLowerCase())
    : current.find((one) => one.nameKey === nameKey(name));
}
