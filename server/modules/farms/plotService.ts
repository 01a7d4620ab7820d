import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Database } from '../../platform/database/database.ts';
import { carriedOutTarget } from '../../platform/database/requestScope.ts';
import type { DeforestationStatus } from '../../domain/forest/deforestation.ts';
import type { FieldMessage } from '../../domain/messages/fieldMessages.ts';
import { geometryText, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import type { PlotFault } from '../../domain/plot/geometry/readPlot.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { inScope, mayManagePlots, type PermissionTable } from '../../domain/access/permissions.ts';
import {
  PLOT_LIMITS,
  plotFarmId,
  type NewPlot,
  type PlotPatch,
  type PlotToCheck,
} from '../../domain/plot/plotInput.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { PLOT } from '../../domain/messages/plotMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { lockCaller } from '../identity/actingAccount.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { forbidden, invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import { readOutline } from './outlineThreads.ts';
import {
  requireGrant,
  requireUser,
  scopeOf,
  type Caller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import { verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { ForeignOverlaps } from './foreignOverlaps.ts';
import { judgePlot, type JudgedPlot } from './plotJudge.ts';
import { addPlots, nameKey, writePlot, type PlotState } from './plotStore.ts';
import {
  assertUnchanged,
  countriesOf,
  lockPlots,
  findNearbyPlots,
  plotsOfFarm,
  retryOnChange,
  NearbyPlotsChanged,
  type FarmPlot,
  type JudgementBasis,
  type PlotTarget,
} from './nearbyPlots.ts';
import {
  PLOT_COLUMNS,
  plotRow,
  plotVersionViews,
  plotView,
  plotViews,
  type PlotRow,
  type PlotVersionView,
  type PlotView,
  type WithGeoJson,
} from './plotView.ts';
import { PLOT_VERSIONS, PLOTS } from './signedPlots.ts';
import { CURRENT_PLOTS, verifiedPlots } from './verifiedPlots.ts';

/** What keeps a plot as it is: lots that came from it. Read in the caller's transaction. */
export type PlotUse = (em: EntityManager, plotId: string) => Promise<{ openAlert: boolean; shipped: boolean }>;

/** The lots of a plot. */
export interface PlotLotsView {
  plotId: string;
  lots: number;
  /** the worst status of these lots; null without lots */
  deforestationStatus: DeforestationStatus | null;
}

/** The lots that came from each of the plots, by UUID; plots without lots are missing. */
export type LotsOfPlots = (
  plotIds: readonly string[],
) => Promise<Map<string, { lots: number; deforestationStatus: DeforestationStatus }>>;

/** The result of checking a geometry before it becomes a plot. */
export interface PlotCheck {
  /** null when it cannot be read */
  areaHa: number | null;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  /** empty when it would be taken */
  faults: PlotFault[];
  /** warnings; they prevent nothing */
  hints: Message[];
}

const rows = z.array(plotRow);

/** Plots of farms (EUDR Article 9(1)(d)): added, redrawn, renamed, removed; each keeps its whole history. */
export class PlotService {
  readonly #database: Database;
  readonly #permissions: PermissionTable;
  readonly #useOf: PlotUse;
  readonly #lotsOf: LotsOfPlots;
  readonly #clock: () => Date;
  readonly #foreign: ForeignOverlaps;

  constructor(parts: {
    database: Database;
    permissions: PermissionTable;
    useOf: PlotUse;
    lotsOf: LotsOfPlots;
    clock?: () => Date;
  }) {
    this.#database = parts.database;
    this.#permissions = parts.permissions;
    this.#useOf = parts.useOf;
    this.#lotsOf = parts.lotsOf;
    this.#clock = parts.clock ?? (() => new Date());
    this.#foreign = new ForeignOverlaps({ database: parts.database, clock: this.#clock });
  }

  /**
   * A farm's plots by name; empty for a farm that has none.
   * @throws Refused unauthenticated; invalid for an invalid farm id; not-found for a farm that is not visible
   */
  async list(
    caller: Caller,
    givenFarm: string,
  ): Promise<{ farmId: string; plots: WithGeoJson<PlotView>[]; mayManage: boolean }> {
    const farmId = this.#farm(caller, givenFarm);
    const found = rows.parse(
      await this.#database.rows(
        `select ${PLOT_COLUMNS} ${CURRENT_PLOTS} where p.farm_id = $1 and p.removed_at is null
         order by p.name_key nulls last, p.id limit ${PLOT_LIMITS.plotsOfFarm}`,
        [farmId],
      ),
    );
    const whole = await verifiedPlots(this.#database, found);
    const mayManage = mayManagePlots(this.#permissions, requireUser(caller), farmId);
    return { farmId, plots: await plotViews(found.filter(({ id }) => whole.has(id))), mayManage };
  }

  /** The lots of each of the plots that `list` answered. */
  async lots(plots: readonly Pick<PlotView, 'id'>[]): Promise<PlotLotsView[]> {
    const found = await this.#lotsOf(plots.map(({ id }) => id));
    return plots.map(({ id }) => ({ plotId: id, ...(found.get(id) ?? { lots: 0, deforestationStatus: null }) }));
  }

  /** @throws Refused unauthenticated; not-found; conflict for one that was changed in the database */
  async find(caller: Caller, id: string): Promise<PlotView> {
    const scope = scopeOf(this.#permissions, caller);
    if (!isUuid(id)) throw notFound('Plot');
    const [row] = rows.parse(
      await this.#database.rows(`select ${PLOT_COLUMNS} ${CURRENT_PLOTS} where p.id = $1`, [id]),
    );
    if (row === undefined || !inScope(scope, row.farmId)) throw notFound('Plot');
    if ((await verifiedPlots(this.#database, [row])).size === 0) throw changedOutside();
    return plotView(row);
  }

  /** All that a plot ever was, newest first; also of one that was removed. @throws as `find` */
  async history(caller: Caller, id: string): Promise<WithGeoJson<PlotVersionView>[]> {
    await this.find(caller, id);
    const found = rows.parse(
      await this.#database.rows(
        `select ${PLOT_COLUMNS} from plot p join plot_version v on v.plot_id = p.id where p.id = $1 order by v.version desc`,
        [id],
      ),
    );
    if ((await this.#wholeVersions(found)).size < found.length) throw changedOutside();
    return plotVersionViews(found);
  }

  /**
   * Judges a geometry as if it were added to a farm. Adds no plot; overlaps with farms that the caller does not see are counted.
   * @throws Refused unauthenticated, forbidden, invalid (the farm id), not-found, too-many-requests (`ForeignOverlaps`)
   */
  async check(
    caller: Caller,
    givenFarm: string,
    { plotId, ...given }: PlotToCheck,
    info: RequestInfo,
  ): Promise<PlotCheck> {
    const farmId = this.#farm(caller, givenFarm);
    this.#mayManage(caller, farmId);
    const { judged } = await this.#judge(caller, { farmId, plotId: plotId ?? null }, given, info);
    return checkOf(judged);
  }

  /**
   * @throws Refused unauthenticated, forbidden, invalid (each fault of the geometry names `geometry`), not-found, conflict (others keep
   *   writing there), too-many-requests (`ForeignOverlaps`)
   */
  async add(caller: Caller, givenFarm: string, given: NewPlot, info: RequestInfo): Promise<PlotView> {
    const farmId = this.#farm(caller, givenFarm);
    const user = this.#mayManage(caller, farmId);
    const again = carriedOutTarget('plot');
    if (again !== null) return this.find(caller, again);
    const place = { farmId, plotId: null };
    return retryOnChange(async () => {
      const { judged, farm, beside } = await this.#judge(caller, place, given, info);
      assertRoom(farm, 1);
      refuseFaults([...nameFaults(farm, given.name, null), ...geometryFaults(judged)]);
      return this.#database.write(async (em) => {
        await lockPlots(em, farmId, geometriesOf(beside));
        const now = await assertUnchanged(em, place, beside);
        assertRoom(now, 1);
        refuseFaults(nameFaults(now, given.name, null));
        await lockCaller(em, user);
        const at = this.#clock();
        const [made] = await addPlots(em, user, at, farmId, [stateOf(given, judged)]);
        if (made === undefined) throw new Error('No plot was added');
        await audit(em, { caller: user, action: 'plot.added', at, target: { kind: 'plot', id: made.id }, info });
        return plotView(made);
      });
    });
  }

  /**
   * Changes name, outline, or both. A change without difference writes nothing. Lots keep the outline that they came
   * from.
   * @throws Refused unauthenticated, not-found, forbidden, stale-version, conflict (changed in the database, or others
   *   keep writing there), too-many-requests (`ForeignOverlaps`); invalid, also, except for an admin, while a lot of it
   *   has an open alert or was shipped (docs/spec/plots-and-satellite-checks.md, 'Plots')
   */
  async change(caller: Caller, id: string, patch: PlotPatch, info: RequestInfo): Promise<PlotView> {
    const again = carriedOutTarget('plot');
    if (again !== null) return this.find(caller, again);
    return retryOnChange(async () => {
      const { row, user } = await this.#current(caller, id);
      if (patch.version !== undefined && patch.version !== row.version) {
        throw new Refused({ kind: 'stale-version', currentVersion: row.version, of: 'plot' });
      }
      const redrawn = patch.geometry !== undefined && !(await isSameGeometry(patch, row));
      const renamed = patch.name !== undefined && patch.name !== row.name;
      if (!redrawn && !renamed) return plotView(row);
      if (row.version >= PLOT_LIMITS.versions) {
        throw invalid({ field: 'id', said: PLOT.manyVersions({ most: PLOT_LIMITS.versions }) });
      }
      const { farmId, geometry, area, country, latMicro, lonMicro } = row;
      const place = { farmId, plotId: row.id };
      if (redrawn) await this.#assertUnlocked(this.#database.orm.em.fork(), row.id, user);
      const { judged, farm, beside } = redrawn ? await this.#judge(caller, place, patch, info) : UNJUDGED;
      const name = patch.name ?? row.name;
      const takenName = (plots: readonly FarmPlot[]): FieldFaults => (renamed ? nameFaults(plots, name, row.id) : []);
      if (judged !== null) refuseFaults([...takenName(farm), ...geometryFaults(judged)]);
      const state = judged === null ? { geometry, area, country, latMicro, lonMicro } : judgedState(judged);
      const change = redrawn ? 'redrawn' : 'renamed';
      return this.#database.write(async (em) => {
        await lockPlots(em, farmId, geometriesOf(beside));
        refuseFaults(takenName(await assertUnchanged(em, place, beside)));
        await lockCaller(em, user);
        const before = await lockedRow(em, row);
        if (before.version !== row.version) throw new NearbyPlotsChanged();
        if (redrawn) await this.#assertUnlocked(em, row.id, user);
        const at = this.#clock();
        const made = await writePlot(em, user, at, before, { change, name, ...state });
        await audit(em, {
          caller: user,
          action: 'plot.changed',
          at,
          target: { kind: 'plot', id: row.id },
          info,
          details: { version: made.version, fields: [...(renamed ? ['name'] : []), ...(redrawn ? ['geometry'] : [])] },
        });
        return plotView(made);
      });
    });
  }

  /** Takes a plot out of its farm. Lots that came from it keep its outline, and its history stays. @throws as `change` */
  async remove(caller: Caller, id: string, info: RequestInfo): Promise<void> {
    const { row, user } = await this.#current(caller, id);
    await this.#database.write(async (em) => {
      await lockPlots(em, row.farmId, []);
      await lockCaller(em, user);
      const before = await lockedRow(em, row);
      await this.#assertUnlocked(em, row.id, user);
      const { name, geometry, area, country, latMicro, lonMicro } = before;
      const state = { name, geometry, area, country, latMicro, lonMicro };
      await writePlot(em, user, this.#clock(), before, { change: 'removed', ...state });
      await audit(em, { caller: user, action: 'plot.removed', target: { kind: 'plot', id: row.id }, info });
    });
  }

  /**
   * Judges one outline outside of any transaction, and counts overlaps with farms that the caller does not see.
   * @returns also the data that it was judged with, for `assertUnchanged`
   */
  async #judge(
    caller: Caller,
    place: PlotTarget,
    { geometry, areaHa, country }: { geometry?: unknown; areaHa?: number | null; country?: string | null },
    info: RequestInfo,
  ): Promise<{ judged: JudgedPlot; farm: FarmPlot[]; beside: JudgementBasis }> {
    const user = requireUser(caller);
    const scope = scopeOf(this.#permissions, caller);
    const budget = await this.#foreign.budget(user, scope);
    const read = await readOutline(geometry, areaHa ?? undefined);
    const farm = await plotsOfFarm(this.#database, place.farmId);
    const { neighbours, digest } = await findNearbyPlots(this.#database, read, place, scope);
    const countries = countriesOf(farm, place.plotId);
    const judged = await judgePlot(read, country ?? null, { countries, neighbours });
    budget.take(judged, neighbours);
    await this.#foreign.count(user, scope, budget, info);
    const outlines = judged.geometry === null ? [] : [{ geometry: judged.geometry, digest }];
    return { judged, farm, beside: { countries, outlines } };
  }

  async #assertUnlocked(em: EntityManager, plotId: string, user: UserCaller): Promise<void> {
    if (user.role === 'admin') return;
    const { openAlert, shipped } = await this.#useOf(em, plotId);
    if (shipped) throw invalid({ field: 'geometry', said: PLOT.lockedByShipped({}) });
    if (openAlert) throw invalid({ field: 'geometry', said: PLOT.lockedByAlert({}) });
  }

  /** A plot that the caller may change, as it is now. @throws Refused unauthenticated, not-found, forbidden, conflict */
  async #current(caller: Caller, id: string): Promise<{ row: PlotRow; user: UserCaller }> {
    const scope = scopeOf(this.#permissions, caller);
    if (!isUuid(id)) throw notFound('Plot');
    const [row] = rows.parse(
      await this.#database.rows(`select ${PLOT_COLUMNS} ${CURRENT_PLOTS} where p.id = $1 and p.removed_at is null`, [
        id,
      ]),
    );
    if (row === undefined || !inScope(scope, row.farmId)) throw notFound('Plot');
    const user = this.#mayManage(caller, row.farmId);
    if ((await verifiedPlots(this.#database, [row])).size === 0) throw changedOutside();
    return { row, user };
  }

  /** The farm's id as it is stored. @throws Refused invalid; not-found when the farm is not visible */
  #farm(caller: Caller, given: string): string {
    const scope = scopeOf(this.#permissions, caller);
    const farmId = parseInput(plotFarmId, given);
    if (!inScope(scope, farmId)) throw notFound('Farm');
    return farmId;
  }

  #mayManage(caller: Caller, farmId: string): UserCaller {
    const { user } = requireGrant(this.#permissions, caller, 'manage_plots');
    if (!mayManagePlots(this.#permissions, user, farmId)) throw forbidden();
    return user;
  }

  async #wholeVersions(found: readonly PlotRow[]): Promise<Set<string>> {
    return verifiedRows(
      this.#database.orm.em.fork(),
      PLOT_VERSIONS,
      found.map(({ versionId }) => versionId),
    );
  }
}

/** A plot that keeps its outline. */
const UNJUDGED = { judged: null, farm: [], beside: { countries: [], outlines: [] } } as const;

type FieldFaults = { field: string; said: FieldMessage['said'] }[];

function changedOutside(): Refused {
  return new Refused({ kind: 'conflict', said: REFUSED.changedPlot({}) });
}

export function geometryFaults({ faults }: Pick<JudgedPlot, 'faults'>): FieldFaults {
  return faults.map(({ said }) => ({ field: 'geometry', said }));
}

/** @throws Refused invalid when a farm would have more plots than it may */
function assertRoom(farm: readonly FarmPlot[], more: number): void {
  if (farm.length + more <= PLOT_LIMITS.plotsOfFarm) return;
  throw invalid({ field: 'farmId', said: PLOT.manyPlots({ most: PLOT_LIMITS.plotsOfFarm }) });
}

function nameFaults(farm: readonly FarmPlot[], name: string | null, plotId: string | null): FieldFaults {
  if (name === null) return [];
  const key = nameKey(name);
  const isTaken = farm.some((plot) => plot.nameKey === key && plot.id !== plotId);
  return isTaken ? [{ field: 'name', said: PLOT.nameTaken({ name }) }] : [];
}

function geometriesOf({ outlines }: JudgementBasis): Geometry[] {
  return outlines.map(({ geometry }) => geometry);
}

/** The plot as it is, held until the transaction ends. @throws Refused not-found, conflict (changed in the database) */
async function lockedRow(em: EntityManager, { id, farmId }: PlotRow): Promise<PlotRow> {
  const [row] = rows.parse(
    await em.execute(
      `select ${PLOT_COLUMNS} ${CURRENT_PLOTS} where p.id = ? and p.removed_at is null for update of p`,
      [id],
    ),
  );
  if (row === undefined) throw notFound('Plot');
  const whole = await verifiedRows(em, PLOTS, [id]);
  const versions = await verifiedRows(em, PLOT_VERSIONS, [row.versionId]);
  if (row.farmId !== farmId || whole.size === 0 || versions.size === 0) throw changedOutside();
  return row;
}

function refuseFaults(faults: FieldFaults): void {
  if (faults.length > 0) throw invalid(...faults);
}

function checkOf({ areaHa, country, centre, faults, hints }: JudgedPlot): PlotCheck {
  return {
    areaHa,
    country,
    latitude: centre === null ? null : centre.latMicro / 1e6,
    longitude: centre === null ? null : centre.lonMicro / 1e6,
    faults,
    hints,
  };
}

/** What is written of a plot that has no fault. */
export function judgedState({ geometry, areaHa, country, centre }: JudgedPlot): PlotState {
  return {
    geometry: geometry === null ? '' : geometryText(geometry),
    area: Math.round((areaHa ?? 0) * 10_000),
    country,
    latMicro: centre?.latMicro ?? null,
    lonMicro: centre?.lonMicro ?? null,
  };
}

export function stateOf({ name }: Pick<NewPlot, 'name'>, judged: JudgedPlot): PlotState & { name: string } {
  return { name, ...judgedState(judged) };
}

/** Whether a given geometry equals the stored one: sending back what was read changes nothing. */
async function isSameGeometry(
  { geometry, areaHa }: { geometry?: unknown; areaHa?: number | null | undefined },
  row: PlotRow,
): Promise<boolean> {
  const isPoint = row.geometry.includes('"point"');
  const read = await readOutline(geometry, areaHa ?? (isPoint ? row.area / 10_000 : undefined));
  return read.geometry !== null && geometryText(read.geometry) === row.geometry;
}
