import { z } from 'zod';
import { auditAll } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { foreignCrs, propertyFaults, singleGeometries } from '../../domain/plot/geometry/geoJsonParts.ts';
import type { Geometry } from '../../domain/plot/geometry/geometry.ts';
import { fieldMessage, fieldMessages, type FieldMessage } from '../../domain/messages/fieldMessages.ts';
import { inScope, mayManagePlots, type LotScope, type PermissionTable } from '../../domain/access/permissions.ts';
import { newPlotInput, PLOT_LIMITS, plotFarmId, type NewPlot } from '../../domain/plot/plotInput.ts';
import { FILE } from '../../domain/messages/callMessages.ts';
import { PLOT } from '../../domain/messages/plotMessages.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import { pause } from '../../platform/concurrency/pause.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { featureTexts } from '../../platform/validation/featureTexts.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { textChunks } from '../../platform/validation/textChunks.ts';
import { forbidden, invalid, notFound } from '../../platform/errors/refusal.ts';
import { requireGrant, scopeOf, type Caller, type RequestInfo, type UserCaller } from '../../platform/access/caller.ts';
import { readOutline } from './outlineThreads.ts';
import { ForeignOverlaps } from './foreignOverlaps.ts';
import { boxesMeet, judgePlot, type JudgedPlot, type Neighbour } from './plotJudge.ts';
import { geometryFaults, stateOf } from './plotService.ts';
import { addPlots, nameKey, type PlotState } from './plotStore.ts';
import {
  assertUnchanged,
  countriesOf,
  lockPlots,
  NEIGHBOURS,
  findNearbyPlots,
  plotsOfFarm,
  NearbyPlotsChanged,
  retryOnChange,
  type NearbyPlots,
  type FarmPlot,
} from './nearbyPlots.ts';

/** A feature of a file. */
export interface ImportedPlot {
  /** from 1 */
  row: number;
  /** null where it has none that can be taken */
  name: string | null;
  errors: FieldMessage[];
  /** warnings; they do not prevent the import */
  hints: FieldMessage[];
}

export interface PlotImportAnswer {
  /** plots that were added: all, or 0 */
  created: number;
  total: number;
  invalid: number;
  /** false: judging ended at `MOST_ERRORS`, or at `ForeignOverlaps`; there may be more errors */
  complete: boolean;
  /** empty in an answer that was lost and is given again */
  rows: ImportedPlot[];
}

const feature = z.looseObject({
  type: z.literal('Feature'),
  properties: z.record(z.string(), z.unknown()).nullable(),
  geometry: z.unknown(),
});

/** So many errors are found in a file at most; then it is not judged any further. */
const MOST_ERRORS = 100;

/** Adds the plots of a file to a farm: all of them, or none. */
export class PlotImport {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;
  readonly #foreign: ForeignOverlaps;

  constructor(parts: { database: Database; permissions: PermissionTable; clock?: () => Date }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#clock = parts.clock ?? (() => new Date());
    this.#foreign = new ForeignOverlaps({ database: parts.database, clock: this.#clock });
  }

  /**
   * Validates the file outside of any transaction and writes it in a short one. When nearby plots changed in between,
   * it validates the affected ones again.
   * @param file GeoJSON by the Commission's file description, at most 500 plots; `name` may be beside the properties. A
   *   feature with several points or polygons becomes several plots
   * @param dryRun validates everything and adds nothing
   * @throws Refused unauthenticated, forbidden, not-found (a farm that is not visible); invalid when the file cannot be
   *   read as features at all; conflict (others keep writing there); too-many-requests (`ForeignOverlaps`)
   */
  async run(
    caller: Caller,
    givenFarm: string,
    file: { read(): AsyncIterable<Buffer> },
    dryRun: boolean,
    info: RequestInfo,
  ): Promise<PlotImportAnswer> {
    const farmId = parseInput(plotFarmId, givenFarm);
    const scope = scopeOf(this.#permissions, caller);
    if (!inScope(scope, farmId)) throw notFound('Farm');
    const { user } = requireGrant(this.#permissions, caller, 'manage_plots');
    if (!mayManagePlots(this.#permissions, user, farmId)) throw forbidden();
    const found: FoundPlot[] = [];
    let row = 0;
    for await (const text of featureTexts(textChunks(file.read()))) {
      row += 1;
      found.push(...plotsOf(text, row));
      if (found.length > PLOT_LIMITS.plotsOfFarm) throw tooMany();
    }
    if (found.length === 0) throw invalid({ field: 'file', said: FILE.empty({}) });
    // An earlier call under this key added them: their names are taken now.
    if (carriedOutTarget('plot') !== null) {
      return { created: found.length, total: found.length, invalid: 0, complete: true, rows: [] };
    }
    const known: KnownPlots = new Map();
    return retryOnChange(async () => {
      const { rows, plots, farm, isComplete } = await this.#judgeAll(user, scope, { farmId, found, info }, known);
      const wrong = rows.filter(({ errors }) => errors.length > 0);
      const right = rows.filter(({ errors }) => errors.length === 0);
      const answer = { total: found.length, invalid: wrong.length, complete: isComplete, rows: [...wrong, ...right] };
      if (dryRun || wrong.length > 0 || !isComplete) return { created: 0, ...answer };
      await this.#write(user, farmId, farm, plots, info);
      return { created: plots.length, ...answer };
    });
  }

  /**
   * Judges the plots of a file by themselves, against the plots that are there and against those before them in the file.
   * @param known results of earlier attempts; they are used again where nothing nearby changed
   */
  async #judgeAll(
    user: UserCaller,
    scope: LotScope,
    { farmId, found, info }: { farmId: string; found: readonly FoundPlot[]; info: RequestInfo },
    known: KnownPlots,
  ): Promise<JudgedFile> {
    const budget = await this.#foreign.budget(user, scope);
    const farm = await plotsOfFarm(this.#database, farmId);
    if (farm.length + found.length > PLOT_LIMITS.plotsOfFarm) throw tooMany();
    const rows: ImportedPlot[] = [];
    const plots: AddedPlot[] = [];
    const taken = new Set(farm.map((plot) => plot.nameKey));
    const countries = new Set(countriesOf(farm, null));
    const inFile = new Map<string, number>();
    let errorCount = 0;
    for (const [i, { row, input, errors: own }] of found.entries()) {
      if (errorCount >= MOST_ERRORS) break;
      await pause();
      const errors = [...own];
      const hints: FieldMessage[] = [];
      const parsed = newPlotInput.safeParse(input);
      if (!parsed.success) {
        errors.push(...fieldMessages(parsed.error));
      } else {
        const { name } = parsed.data;
        const key = nameKey(name);
        const twin = inFile.get(key);
        if (twin !== undefined) errors.push(fieldMessage('name', PLOT.sameName({ row: twin })));
        else if (taken.has(key)) errors.push(fieldMessage('name', PLOT.nameTaken({ name })));
        inFile.set(key, twin ?? row);
        const judged = await this.#judge(i, parsed.data, { farmId, scope, countries, plots }, known);
        if (!budget.take(judged.plot, judged.neighbours)) break;
        errors.push(...geometryFaults(judged.plot).map(({ field, said }) => fieldMessage(field, said)));
        hints.push(...judged.plot.hints.map((said) => fieldMessage('geometry', said)));
        const { geometry } = judged.plot;
        if (errors.length === 0 && geometry !== null) {
          plots.push({ i, geometry, digest: judged.digest, state: stateOf(parsed.data, judged.plot) });
          if (judged.plot.country !== null) countries.add(judged.plot.country);
        }
      }
      rows.push({ row, name: parsed.data?.name ?? null, errors, hints });
      errorCount += errors.length;
    }
    await this.#foreign.count(user, scope, budget, info);
    const isComplete = rows.length === found.length;
    // The limit ended it without an error to report: answer 429.
    if (!isComplete && errorCount === 0) await this.#foreign.budget(user, scope);
    return { rows, plots, farm, isComplete };
  }

  /** Judges one plot, or returns the known result when nothing nearby changed. */
  async #judge(
    i: number,
    input: NewPlot,
    {
      farmId,
      scope,
      countries,
      plots,
    }: { farmId: string; scope: LotScope; countries: Set<string>; plots: AddedPlot[] },
    known: KnownPlots,
  ): Promise<NearbyPlots & { plot: JudgedPlot }> {
    const read = await readOutline(input.geometry, input.areaHa ?? undefined);
    const beside = await findNearbyPlots(this.#database, read, { farmId, plotId: null }, scope);
    const { geometry } = read;
    const near = geometry === null ? [] : plots.filter((plot) => boxesMeet(plot.geometry, geometry));
    const around = [beside.digest, [...countries].join(), near.map((plot) => plot.i).join()].join(' ');
    const before = known.get(i);
    if (before?.around === around) return { ...beside, plot: before.plot };
    const neighbours = withFile(beside.neighbours, near);
    const plot = await judgePlot(read, input.country ?? null, { countries: [...countries], neighbours });
    known.set(i, { around, plot });
    return { ...beside, plot };
  }

  async #write(
    user: UserCaller,
    farmId: string,
    judgedFarm: readonly FarmPlot[],
    plots: readonly AddedPlot[],
    info: RequestInfo,
  ): Promise<void> {
    const place = { farmId, plotId: null };
    await this.#database.write(async (em) => {
      await lockPlots(
        em,
        farmId,
        plots.map(({ geometry }) => geometry),
      );
      const farm = await assertUnchanged(em, place, { countries: countriesOf(judgedFarm, null), outlines: plots });
      const states = plots.map(({ state }) => state);
      const names = new Set(states.map(({ name }) => nameKey(name)));
      const isTaken = farm.some((plot) => plot.nameKey !== null && names.has(plot.nameKey));
      if (isTaken || farm.length + plots.length > PLOT_LIMITS.plotsOfFarm) throw new NearbyPlotsChanged();
      await lockCaller(em, user);
      const made = await addPlots(em, user, this.#clock(), farmId, states);
      const entry = { caller: user, info };
      await auditAll(em, [
        ...made.map(({ id }) => ({ ...entry, action: 'plot.added' as const, target: { kind: 'plot', id } })),
        { ...entry, action: 'plot.imported', target: { kind: 'farm', id: farmId }, details: { created: made.length } },
      ]);
    });
  }
}

/** A plot of the file without a fault. */
interface AddedPlot {
  /** index in the file */
  i: number;
  geometry: Geometry;
  /** of the plots beside it */
  digest: string;
  state: PlotState & { name: string };
}

/** Results by index in the file, each with the data that it was judged with, as a text. */
type KnownPlots = Map<number, { around: string; plot: JudgedPlot }>;

interface JudgedFile {
  rows: ImportedPlot[];
  plots: AddedPlot[];
  /** the plots that the farm had */
  farm: FarmPlot[];
  /** false when it was not judged to its end */
  isComplete: boolean;
}

/** Plots of the file are plots of the farm; those of other farms come last. */
function withFile(neighbours: readonly Neighbour[], near: readonly AddedPlot[]): Neighbour[] {
  const inFile = near.map(({ state: { name, geometry } }) => ({ id: '', of: 'farm' as const, name, geometry }));
  const own = neighbours.filter(({ of }) => of === 'farm');
  const others = neighbours.filter(({ of }) => of !== 'farm');
  return [...own, ...inFile, ...others].slice(0, NEIGHBOURS);
}

function tooMany() {
  return invalid({ field: 'file', said: PLOT.manyPlots({ most: PLOT_LIMITS.plotsOfFarm }) });
}

/** A plot of a file as `newPlotInput` takes it, with the faults of its feature's properties. */
interface FoundPlot {
  /** of its feature, from 1 */
  row: number;
  input: Record<string, unknown>;
  errors: FieldMessage[];
}

/** The plots of a feature: one for each of its points and polygons. */
function plotsOf(text: string, row: number): FoundPlot[] {
  const given = jsonOf(text);
  const found = feature.safeParse(given).data;
  if (found === undefined) return [{ row, input: {}, errors: [fieldMessage('', PLOT.notAFeature({}))] }];
  const properties = found.properties ?? {};
  const errors = propertyFaults(properties).map(({ field, message }) => fieldMessage(field, message));
  const { name, ProducerCountry: country, ProductionPlace: place, Area: area } = properties;
  const crs = foreignCrs(given);
  if (crs !== null) errors.push(fieldMessage('crs', PLOT.otherCrs({ crs })));
  const called = typeof place === 'string' && place.trim() !== '' ? place.trim() : 'Plot';
  const own = name ?? `${called.slice(0, PLOT_LIMITS.nameLength - 5)} ${row}`;
  const geometries = singleGeometries(found.geometry);
  return geometries.map((geometry, i) => ({
    row,
    input: {
      name: geometries.length === 1 ? own : numbered(own, i + 1),
      geometry,
      // An area declared for several together belongs to none of them.
      ...(typeof area === 'number' && geometries.length === 1 ? { areaHa: area } : {}),
      ...(country === undefined ? {} : { country }),
    },
    errors: [...errors],
  }));
}

/** The name of one of several plots of a feature; a value that is no text is validated unchanged. */
function numbered(name: unknown, part: number): unknown {
  return typeof name === 'string' ? `${name.trim().slice(0, PLOT_LIMITS.nameLength - 4)} ${part}` : name;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
