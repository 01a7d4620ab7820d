import { rm } from 'node:fs/promises';
import { pino, type Logger } from 'pino';
import { createApp, type App } from '../../../server/app.ts';
import { readConfig, type Config } from '../../../server/platform/config.ts';
import { confirmationCode } from '../../../server/modules/mail/mailTokens.ts';
import { startEmbeddedPostgres } from '../../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import type { Role } from '../../../server/domain/access/permissions.ts';
import { LOSS_PLACE_PNG, SAMPLE_PLACES } from '../../../server/adapters/forest-sample/places.ts';
import { realMonitor } from '../../support/realMonitor.ts';
import { restClient, type RestAnswer, type RestClient } from '../../support/restClient.ts';
import { newLot } from '../../support/newLot.ts';
import { PastRows, type PastRow } from '../../support/pastRows.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { SEALED_PLACES } from '../../support/signedTables.ts';
import { superuserUrl } from '../../support/superuser.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';
import { tellDailyWork } from './dailyWork.ts';
import { tellShipment, type Shipment } from './shipment.ts';

export const SECRET = 'a-secret-for-drills-that-is-long-enough';
const PASSWORD = 'correct-horse-1';
const LOSS = placeOf(LOSS_PLACE_PNG.name);
const SEA = placeOf('Bismarck Sea');
const ELSEWHERE = placeOf('Bogia, Madang');

function placeOf(name: string): { latitude: number; longitude: number } {
  const place = SAMPLE_PLACES.find((one) => one.name === name);
  if (place === undefined) throw new Error(`There is no sample place ${name}`);
  return { latitude: place.latitude, longitude: place.longitude };
}

/** A lot that answers are asked about, and the ids, keys and hashes by which rows belong to it. */
export interface SubjectLot {
  id: string;
  lotId: string;
  about: string[];
}

export interface Known {
  username: string;
  password: string;
  userId: string;
  sessionId: string;
}

/** A small installation with a row in every table, at rest, its server stopped. */
export interface World {
  databaseUrl: string;
  superuserUrl: string;
  env(role: 'all' | 'web'): NodeJS.ProcessEnv;
  /** all; the first is one with everything that can happen to a lot, the last one of which nothing is recorded */
  lots: SubjectLot[];
  /** whose account, session and key are changed */
  farmer: Known;
  partnerKey: string;
  partnerKeyId: string;
  /** who asks; an admin */
  reader: Known;
  reportId: string;
  /** one whose lots are in portions */
  partsId: string;
  /** what went to a buyer */
  shipment: Shipment;
  /** earlier states of sealed rows, with their seals */
  past: PastRow[];
  /** SHA-256 of the organisations' roots, as they were pinned at the start */
  roots: string[];
  stop(): Promise<void>;
}

/** Starts a database of its own and tells the world's story through the real interfaces. */
export async function makeWorld(): Promise<World> {
  const dataDir = await scratchFolder('manam-tamper-');
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const env = (role: string): NodeJS.ProcessEnv => ({
    PORT: '0',
    ROLE: role,
    DATABASE_URL: postgres.url,
    AUTH_SECRET: SECRET,
    DATA_DIR: dataDir,
    FOREST: 'sample',
    DEMO: 'false',
    CONTACT: 'store',
    PUBLIC_URL: 'https://trace.example.org',
    // No mail server listens there.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'alerts@trace.example.org',
    PUBLIC_RATE_LIMIT: '0',
    STAFF_RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
  });
  try {
    const told = await tell(env, log);
    return {
      ...told,
      databaseUrl: postgres.url,
      superuserUrl: await superuserUrl(dataDir, postgres.url, new URL(postgres.url).pathname.slice(1)),
      env,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Told = Omit<World, 'databaseUrl' | 'superuserUrl' | 'env' | 'stop'>;
type Person = Known & { rest: RestClient; refreshToken: string };

async function tell(env: (role: string) => NodeJS.ProcessEnv, log: Logger): Promise<Told> {
  // Statements are packed of real readings alone.
  const working = await createApp(readConfig(env('all')), { log, monitor: realMonitor() });
  let told: Omit<Told, 'lots' | 'partsId' | 'past'> & { wholeId: string };
  let past: PastRow[];
  try {
    const keeping = new PastRows(working.database);
    await keeping.keep(SEALED_PLACES.map(({ table }) => table));
    told = await tellStory(working);
    past = await keeping.stop();
  } finally {
    await working.stop();
  }
  const partsId = await reportInParts(readConfig(env('all')), log, told.partnerKey);
  // A process that only serves: what it takes is not recorded and not checked.
  const serving = await createApp(readConfig(env('web')), { log });
  try {
    const rest = restClient(serving.url ?? '', (await signIn(serving, told.farmer.username)).token);
    const waiting = (await ok(rest.send('POST', '/lots', newLot()))).lot.id;
    const { wholeId, ...rested } = told;
    const others = await serving.database.rows<{ id: string }>(
      'select id from lot where id <> all($1) order by lot_id',
      [[wholeId, waiting]],
    );
    const lots: SubjectLot[] = [];
    for (const id of [wholeId, ...others.map((one) => one.id), waiting]) lots.push(await subjectLot(serving, id));
    return { ...rested, partsId, past, lots };
  } finally {
    await serving.stop();
  }
}

/** A report that a program has made in portions, and its files. @returns its id */
async function reportInParts(config: Config, log: Logger, partnerKey: string): Promise<string> {
  const limits = { ...config.limits, reportLotsAtOnce: 1, reportBatch: 2 };
  const app = await createApp({ ...config, limits }, { log, monitor: realMonitor() });
  try {
    const rest = restClient(app.url ?? '', partnerKey);
    const { making } = await ok(rest.send('POST', '/reports', { startDate: '2026-01-01', endDate: '2026-12-29' }));
    const reportId: string = await until(async () => {
      const now = await ok(rest.get(`/reports/making/${making.id}`));
      return now.making.report?.reportId ?? false;
    }, 'the report in portions');
    for (const format of ['json', 'csv', 'pdf']) {
      const headers = { authorization: `Bearer ${partnerKey}` };
      await fetch(`${app.url}/api/v1/reports/${reportId}?format=${format}`, { headers });
    }
    await atRest(app);
    return reportId;
  } finally {
    await app.stop();
  }
}

async function tellStory(app: App) {
  const url = app.url ?? '';
  const anonymous = restClient(url);
  const person = async (username: string, role: Role, farmId = ''): Promise<Person> => {
    await servicesOf(app).users.addUser({ username, password: PASSWORD, role, name: `${username} Kaupa`, farmId });
    const { token, ...signedIn } = await signIn(app, username);
    return { ...signedIn, rest: restClient(url, token) };
  };
  const reader = await person('reader', 'admin');
  const farmer = await person('farmer', 'farmer', 'FARM001');
  const processor = await person('processor', 'processor');
  const auditor = await person('auditor', 'auditor');
  const erased = await person('erased', 'farmer', 'FARM002');

  const made = await ok(reader.rest.send('POST', '/keys', { name: 'Made-up buyer', role: 'processor' }));
  const { key: partnerKey, partnerKey: shown } = made;
  const partner = restClient(url, partnerKey);
  const second = await ok(reader.rest.send('POST', '/keys', { name: 'Made-up weighbridge', role: 'auditor' }));
  await ok(reader.rest.send('DELETE', `/keys/${second.partnerKey.id}`));
  const register = async (by: RestClient, changes: object, headers = {}): Promise<string> =>
    (await ok(by.send('POST', '/lots', { ...newLot(), ...changes }, headers))).lot.id;
  const wholeId = await register(
    farmer.rest,
    { ...LOSS, certifications: ['Organic'], qualityScore: 82.5 },
    { 'idempotency-key': 'once', 'x-gdpr-consent': 'true' },
  );
  const other = await register(partner, { farmId: 'FARM009', farmerName: 'Rosaura Cedeño', isAnonymized: true });
  const withAlert = await register(processor.rest, {
    ...LOSS,
    farmId: 'FARM009',
  });
  await register(processor.rest, { ...SEA, farmId: 'FARM009' });
  const plot = { name: 'Bogia garden', geometry: { type: 'Point', coordinates: [144.961001, -4.271001] }, areaHa: 2 };
  const added = await ok(processor.rest.send('POST', '/farms/FARM009/plots', plot));
  const { latitude: _latitude, longitude: _longitude, ...placeless } = newLot();
  await ok(processor.rest.send('POST', '/lots', { ...placeless, farmId: 'FARM009', plots: [added.plot.id] }));
  const deleted = await register(farmer.rest, {});
  await register(erased.rest, { farmId: 'FARM002', farmerName: 'erased Kaupa' });
  await atRest(app);

  const { alerts } = await ok(reader.rest.get('/alerts'));
  const alertOf = (id: string): string =>
    alerts.find((alert: { id: string; lotId: string }) => alert.lotId === lotIds.get(id)).id;
  const lotIds = new Map(
    (await ok(reader.rest.get('/lots?limit=100'))).lots.map((lot: { id: string; lotId: string }) => [
      lot.id,
      lot.lotId,
    ]),
  );
  await ok(processor.rest.send('PUT', `/alerts/${alertOf(wholeId)}/acknowledge`));
  await ok(
    auditor.rest.send('PUT', `/alerts/${alertOf(wholeId)}/resolve`, {
      note: 'Shade trees pruned, seen on the spot',
      outcome: 'No Deforestation',
    }),
  );
  const open = `/alerts/${alertOf(withAlert)}`;
  await ok(auditor.rest.send('PUT', `${open}/acknowledge`));
  await ok(auditor.rest.send('PUT', `${open}/assignment`, { assigneeId: processor.userId, dueOn: '2026-12-24' }));
  await ok(processor.rest.send('POST', `${open}/comments`, { text: 'The buyer visits on Friday' }));
  const outline = new FormData();
  outline.set('file', new Blob(['{"type":"Point","coordinates":[145.79,-5.22]}']), 'seen here.json');
  await ok(processor.rest.form(`${open}/files`, outline));
  await tellDailyWork({ admin: reader, processor, auditor }, ok, withAlert);
  for (const id of [wholeId, other]) {
    await ok(
      partner.send('PATCH', `/lots/${id}/process`, {
        currentProcess: 'fermented',
        processDetails: 'Five days in boxes of kwila',
        location: 'Fermentary on the Gum road',
        operatorName: 'Doreen Malken',
        qualityChecks: { moisture: 55.5, temperature: 44.25, notes: 'Cut test even' },
        timestamps: { startTime: '2026-03-02T05:00:00.000Z', endTime: '2026-03-07T17:30:00.000Z' },
      }),
    );
  }
  await ok(processor.rest.send('PATCH', `/lots/${other}`, { ...ELSEWHERE, weight: 51.25 }));
  await ok(reader.rest.send('DELETE', `/lots/${deleted}`));
  await atRest(app);

  const { report } = await ok(auditor.rest.get('/reports/compliance?startDate=2026-01-01&endDate=2026-12-31'));
  for (const format of ['json', 'csv', 'pdf', 'geojson', 'statement', 'plots']) {
    const headers = { authorization: `Bearer ${partnerKey}` };
    await fetch(`${url}/api/v1/reports/${report.reportId}?format=${format}`, { headers });
  }
  await ok(erased.rest.send('DELETE', '/gdpr/delete'));
  await atRest(app);
  const again = await ok(auditor.rest.get('/reports/compliance?startDate=2026-01-01&endDate=2026-12-30'));
  for (const format of ['geojson', 'statement', 'plots']) {
    const headers = { authorization: `Bearer ${partnerKey}` };
    await fetch(`${url}/api/v1/reports/${again.report.reportId}?format=${format}`, { headers });
  }

  await ok(anonymous.send('POST', '/auth/refresh', { refreshToken: farmer.refreshToken, attemptId: 'first' }));
  await anonymous.send('POST', '/auth/login', { username: 'farmer', password: 'not hers' });
  await ok(auditor.rest.send('POST', '/auth/logout', { refreshToken: auditor.refreshToken }));
  await ok(anonymous.send('POST', '/monitoring/errors', { message: 'Cannot show the map', path: '/verify' }));
  await ok(anonymous.send('POST', '/monitoring/metrics', { name: 'LCP', value: 900, path: '/verify' }));
  const search = {
    searchType: 'lot',
    searchValue: lotIds.get(wholeId),
    found: true,
    sessionId: 'shopper',
    responseTime: 90,
  };
  await ok(anonymous.send('POST', '/analytics/search', search));
  await ok(
    anonymous.send('POST', '/contact', {
      firstName: 'Lupita',
      lastName: 'Mendoza',
      email: 'lupita@roastery.example',
      company: 'Tostaduría Nube',
      message: 'Which lots may we buy?',
    }),
  );
  await ok(farmer.rest.send('POST', '/lots', newLot(), { 'idempotency-key': 'kept' }));
  await atRest(app);
  const nobodys = { name: 'Made-up trader', url: 'https://trader.example/alerts', farmId: 'FARM404' };
  await ok(reader.rest.send('POST', '/hooks', nobodys));
  const address = 'processor@trader.example';
  await ok(processor.rest.send('PUT', '/alert-mail', { address, language: 'en', pace: 'daily' }));
  const asked = await app.database.row<{ letter: string }>('select code_letter as letter from alert_mail');
  const code = confirmationCode(app.database.seals, asked?.letter ?? '', address);
  await ok(processor.rest.send('POST', '/alert-mail/confirm', { code }));
  const shipment = await tellShipment(app, processor, { ok, atRest });
  // As their hours come by the clock: lines and files are anchored, and the whole is compared.
  for (const task of ['audit-portions', 'register', 'ledger-walk']) {
    await app.database.rows('select graphile_worker.add_job($1)', [task]);
    await atRest(app);
  }
  const { organisations } = await ok(anonymous.get('/ledger/roots'));
  return {
    wholeId,
    farmer: known(farmer),
    reader: known(reader),
    partnerKey: String(partnerKey),
    partnerKeyId: String(shown.id),
    shipment,
    reportId: String(again.report.reportId),
    roots: organisations.map(({ rootFingerprint }: { rootFingerprint: string }) => rootFingerprint),
  };
}

function known({ username, password, userId, sessionId }: Known): Known {
  return { username, password, userId, sessionId };
}

async function signIn(app: App, username: string): Promise<Known & { token: string; refreshToken: string }> {
  const { user, accessToken, refreshToken } = await servicesOf(app).identity.login(username, PASSWORD, {
    address: '127.0.0.1',
  });
  if (user.via.kind !== 'session') throw new Error('Nobody signs in without a session');
  return {
    username,
    password: PASSWORD,
    userId: user.userId,
    sessionId: user.via.sessionId,
    token: accessToken,
    refreshToken,
  };
}

/** Everything is recorded and no job waits. */
async function atRest({ database }: App): Promise<void> {
  await until(async () => {
    const row = await database.row<{ waiting: number }>(
      `select (select count(*) from ledger_outbox where state = 'pending') + (select count(*) from graphile_worker.jobs) as waiting`,
    );
    return row?.waiting === 0;
  }, 'the world to come to rest');
}

async function subjectLot({ database }: App, id: string): Promise<SubjectLot> {
  const lot = await database.row<{ lotId: string; lotKey: string }>(
    'select lot_id as "lotId", lot_key as "lotKey" from lot where id = $1',
    [id],
  );
  if (lot === null) throw new Error(`There is no lot ${id}`);
  const events = await database.rows<{ id: string }>('select event_id as id from lot_event where lot_id = $1', [id]);
  const blocks = await database.rows<{ id: string }>(
    `select encode(b.header_hash, 'hex') as id from ledger_block b join ledger_transaction t on t.block_number = b.number
     where t.lot_key = $1 order by b.number`,
    [lot.lotKey],
  );
  return { id, lotId: lot.lotId, about: [id, lot.lotKey, ...[...events, ...blocks].map((one) => one.id)] };
}

async function ok(call: Promise<RestAnswer>): Promise<RestAnswer['data']> {
  const { status, data, body } = await call;
  if (status >= 300) throw new Error(`The story broke off: ${status} ${body.message}`);
  return data;
}
