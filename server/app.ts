import 'reflect-metadata';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { pino, type Logger } from 'pino';
import { AlertService } from './alerts/alertService.ts';
import { alertRoutes } from './alerts/alertRoutes.ts';
import { anchorAudit } from './audit/anchorAudit.ts';
import { AuditExport } from './audit/auditExport.ts';
import { AuditLog } from './audit/auditLog.ts';
import { AuditPortions, AUDIT_SCHEDULE } from './audit/auditPortions.ts';
import { auditRoutes } from './audit/auditRoutes.ts';
import { Closing } from './closing.ts';
import { authSecret, type Config } from './config.ts';
import { Database } from './database/database.ts';
import { loadDemo } from './database/demo/loadDemo.ts';
import { EventFollower, subjectsOf } from './database/eventFollower.ts';
import { JobQueue } from './database/jobs.ts';
import { Listener } from './database/listener.ts';
import { migrate } from './database/migrate.ts';
import { assertReachable } from './database/reachable.ts';
import { assertRights } from './database/rights.ts';
import { OpenRequests } from './database/requestScope.ts';
import { startEmbeddedPostgres } from './database/embedded/embeddedPostgres.ts';
import { makeApolloServer } from './graphql/apolloServer.ts';
import { CompiledExecution } from './graphql/execution.ts';
import { LiveEvents } from './graphql/liveEvents.ts';
import { makeSchema } from './graphql/schema.ts';
import { makeHttpServer, type HttpServer } from './http/httpServer.ts';
import { Metrics } from './http/metrics.ts';
import { makeHeavyWork, REPORTS_AT_A_TIME } from './heavyWork/heavyWork.ts';
import { identityRoutes } from './identity/identityRoutes.ts';
import { IdempotencyKeys } from './idempotency/idempotencyKeys.ts';
import { IdentityService } from './identity/identityService.ts';
import { keyRoutes } from './identity/keyRoutes.ts';
import { KeyService } from './identity/keyService.ts';
import { OwnAccount } from './identity/ownAccount.ts';
import { UserManagement } from './identity/userManagement.ts';
import { userRoutes } from './identity/userRoutes.ts';
import { UserService } from './identity/userService.ts';
import { EmbeddedLedger } from './ledger/embedded/embeddedLedger.ts';
import { HeadFile } from './ledger/embedded/headFile.ts';
import { HeadWitnesses } from './ledger/embedded/witnesses.ts';
import type { Ledger } from './ledger/ledger.ts';
import { outboxStats } from './ledger/outbox/outbox.ts';
import { OutboxWorker } from './ledger/outbox/outboxWorker.ts';
import { Anchoring, REGISTER_SCHEDULE } from './ledger/register/anchoring.ts';
import { Register } from './ledger/register/register.ts';
import { logOutput } from './logOutput.ts';
import { LotAnalytics } from './lots/lotAnalytics.ts';
import { LotFinder } from './lots/lotFinder.ts';
import { LotCompliance } from './lots/lotCompliance.ts';
import { LotErasure } from './lots/lotErasure.ts';
import { LotHistory } from './lots/lotHistory.ts';
import { lotReadRoutes } from './lots/lotReadRoutes.ts';
import { lotRoutes } from './lots/lotRoutes.ts';
import { LotReader } from './lots/lotReader.ts';
import { LotService } from './lots/lotService.ts';
import { countSetAside, LotTakeOver } from './lots/lotTakeOver.ts';
import { LotWriter } from './lots/lotWriter.ts';
import { LotExport } from './lots/transfer/lotExport.ts';
import { LotImport } from './lots/transfer/lotImport.ts';
import { lotTransferRoutes } from './lots/transfer/lotTransferRoutes.ts';
import { QrCodes } from './lots/qrCodes.ts';
import { clientRoutes } from './monitoring/clientRoutes.ts';
import { ClientReports } from './monitoring/clientReports.ts';
import { ContactService } from './monitoring/contactService.ts';
import { DashboardService } from './monitoring/dashboardService.ts';
import { RecentActivity } from './monitoring/recentActivity.ts';
import { HealthService } from './monitoring/healthService.ts';
import { LedgerRetries } from './monitoring/ledgerRetries.ts';
import { WalkRequests } from './monitoring/walkRequests.ts';
import { monitoringRoutes } from './monitoring/monitoringRoutes.ts';
import { SearchAnalytics } from './monitoring/searchAnalytics.ts';
import { packageRoot } from './packageRoot.ts';
import { clientErrors } from './privacy/clientErrors.ts';
import { contactRequests } from './privacy/contactRequests.ts';
import { ErasureService } from './privacy/erasureService.ts';
import { FarmerErasures } from './privacy/farmerErasures.ts';
import { KeptPlaces } from './privacy/keptPlaces.ts';
import { PersonalExport } from './privacy/personalExport.ts';
import { privacyRoutes } from './privacy/privacyRoutes.ts';
import { Retention, RETENTION_SCHEDULE } from './privacy/retention.ts';
import { storedAnswers } from './privacy/storedAnswers.ts';
import { storedReports } from './privacy/storedReports.ts';
import { AuditTrail } from './provenance/auditTrail.ts';
import { ComparedLots } from './provenance/comparedLots.ts';
import { headRoutes } from './provenance/headRoutes.ts';
import { LedgerHeads } from './provenance/ledgerHeads.ts';
import { proofRoutes } from './provenance/proofRoutes.ts';
import { LedgerWalk, WALK_SCHEDULE } from './provenance/ledgerWalk.ts';
import { ProvenanceService } from './provenance/provenanceService.ts';
import { PublicProof } from './provenance/publicProof.ts';
import { provenanceRoutes } from './provenance/provenanceRoutes.ts';
import { SeenLots } from './provenance/seenLots.ts';
import { Verifications } from './provenance/verifications.ts';
import { publicRoutes } from './provenance/publicRoutes.ts';
import { privacyState } from './privacy/privacyState.ts';
import { LotPapers } from './reports/lotPapers.ts';
import { paperThreads } from './reports/paperThreads.ts';
import { reportRoutes } from './reports/reportRoutes.ts';
import { ReportService } from './reports/reportService.ts';
import { anchorReportFiles, sealStoredReports } from './reports/sealedReports.ts';
import type { ForestMonitor } from './satellite/forestMonitor.ts';
import { hansenMonitor } from './satellite/hansen/hansenMonitor.ts';
import { SAMPLE_DATASET, SAMPLE_DATASET_VERSION } from './satellite/sample/places.ts';
import { SATELLITE_SCHEDULE, satelliteTasks } from './satellite/satelliteJob.ts';
import { satelliteRoutes } from './satellite/satelliteRoutes.ts';
import { LotEvidence } from './satellite/lotEvidence.ts';
import { SatelliteService } from './satellite/satelliteService.ts';
import { openingSecret } from './seals/keptSecret.ts';
import { sealExisting } from './seals/sealExisting.ts';
import type { Services } from './services.ts';
import { VERSION } from './version.ts';

export interface App {
  services: Services;
  database: Database;
  ledger: Ledger;
  /** address that the program listens on; null for ROLE=worker */
  url: string | null;
  /**
   * Ends in order, and leaves behind what does not end in its time: no new requests, sockets, requests under way, jobs and
   * recording; then the database.
   * @returns false when requests under way were cut off without an answer
   */
  stop(): Promise<boolean>;
}

/** What the caller sees to: tests put others in the place of the outside worlds. */
export interface Surroundings {
  ledger?: (database: Database, own: Ledger) => Ledger;
  monitor?: ForestMonitor;
  log?: Logger;
  /** what the age of remembered ledger checks is told by */
  clock?: () => Date;
  /** called when the embedded database ended and could not be started again */
  onLost?: () => void;
  /** gives up the start */
  signal?: AbortSignal;
}

const REQUESTS = 'requests under way';
/** A certificate takes a few hundredths of a second. */
const SHOPPER_THREADS = 1;
/** what it may take to end a database that does not shut down by itself */
const END_BY_FORCE_MS = 1_500;

/**
 * Joins all parts and starts them: database and schema, ledger, queue, then the server. A start that fails, or is given up,
 * ends what it had started.
 * @throws ConfigError and other errors whose message is one clear line
 */
export async function createApp(config: Config, surroundings: Surroundings = {}): Promise<App> {
  const log = surroundings.log ?? makeLog(config);
  const closing = new Closing(log);
  const { signal } = surroundings;
  const givenUp = Promise.withResolvers<never>();
  const giveUp = (): void => givenUp.reject(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([start(config, surroundings, log, closing), givenUp.promise]);
  } catch (error) {
    await closing.run();
    throw error;
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

async function start(config: Config, surroundings: Surroundings, log: Logger, closing: Closing): Promise<App> {
  // Made before the embedded database, and told at once when it cannot be kept.
  await authSecret(config);
  await assertReachable(config);
  const url = config.databaseUrl ?? (await embeddedPostgres(config, surroundings, log, closing));
  await migrate(config.migrationDatabaseUrl ?? url, log);
  if (config.databaseUrl !== null) await assertRights(url);
  const secret = await openingSecret(config, url);
  const database = await Database.connect(url, {
    secret,
    replicaUrl: config.readDatabaseUrl,
    onError: (error) => log.warn({ err: error }, 'A connection to the replica was lost'),
  });
  closing.add('connections', 'database', () => database.close());
  database.seals.broken.onBroken(({ kind, identity }) =>
    log.error({ kind, row: identity }, 'A row is not as the program wrote it, and is not acted upon'),
  );

  const works = config.role !== 'web';
  const own = await EmbeddedLedger.open({
    pool: database.pool,
    secret,
    heads: {
      file: new HeadFile(config.headFile),
      // Those who record send what they recorded.
      ...(works && { witnesses: new HeadWitnesses(config.headWitnesses, log) }),
      log,
    },
  });
  closing.add('news', 'head of the ledger', () => own.close());
  const ledger = surroundings.ledger?.(database, own) ?? own;
  const monitor = surroundings.monitor ?? forestMonitor(config);
  const jobs = new JobQueue({ database, log });
  const lotReader = new LotReader(database);
  const lotWriter = new LotWriter(ledger);
  const { permissionTable } = config;
  const satelliteAt = (clock: () => Date): SatelliteService =>
    new SatelliteService({
      database,
      monitor,
      lots: lotReader,
      lotWriter,
      jobs,
      permissionTable,
      log,
      clock,
      isSound: (lotUuid) => provenance.isSound(lotUuid),
    });
  const satellite = satelliteAt(() => new Date());
  const alerts = new AlertService({
    database,
    lotWriter,
    permissionTable,
    isSound: (lotUuid) => provenance.isSound(lotUuid),
  });
  const activity = new RecentActivity(database);
  const live = new LiveEvents(lotReader, alerts, activity);
  const users = new UserService({ database });
  const idempotency = new IdempotencyKeys({ database, secret });
  const lotErasure = new LotErasure(ledger);
  const personalStores = [storedAnswers, storedReports, contactRequests, clientErrors];
  const erasure = new ErasureService({ database, lots: lotErasure, stores: personalStores });
  let origin = config.publicUrl ?? '';
  const lotHistory = new LotHistory({ database, reader: lotReader, ledger });
  const lotCompliance = new LotCompliance(database, lotReader);
  const qrCodes = new QrCodes(lotReader, () => origin);
  const verifications = new Verifications();
  const seen = new SeenLots({ database, ledger });
  const staffThreads = paperThreads(REPORTS_AT_A_TIME);
  const shopperThreads = paperThreads(SHOPPER_THREADS);
  closing.add('news', 'threads', () => Promise.all([staffThreads.close(), shopperThreads.close()]));
  const provenance = new ProvenanceService({
    database,
    ledger,
    lots: lotReader,
    seen,
    verifications,
    sampleData: satellite.sampleData,
    clock: surroundings.clock,
  });
  const comparedLots = new ComparedLots({ database, ledger, newest: own });
  const register = new Register({ database, ledger });
  const ledgerWalk = new LedgerWalk({
    database,
    ledger,
    whole: own,
    register,
    compare: (ids) => comparedLots.compare(ids),
    log,
  });
  const auditLog = new AuditLog({ database, permissionTable });
  const services: Services = {
    config,
    identity: new IdentityService({
      database,
      secret,
      clock: () => new Date(),
      failuresPerMinute: config.publicRateLimit,
    }),
    users,
    userManagement: new UserManagement({ database, users, permissionTable, demo: config.demo }),
    ownAccount: new OwnAccount({ database, secret, clock: () => new Date() }),
    keys: new KeyService({ database, permissionTable }),
    lots: new LotService({
      database,
      reader: lotReader,
      ledger,
      permissions: permissionTable,
      queueCheck: (em, lotUuid, actor) => satellite.queueCheck(em, lotUuid, actor),
    }),
    lotReader,
    lotHistory,
    lotExport: new LotExport(database),
    lotImport: new LotImport({
      database,
      ledger,
      permissions: permissionTable,
      queueChecks: (em, lotUuids, actor) => satellite.queueChecks(em, lotUuids, actor),
    }),
    lotCompliance,
    lotAnalytics: new LotAnalytics(database),
    lotFinder: new LotFinder(database),
    qrCodes,
    alerts,
    satellite,
    lotEvidence: new LotEvidence({
      database,
      lots: lotReader,
      isSound: (lotUuid) => provenance.isSound(lotUuid),
    }),
    provenance,
    ledgerHeads: new LedgerHeads({ ledger }),
    auditTrail: new AuditTrail({ lots: lotReader, seen, verifications }),
    publicProof: new PublicProof({ database, ledger, verifications }),
    heavyWork: makeHeavyWork(),
    reports: new ReportService({
      database,
      permissionTable,
      sampleData: satellite.sampleData,
      privacyState,
      threads: staffThreads,
      comparedLots,
    }),
    papers: new LotPapers({
      database,
      ledger,
      lots: lotReader,
      history: lotHistory,
      compliance: lotCompliance,
      provenance,
      qrCodes,
      threads: { staff: staffThreads, shoppers: shopperThreads },
    }),
    dashboard: new DashboardService(database, lotReader, activity, log),
    health: new HealthService({
      database,
      ledger,
      monitor,
      outboxStats: () => outboxStats(database.pool),
      jobStats: () => jobs.stats(),
      lastWalk: () => ledgerWalk.last(),
      setAside: () => countSetAside(database),
      version: VERSION,
    }),
    ledgerRetries: new LedgerRetries(database),
    walkRequests: new WalkRequests({ database, jobs }),
    live,
    requests: new OpenRequests(),
    idempotency,
    erasure,
    personalExport: new PersonalExport({ database, stores: personalStores }),
    retention: new Retention({
      database,
      erasures: erasure,
      places: new KeptPlaces({ database, lots: lotErasure }),
      others: [() => idempotency.deleteOldIdempotencyKeys()],
      jobs,
      log,
    }),
    clientReports: new ClientReports(database),
    searchAnalytics: new SearchAnalytics({ database, secret }),
    contact: new ContactService({
      database,
      stores: config.contact === 'store',
      limited: config.publicRateLimit > 0,
    }),
    auditLog,
    auditExport: new AuditExport({ database, permissionTable, auditLog }),
    farmerErasures: new FarmerErasures(database),
  };

  const takeOver = new LotTakeOver({ ledger, lotWriter, judge: (lotIds) => comparedLots.judgeUnsealed(lotIds) });
  await sealExisting(database, log, {
    more: {
      lots: (em) => takeOver.sealLots(em),
      alerts: (em) => takeOver.tellAlerts(em),
      reports: sealStoredReports,
      answers: (em) => idempotency.bindAnswers(em),
    },
    wasSealed: () => register.isRecorded(),
  });
  await register.begin(new Date());
  const anchoring = new Anchoring({ database, register, anchors: [anchorAudit, anchorReportFiles], jobs, log });

  const { pool, seals } = database;
  const outbox = new OutboxWorker({ pool, seals, ledger, publish: () => database.wake(), log });
  if (config.demo) await loadDemo({ database, users: services.users, reader: lotReader, ledger, satelliteAt, log });
  else await services.users.disableDemoUsers();

  const follower = new EventFollower(database, log);
  const forget = (subjects: ReadonlySet<string>): void => {
    for (const subject of subjects) services.identity.forget(subject);
  };
  follower.onSubjects(forget);
  follower.onNews((news) => forget(subjectsOf(news)));
  follower.onNews((news) => {
    for (const { lotId, kind } of news) {
      if (lotId === null) continue;
      services.provenance.forget(lotId, kind);
      services.publicProof.forget(lotId);
    }
  });
  follower.onNews((news) => live.publish(news));
  const listener = new Listener(url, log);
  listener.onWake(() => {
    follower.wake();
    if (works) outbox.wake();
  });
  await follower.start();
  closing.add('news', 'event log', () => follower.stop());
  await listener.start();
  closing.add('news', 'listener', () => listener.close());
  if (works) {
    await jobs.start(
      {
        ...satelliteTasks(database, satellite),
        ...services.retention.tasks,
        ...new AuditPortions(database).tasks,
        ...anchoring.tasks,
        ...ledgerWalk.tasks,
      },
      [SATELLITE_SCHEDULE, RETENTION_SCHEDULE, AUDIT_SCHEDULE, REGISTER_SCHEDULE, WALK_SCHEDULE].join('\n'),
    );
    await services.retention.queue();
    await anchoring.queue();
    closing.add('work', 'jobs', () => jobs.stop());
    outbox.start();
    closing.add('work', 'recording', () => outbox.stop());
  }

  let listening: string | null = null;
  if (config.role !== 'worker') {
    const http = await httpServer(config, services, database, jobs, log, () => origin);
    follower.onNews((news) => {
      if (news.some(({ kind }) => kind === 'erased' || kind === 'deleted')) http.forgetPages();
    });
    closing.add('work', 'web sockets', () => http.closeSockets());
    closing.add('work', REQUESTS, () => http.close());
    follower.onSubjects((subjects) => http.recheckSockets(subjects));
    follower.onNews((news) => http.recheckSockets(subjectsOf(news)));
    listening = await listen(http, config);
    if (config.publicUrl === null) origin = listening;
  }
  return { services, database, ledger, url: listening, stop: async () => !(await closing.run()).includes(REQUESTS) };
}

/** Starts the embedded database. @returns its address */
async function embeddedPostgres(
  { dataDir }: Config,
  { onLost }: Surroundings,
  log: Logger,
  closing: Closing,
): Promise<string> {
  const starting = startEmbeddedPostgres({ dataDir, log });
  // Also when it is given up while it starts.
  closing.add('database', 'embedded database', async (withinMs) => {
    const begun = await starting.catch(() => null);
    await begun?.stop(Math.max(0, withinMs - END_BY_FORCE_MS));
  });
  const embedded = await starting;
  embedded.onExit(() => onLost?.());
  return embedded.url;
}

function forestMonitor({ forest }: Config): ForestMonitor {
  switch (forest.driver) {
    case 'sample':
      return hansenMonitor({
        source: { kind: 'folder', path: join(packageRoot, 'server', 'satellite', 'sample'), sample: true },
        dataset: SAMPLE_DATASET,
        datasetVersion: SAMPLE_DATASET_VERSION,
        driver: 'sample',
      });
    case 'hansen':
      return hansenMonitor({
        source: { kind: 'http', baseUrl: forest.tilesUrl },
        dataset: 'Hansen Global Forest Change',
        datasetVersion: 'GFC-2025-v1.13',
        driver: 'hansen',
      });
    case 'gfw':
      throw new Error('This version has no satellite driver gfw');
  }
}

async function httpServer(
  config: Config,
  services: Services,
  database: Database,
  jobs: JobQueue,
  log: Logger,
  origin: () => string,
): Promise<HttpServer> {
  const schema = await makeSchema();
  const execution = new CompiledExecution(schema);
  const apollo = makeApolloServer(schema, execution, {
    production: config.production,
    log: (error) => log.error({ err: error }, 'A GraphQL operation failed'),
  });
  await apollo.start();
  const metrics = new Metrics({
    outbox: async () => {
      const { pending, failed } = await outboxStats(database.pool);
      return { pending, failed };
    },
    jobs: async () => {
      const { waiting, running, retrying, exhausted } = await jobs.stats();
      return { waiting, running, retrying, exhausted };
    },
  });
  metrics.watchHeavyWork(services.heavyWork);
  const http = await makeHttpServer({
    config,
    services,
    routes: ROUTES,
    schema,
    execution,
    apollo,
    metrics,
    log,
    origin,
  });
  http.app.addHook('onClose', async () => apollo.stop());
  return http;
}

/** Every declared REST call; the mount adds its own. */
export const ROUTES = [
  ...identityRoutes,
  ...userRoutes,
  ...keyRoutes,
  ...lotRoutes,
  ...lotTransferRoutes,
  ...lotReadRoutes,
  ...provenanceRoutes,
  ...publicRoutes,
  ...proofRoutes,
  ...headRoutes,
  ...reportRoutes,
  ...satelliteRoutes,
  ...alertRoutes,
  ...monitoringRoutes,
  ...clientRoutes,
  ...privacyRoutes,
  ...auditRoutes,
];

/** @throws Error with one clear line when this machine does not give the host or the port */
async function listen({ app }: HttpServer, { host, port }: Config): Promise<string> {
  const notThere = `HOST: ${host} is no address of this machine; set HOST to one of its addresses, or to 0.0.0.0 for all`;
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} on ${host} is taken by another program; set PORT to a free one, or to 0`,
    EACCES: `PORT: ${port} is not open to this user; set PORT to one from 1024 on`,
    EADDRNOTAVAIL: notThere,
    ENOTFOUND: notThere,
  };
  try {
    await app.listen({ host, port });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined;
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
  const address = app.server.address();
  return `http://${isAddress(address) && address.family === 'IPv6' ? `[${host}]` : host}:${isAddress(address) ? address.port : port}`;
}

function isAddress(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** Structured logs on standard output: request ids, no personal data, no secrets. */
function makeLog(config: Config): Logger {
  const options = {
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'headers.authorization', 'password', '*.password'],
  };
  return pino(options, logOutput(process.stdout));
}
