import type { Logger } from 'pino';
import { SCALE_TOLERANCE_HUNDREDTHS } from '../../domain/mass/massBalance.ts';
import type { Database } from '../../platform/database/database.ts';
import { readMark, writeMark } from '../../platform/database/installationSettings.ts';
import { acquireStartupLock } from '../../platform/database/startupLock.ts';
import type { PermissionTable } from '../../domain/access/permissions.ts';
import { STAGES, stagePosition, type Stage } from '../../domain/lot/stages.ts';
import type { PersonCaller, RequestInfo, UserCaller } from '../../platform/access/caller.ts';
import type { UserService } from '../identity/userService.ts';
import { PlotService } from '../farms/plotService.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { SYSTEM } from '../lots/lotEvents.ts';
import type { LotReader } from '../lots/lotReader.ts';
import { LotInputs } from '../lots/lotInputs.ts';
import { LotService } from '../lots/lotService.ts';
import { findShippingRisks, hasOpenAlert } from '../alerts/openAlerts.ts';
import { plotUse } from '../alerts/plotUse.ts';
import { lotsOfPlots } from '../lots/lotsOfPlots.ts';
import { ForestMonitorAway } from '../../domain/forest/forestMonitor.ts';
import { SAMPLE_PLACES } from '../../adapters/forest-sample/places.ts';
import type { SatelliteService } from '../satellite/satelliteService.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import { demoLots, type DemoLot } from './lots.ts';
import { DEMO_PLOTS, type DemoPlot } from './plots.ts';
import { ACCOUNT_NAMES, DEMO_USERS } from '../identity/identityViews.ts';
import { LOT_IDS } from '../lots/lotViews.ts';
import { SATELLITE_CHECKS } from '../satellite/checkViews.ts';

export interface DemoParts {
  database: Database;
  users: UserService;
  lotReader: LotReader;
  ledger: Pick<Ledger, 'mspId'>;
  /** a satellite service with the given clock */
  satelliteAt(clock: () => Date): SatelliteService;
  /** delays scheduled re-checks of all lots until then */
  holdRechecks(until: Date): Promise<void>;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** The demonstration's people work under the default rights, whatever table the installation chose. */
const RIGHTS: PermissionTable = 'merged';
const INFO: RequestInfo = { requestId: 'demo-data', address: 'demo', gdprConsent: true };
const DAY_MS = 86_400_000;
/** Lots created at the same time: their commits share the disk's waits. */
const AT_ONCE = 8;
/** Hours of the day, counted from the hour of the load: a lot is registered, and its land looked at soon after. */
const REGISTERED_HOURS = -5;
const CHECK_HOURS = -4.5;
const LOCK = `hashtext('manam-demo')`;

/**
 * Loads the demo data into an empty database, once, through the same services as real data. An interrupted load
 * continues where it stopped. The ledger records the events as soon as the outbox runs.
 */
export async function loadDemo(parts: DemoParts): Promise<void> {
  const { database } = parts;
  if ((await marker(database)) === 'done') return;
  const lock = await database.pool.connect();
  try {
    await acquireStartupLock(lock, LOCK, 'load the demo data', parts.log);
    const state = await marker(database);
    if (state === 'done' || (state === null && !(await isEmpty(database)))) return;
    await mark(database, 'loading');
    await load(parts);
    await mark(database, 'done');
  } finally {
    // Closed, which gives the lock back.
    lock.release(true);
  }
}

async function load(parts: DemoParts): Promise<void> {
  const started = Date.now();
  const now = new Date();
  const callers = await addAccounts(parts.database, parts.users);
  const planted = Promise.all(DEMO_PLOTS.map((plot) => tellPlot(parts, plot, 1, callers.farmer, now)));
  const stories = demoLots();
  const waiting = [...stories];
  const tell = async (): Promise<void> => {
    for (let story = waiting.shift(); story !== undefined; story = waiting.shift()) {
      if (story.plots.length > 0) await planted;
      await tellLot(parts, story, callers, now);
    }
  };
  await Promise.all([planted, ...Array.from({ length: AT_ONCE }, tell)]);
  // Lots of the earlier outlines exist at this point, and keep them.
  for (const plot of DEMO_PLOTS) await tellPlot(parts, plot, plot.outlines.length, callers.farmer, now);
  // The demo includes a lot whose check is older than 30 days.
  await parts.holdRechecks(new Date(now.getTime() + DAY_MS));
  parts.log.info({ lots: stories.length, ms: Date.now() - started }, 'Demo data loaded');
}

/** Draws a plot up to one of its outlines, each on its own day. @param outlines how many of them */
async function tellPlot(
  { database }: DemoParts,
  { farmId, name, outlines: all }: DemoPlot,
  outlines: number,
  farmer: UserCaller,
  now: Date,
): Promise<void> {
  let at = now;
  const plots = new PlotService({
    database,
    permissions: RIGHTS,
    useOf: plotUse,
    lotsOf: (plotIds) => lotsOfPlots(database, plotIds),
    clock: () => at,
  });
  const known = (await plots.list(farmer, farmId)).plots.find((plot) => plot.name === name);
  let id = known?.id ?? null;
  for (const { drawnDaysAgo, corners } of all.slice(known?.version ?? 0, outlines)) {
    at = new Date(now.getTime() - drawnDaysAgo * DAY_MS);
    const geometry = { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)]] };
    if (id === null) id = (await plots.add(farmer, farmId, { name, geometry }, INFO)).id;
    else await plots.change(farmer, id, { geometry }, INFO);
  }
}

/** Registers one lot, checks it and moves it through its stages, each at its own time, in order. */
async function tellLot(parts: DemoParts, story: DemoLot, callers: Callers, now: Date): Promise<void> {
  const { database, lotReader: reader, ledger, satelliteAt } = parts;
  let at = now;
  const clock = (): Date => at;
  const day = (daysAgo: number, hours: number): Date => new Date(now.getTime() - daysAgo * DAY_MS + hours * 3_600_000);
  // Checks are run here, at their own day of the story, instead of being queued.
  const lots = new LotService({
    database,
    reader,
    ledger,
    permissions: RIGHTS,
    queueCheck: async () => undefined,
    hasOpenAlert,
    findShippingRisks,
    // No lot of the story is made of others.
    passOn: async () => undefined,
    toleranceHundredths: SCALE_TOLERANCE_HUNDREDTHS,
    shippingGuard: 'warn',
    clock,
  });
  const inputs = new LotInputs({ database, permissions: RIGHTS, clock });
  let lot = await reader.find({ kind: 'all' }, story.lotId);
  if (lot === null) {
    at = day(story.harvestedDaysAgo, REGISTERED_HOURS);
    const registeredBy = story.farmId === callers.farmer.farmId ? callers.farmer : callers.processor;
    lot = await lots.create(registeredBy, await inputs.newLot(registeredBy, lotInput(story, at)), INFO);
  }
  const checksMade = await countChecks(database, lot.id);
  const moments: Moment[] = [
    ...stepsOf(story).map(({ to, daysAgo }) => ({ at: day(daysAgo, -3), step: to })),
    ...story.checkedDaysAgo.slice(checksMade).map((daysAgo) => ({ at: day(daysAgo, CHECK_HOURS), step: null })),
  ];
  for (const { at: when, step } of moments.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (step !== null && stagePosition(lot.currentProcess) >= stagePosition(step)) continue;
    at = when;
    if (step === null) await checkOrQueue(database, satelliteAt(clock), lot.id);
    else {
      const change = inputs.stageChange(stepInput(step, callers.processor.name, at));
      ({ lot } = await lots.updateProcess(callers.processor, lot.id, change, INFO));
    }
  }
}

/** While the satellite source is away the check waits, and the demo starts without it. */
async function checkOrQueue(database: Database, satellite: SatelliteService, lotUuid: string): Promise<void> {
  try {
    await satellite.runCheck(lotUuid, SYSTEM);
  } catch (error) {
    if (!(error instanceof ForestMonitorAway)) throw error;
    await database.write((em) => satellite.queueCheck(em, lotUuid));
  }
}

/** One action on a lot: a stage, or a satellite check. */
interface Moment {
  at: Date;
  step: Stage | null;
}

async function countChecks(database: Database, lotUuid: string): Promise<number> {
  const row = await database.row<{ count: number }>(
    `select count(*) as count from ${SATELLITE_CHECKS} c where lot_id = $1`,
    [lotUuid],
  );
  return row?.count ?? 0;
}

type Callers = Record<'farmer' | 'processor', UserCaller>;

async function addAccounts(database: Database, users: UserService): Promise<Callers> {
  const known = await database.rows<{ username: string }>(`select username from ${DEMO_USERS} u`);
  const missing = DEMO_ACCOUNTS.filter(({ username }) => !known.some((row) => row.username === username));
  await Promise.all(
    missing.map(({ label: _label, offered: _offered, ...account }) => users.addUser({ ...account, demo: true })),
  );
  const rows = await database.rows<Omit<PersonCaller, 'kind' | 'via'>>(
    `select id as "userId", username, name, role, email, farm_id as "farmId" from ${DEMO_USERS} u`,
  );
  const caller = (username: string): UserCaller => {
    const row = rows.find((candidate) => candidate.username === username);
    if (row === undefined) throw new Error(`The demo account ${username} is missing`);
    return { kind: 'user', via: { kind: 'session', sessionId: '' }, ...row };
  };
  return { farmer: caller('farmer'), processor: caller('processor') };
}

function lotInput(story: DemoLot, at: Date): Record<string, unknown> {
  const place = SAMPLE_PLACES.find(({ name }) => name === story.place);
  if (place === undefined) throw new Error(`There is no sample place ${story.place}`);
  return {
    lotId: story.lotId,
    farmId: story.farmId,
    farmerName: story.farmer,
    cacaoVariety: story.variety,
    // The day in UTC, as in PDFs: no lot is registered before its harvest.
    harvestDate: at.toISOString().slice(0, 10),
    ...(story.plots.length > 0 ? { plots: story.plots } : { latitude: place.latitude, longitude: place.longitude }),
    weight: story.weightKg,
    moistureContent: story.moisturePercent,
    temperature: story.temperatureC,
    certifications: story.certifications,
    isAnonymized: story.anonymized,
    qualityScore: story.quality,
  };
}

/** The stages that a lot went through, spread evenly between its harvest and today. */
function stepsOf(story: DemoLot): { to: Stage; daysAgo: number }[] {
  const passed = STAGES.slice(1, stagePosition(story.stage) + 1);
  const days = story.harvestedDaysAgo / (passed.length + 1);
  return passed.map((to, i) => ({ to, daysAgo: Math.max(1, story.harvestedDaysAgo - days * (i + 1)) }));
}

const DETAILS: Record<Stage, string> = {
  harvested: 'Ripe pods opened on the farm',
  fermented: 'Six days in wooden boxes, turned every second day',
  drying: 'Sun-dried on raised beds, covered at night',
  processed: 'Sorted by hand, graded and bagged in jute',
  shipped: 'Container sealed; papers handed to the carrier',
  delivered: 'Received in full; seals unbroken',
};

function stepInput(to: Stage, operatorName: string, at: Date): Record<string, unknown> {
  const start = new Date(at.getTime() - 2 * 3_600_000);
  return {
    currentProcess: to,
    processDetails: DETAILS[to],
    operatorName,
    qualityChecks: to === 'drying' ? { moisture: 7.1 } : null,
    timestamps: { startTime: start.toISOString(), endTime: at.toISOString() },
  };
}

const MARK = 'demo';
const MARKERS = ['loading', 'done'] as const;
type Marker = (typeof MARKERS)[number];

async function marker(database: Database): Promise<Marker | null> {
  const kept = await database.write((em) => readMark(em, MARK));
  return MARKERS.find((known) => known === kept?.value) ?? null;
}

async function mark(database: Database, state: Marker): Promise<void> {
  await database.write((em) => writeMark(em, MARK, state, new Date()));
}

async function isEmpty(database: Database): Promise<boolean> {
  const row = await database.row<{ empty: boolean }>(
    `select not exists (select 1 from ${LOT_IDS} l) and not exists (select 1 from ${ACCOUNT_NAMES} u) as empty`,
  );
  return row?.empty ?? false;
}
