import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { alertLimit, alertListing, bulkUpdate, dismissal, resolution } from '../../server/modules/alerts/alertInput.ts';
import { AlertQueries } from '../../server/modules/alerts/alertQueries.ts';
import { AlertSteps } from '../../server/modules/alerts/alertSteps.ts';
import { JobQueue } from '../../server/platform/jobs/jobs.ts';
import { windowAround, type ForestAnswer } from '../../server/domain/forest/forest.ts';
import type { Geometry } from '../../server/domain/plot/geometry/geometry.ts';
import type { LotScope, PermissionTable, Role } from '../../server/domain/access/permissions.ts';
import type { PlaceMicro } from '../../server/domain/text/units.ts';
import type { Caller, RequestInfo, UserCaller } from '../../server/platform/access/caller.ts';
import { parseInput } from '../../server/platform/validation/parseInput.ts';
import { ACCOUNTS } from '../../server/modules/identity/signedIdentity.ts';
import { LotReader } from '../../server/modules/lots/lotReader.ts';
import { AuthorizedLots } from '../../server/modules/lots/authorizedLots.ts';
import { LotInputs } from '../../server/modules/lots/lotInputs.ts';
import { LotService } from '../../server/modules/lots/lotService.ts';
import type { LotView } from '../../server/modules/lots/lotView.ts';
import { LotWriter } from '../../server/modules/lots/lotWriter.ts';
import type { ForestMonitor } from '../../server/domain/forest/forestMonitor.ts';
import { RecheckProgress } from '../../server/modules/satellite/recheckProgress.ts';
import { Rechecks } from '../../server/modules/satellite/rechecks.ts';
import { SatelliteService } from '../../server/modules/satellite/satelliteService.ts';
import { SourceState } from '../../server/modules/satellite/sourceState.ts';
import { createDatabase } from './database.ts';
import { connectAsProgram, resign } from './sealed.ts';
import { findShippingRisks, hasOpenAlert } from '../../server/modules/alerts/openAlerts.ts';

export const INFO: RequestInfo = { requestId: 'test-request', address: '127.0.0.1', gdprConsent: true };
export const SIDE = 8;

/** A pixel of a scripted window, counted from its north-west corner. */
export type Loss = [column: number, row: number, year: number];

/** Land everywhere, with loss at some pixels. */
export function seen(
  place: PlaceMicro,
  loss: readonly Loss[] = [],
  changes: Partial<{ sample: boolean; dataset: string; datasetVersion: string; mask: number; cover: number }> = {},
): ForestAnswer {
  const pixels = SIDE * SIDE;
  const lossYear = Array<number>(pixels).fill(0);
  for (const [column, row, year] of loss) lossYear[row * SIDE + column] = year - 2000;
  return {
    kind: 'read',
    reading: {
      dataset: changes.dataset ?? 'Scripted Forest',
      datasetVersion: changes.datasetVersion ?? 'v1',
      sample: changes.sample ?? false,
      window: windowAround(place),
      width: SIDE,
      height: SIDE,
      lossYear,
      treeCover2000: Array<number>(pixels).fill(changes.cover ?? 61),
      dataMask: Array<number>(pixels).fill(changes.mask ?? 1),
    },
  };
}

/** Answers what the test says; `read` may be replaced at any time. */
export class ScriptedMonitor implements ForestMonitor {
  driver: ForestMonitor['driver'] = 'hansen';
  source = 'hansen v1';
  reads = 0;
  answer: (place: PlaceMicro, signal?: AbortSignal) => ForestAnswer | Promise<ForestAnswer> = (place) => seen(place);

  async read(geometry: Geometry, signal?: AbortSignal): Promise<ForestAnswer> {
    this.reads += 1;
    if (geometry.kind !== 'point') throw new Error('Lots of these tests have points alone');
    return this.answer(geometry.place, signal);
  }

  isUp = true;

  async health(): Promise<{ status: 'up' | 'down'; message?: string }> {
    return { status: this.isUp ? 'up' : 'down' };
  }
}

/** Lots, alerts and satellite checks over a database of their own, without ledger and transports. */
export async function satelliteWorld(options: { permissionTable?: PermissionTable; waitMs?: number } = {}) {
  const own = await createDatabase();
  const database = await connectAsProgram(own.url, { poolSize: 12 });
  const permissionTable = options.permissionTable ?? 'merged';
  const monitor = new ScriptedMonitor();
  const jobs = new JobQueue({ database, log: pino({ level: 'silent' }) });
  const passOn = async (): Promise<void> => undefined;
  const lotWriter = new LotWriter({ mspId: 'TestMSP' }, { passOn });
  let now = Date.parse('2026-05-01T08:00:00.000Z');
  const clock = (): Date => new Date(now);
  const state = new SourceState({ database, monitor, clock });
  const lotReader = new LotReader(database, () => satellite.sourceAway());
  const satelliteOver = (source: ForestMonitor, waitMs = options.waitMs): SatelliteService =>
    new SatelliteService({
      database,
      monitor: source,
      state,
      lots: new AuthorizedLots(lotReader, permissionTable),
      lotWriter,
      jobs,
      permissionTable,
      log: pino({ level: 'silent' }),
      clock,
      ...(waitMs === undefined ? {} : { waitMs }),
    });
  const satellite = satelliteOver(monitor);
  /** As another process of the same database has it. */
  const rechecksAt = (readsPerSecond = 5): Rechecks =>
    new Rechecks({ database, monitor, state, jobs, readsPerSecond, log: pino({ level: 'silent' }), clock });
  const progress = new RecheckProgress({ database, monitor, state, permissionTable, readsPerSecond: 5, clock });
  const alertQueries = new AlertQueries({ database, permissionTable, clock });
  const alertSteps = new AlertSteps({ database, alerts: alertQueries, lotWriter, permissionTable, clock });
  const alerts = parsedAlerts(alertQueries, alertSteps);
  const lots = new LotService({
    database,
    reader: lotReader,
    ledger: { mspId: 'TestMSP' },
    permissions: permissionTable,
    queueCheck: (em, lotUuid) => satellite.queueCheck(em, lotUuid),
    hasOpenAlert,
    findShippingRisks,
    passOn,
    toleranceHundredths: 100,
    shippingGuard: 'warn',
  });
  const lotInputs = new LotInputs({ database, permissions: permissionTable });

  async function person(role: Role, farmId = ''): Promise<UserCaller> {
    const id = randomUUID();
    const name = `${role} ${farmId}`.trim();
    await database.pool.query(
      `insert into app_user (id, username, name, role, farm_id, password_hash) values ($1, $2, $3, $4, $5, '')`,
      [id, `${role}-${id.slice(0, 8)}`, name, role, farmId],
    );
    await resign(database, ACCOUNTS, id);
    return {
      kind: 'user',
      userId: id,
      username: `${role}-${id.slice(0, 8)}`,
      name,
      role,
      email: '',
      farmId,
      via: { kind: 'session', sessionId: randomUUID() },
    };
  }

  const admin = await person('admin');
  let lotNumber = 100;

  return {
    database,
    monitor,
    jobs,
    lotReader,
    satellite,
    satelliteOver,
    rechecks: rechecksAt(),
    rechecksAt,
    progress,
    alerts,
    lots,
    lotInputs,
    clock,
    admin,
    person,
    passHours(hours: number): void {
      now += hours * 3_600_000;
    },
    /** A lot, without waiting for its first check. */
    async lot(farmId = 'FARM001', place = { latitude: -5.123456, longitude: 145.654321 }): Promise<LotView> {
      lotNumber += 1;
      const values = await lotInputs.newLot(admin, {
        lotId: `LOT${lotNumber}`,
        farmId,
        farmerName: `Farmer of ${farmId}`,
        cacaoVariety: 'Trinitario',
        harvestDate: '2026-03-01',
        ...place,
        weight: 50,
        moistureContent: 7,
        temperature: 25,
      });
      return lots.create(admin, values, INFO);
    },
    async lotNow(id: string): Promise<LotView> {
      const lot = await lotReader.find({ kind: 'all' }, id);
      if (lot === null) throw new Error(`No lot ${id}`);
      return lot;
    },
    async close(): Promise<void> {
      await jobs.stop();
      await database.close();
      await own.drop();
    },
  };
}

export type SatelliteWorld = Awaited<ReturnType<typeof satelliteWorld>>;

/** Alerts with input as REST and GraphQL take it. */
function parsedAlerts(queries: AlertQueries, steps: AlertSteps) {
  return {
    list: async (caller: Caller, query: object) => queries.list(caller, parseInput(alertListing, query)),
    recent: async (caller: Caller, limit?: number) =>
      queries.recent(caller, parseInput(alertLimit(10), { limit }).limit),
    satellite: async (caller: Caller, limit?: number) =>
      queries.satellite(caller, parseInput(alertLimit(50), { limit }).limit),
    stats: (caller: Caller) => queries.stats(caller),
    byIds: (scope: LotScope, ids: readonly string[]) => queries.byIds(scope, ids),
    acknowledge: (caller: Caller, id: string, info: RequestInfo) => steps.acknowledge(caller, id, info),
    resolve: async (caller: Caller, id: string, body: object, info: RequestInfo) =>
      steps.resolve(caller, id, parseInput(resolution, body), info),
    dismiss: async (caller: Caller, id: string, body: object, info: RequestInfo) =>
      steps.dismiss(caller, id, parseInput(dismissal, body), info),
    updateMany: async (caller: Caller, body: object, info: RequestInfo) =>
      steps.updateMany(caller, parseInput(bulkUpdate, body), info),
  };
}
