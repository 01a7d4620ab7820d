import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { audit } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { foreignCrs, singleGeometries } from '../domain/geometry/geoJsonParts.ts';
import { fieldMessage, fieldMessages, type FieldMessage } from '../domain/fieldMessages.ts';
import { inScope, mayManagePlots, type PermissionTable } from '../domain/permissions.ts';
import { newPlotInput, PLOT_LIMITS, plotFarmId } from '../domain/plotInput.ts';
import { FILE } from '../domain/said/callSaid.ts';
import { PLOT } from '../domain/said/plotSaid.ts';
import { pause } from '../heavyWork/pause.ts';
import { holdCaller } from '../identity/actingAccount.ts';
import { featureTexts } from '../input/featureTexts.ts';
import { parseInput } from '../input/parseInput.ts';
import { textChunks } from '../input/textChunks.ts';
import { loadCountries, type Countries } from '../places/countries.ts';
import { loadLand } from '../places/land.ts';
import { forbidden, invalid, notFound } from '../refusal.ts';
import { requireGrant, scopeOf, type Caller, type RequestInfo, type UserCaller } from '../rights/caller.ts';
import { judgePlot } from './plotJudge.ts';
import { geometryFaults, stateOf, WRITE_LOCK } from './plotService.ts';
import { nameKey, writePlot } from './plotStore.ts';

/** A feature of a file. */
export interface ImportedPlot {
  /** from 1 */
  row: number;
  /** null where it has none that can be taken */
  name: string | null;
  errors: FieldMessage[];
  /** what may be better; it keeps nothing from being added */
  hints: FieldMessage[];
}

export interface PlotImportAnswer {
  /** plots that were added: all, or 0 */
  created: number;
  total: number;
  invalid: number;
  rows: ImportedPlot[];
}

/** The properties of the Commission's file description that are heeded here; capital letters count. */
const HEEDED = ['ProducerName', 'ProducerCountry', 'ProductionPlace', 'Area'] as const;

const feature = z.looseObject({
  type: z.literal('Feature'),
  properties: z.record(z.string(), z.unknown()).nullable(),
  geometry: z.unknown(),
});

/** Takes back all that an import has written: it was only tried, or one of its plots has a fault. */
class TakenBack extends Error {
  override name = 'TakenBack';
}

/** Adds the plots of a file to a farm: all of them, or none. */
export class PlotImport {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #clock: () => Date;

  constructor(parts: { database: Database; permissions: PermissionTable; clock?: () => Date }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#clock = parts.clock ?? (() => new Date());
  }

  /**
   * @param file GeoJSON by the Commission's file description, at most 500 plots; `name` may stand beside the properties. A feature
   *   with several points or polygons comes to as many plots
   * @param dryRun judges everything and adds nothing
   * @throws Refused unauthenticated, forbidden, not-found (a farm out of sight); invalid when the file cannot be read as features at all
   */
  async run(
    caller: Caller,
    givenFarm: string,
    file: { read(): AsyncIterable<Buffer> },
    dryRun: boolean,
    info: RequestInfo,
  ): Promise<PlotImportAnswer> {
    const farmId = parseInput(plotFarmId, givenFarm);
    if (!inScope(scopeOf(this.#permissions, caller), farmId)) throw notFound('Farm');
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
    // Read before the transaction: the outlines take a second when they are first asked for.
    const [countries] = await Promise.all([loadCountries(), loadLand()]);
    const rows: ImportedPlot[] = [];
    const answer = (created: number): PlotImportAnswer => {
      const wrong = rows.filter(({ errors }) => errors.length > 0);
      const right = rows.filter(({ errors }) => errors.length === 0);
      return { created, total: rows.length, invalid: wrong.length, rows: [...wrong, ...right] };
    };
    try {
      await this.#database.write(async (em) => {
        await holdCaller(em, user);
        await em.execute(WRITE_LOCK);
        await this.#writeAll(em, countries, { farmId, user, found, info }, rows);
        if (dryRun || rows.some(({ errors }) => errors.length > 0)) throw new TakenBack();
        const details = { created: rows.length };
        await audit(em, { caller: user, action: 'plot.imported', target: { kind: 'farm', id: farmId }, info, details });
      });
    } catch (error) {
      if (error instanceof TakenBack) return answer(0);
      throw error;
    }
    return answer(rows.length);
  }

  async #writeAll(
    em: EntityManager,
    countries: Countries,
    { farmId, user, found, info }: { farmId: string; user: UserCaller; found: readonly FoundPlot[]; info: RequestInfo },
    rows: ImportedPlot[],
  ): Promise<void> {
    const known: { nameKey: string | null }[] = await em.execute(
      'select name_key as "nameKey" from plot where farm_id = ? and removed_at is null',
      [farmId],
    );
    if (known.length + found.length > PLOT_LIMITS.plotsOfFarm) throw tooMany();
    const taken = new Set(known.map((plot) => plot.nameKey));
    const inFile = new Map<string, number>();
    for (const { row, input, errors } of found) {
      await pause();
      const parsed = newPlotInput.safeParse(input);
      const hints: FieldMessage[] = [];
      rows.push({ row, name: parsed.data?.name ?? null, errors, hints });
      if (!parsed.success) {
        errors.push(...fieldMessages(parsed.error));
        continue;
      }
      const key = nameKey(parsed.data.name);
      const twin = inFile.get(key);
      if (twin !== undefined) errors.push(fieldMessage('name', PLOT.sameName({ row: twin })));
      else if (taken.has(key)) errors.push(fieldMessage('name', PLOT.nameTaken({ name: parsed.data.name })));
      inFile.set(key, twin ?? row);
      const judged = await judgePlot(em, countries, parsed.data, { farmId, plotId: null });
      errors.push(...geometryFaults(judged).map(({ field, said }) => fieldMessage(field, said)));
      hints.push(...judged.hints.map((said) => fieldMessage('geometry', said)));
      if (errors.length > 0) continue;
      // Written at once, so that the next one is held to it.
      const made = await writePlot(em, user, this.#clock(), {
        farmId,
        change: 'added',
        ...stateOf(parsed.data, judged),
      });
      await audit(em, { caller: user, action: 'plot.added', target: { kind: 'plot', id: made.id }, info });
    }
  }
}

function tooMany() {
  return invalid({ field: 'file', said: PLOT.manyPlots({ most: PLOT_LIMITS.plotsOfFarm }) });
}

/** A plot of a file as `newPlotInput` takes it, with what is wrong with the properties of its feature. */
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
  const errors = Object.keys(properties).flatMap((name) => {
    const wanted = HEEDED.find((one) => one !== name && one.toLowerCase() === name.toLowerCase());
    return wanted === undefined ? [] : [fieldMessage(wanted, PLOT.propertyCase({ found: name.slice(0, 40), wanted }))];
  });
  const { name, ProducerCountry: country, ProductionPlace: place, Area: area } = properties;
  if (typeof area === 'string') errors.push(fieldMessage('Area', PLOT.areaText({})));
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
      // What is said of several together is the area of none of them.
      ...(typeof area === 'number' && geometries.length === 1 ? { areaHa: area } : {}),
      ...(country === undefined ? {} : { country }),
    },
    errors: [...errors],
  }));
}

/** The name of one of several plots of a feature; what is no text is judged as it is. */
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
