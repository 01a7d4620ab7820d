import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { isIP, isIPv4 } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { PERMISSION_TABLES, type PermissionTable } from '../domain/access/permissions.ts';
import { SHIPPING_GUARDS, type ShippingGuardMode } from '../domain/lot/shippingGuard.ts';
import { SCALE_TOLERANCE_HUNDREDTHS, TRANSFORMATION_LIMITS } from '../domain/mass/massBalance.ts';
import { PLOT_YIELD_LIMIT_KG } from '../domain/mass/yields.ts';
import { MOST_LOTS_AT_ONCE } from '../domain/report/reportPeriod.ts';

/** Numbers that people may want to find in one place. */
export const LIMITS = {
  /** JSON request bodies (docs/spec/rest-api.md, 'Envelope') */
  bodyBytes: 1024 * 1024,
  /** uploaded files (docs/spec/rest-api.md, 'Envelope') */
  uploadBytes: 25 * 1024 * 1024,
  /** files of all alerts together: limit of their size in the database */
  alertFilesBytes: 5 * 1024 * 1024 * 1024,
  /** of all documents of due diligence together */
  documentsBytes: 20 * 1024 * 1024 * 1024,
  /** a request that takes longer is given up */
  requestTimeoutMs: 10_000,
  /** the same for imports, exports and report files */
  longRequestTimeoutMs: 120_000,
  /** lots of a report that is made while somebody waits; one of more is made in portions by a job */
  reportLotsAtOnce: MOST_LOTS_AT_ONCE,
  /** lots of such a portion: others in its queue wait for one at most */
  reportBatch: 1_000,
  /** a report in portions that is not asked for during this time is abandoned */
  reportUnaskedMs: 600_000,
  /** changes that one user or partner key makes in 24 hours, each lot of an import counted; not counted with STAFF_RATE_LIMIT=0 */
  changesADay: 200_000,
  /** sign-ins of one account in 24 hours, with the renewals of its tokens */
  signInsADay: 5_000,
  /** new idempotency keys of one user or partner key in 24 hours */
  keysADay: 200_000,
  /** bytes of the answers that are stored for them, as they are stored */
  keyBytesADay: 512 * 1024 * 1024,
  /** bytes that stay free on the embedded database's disk: below, writes of requests are rejected */
  leastFreeBytes: 256 * 1024 * 1024,
  /** shortest AUTH_SECRET that is taken */
  authSecretCharacters: 32,
} as const;

export type ServerRole = 'all' | 'web' | 'worker';

/** How to reach a Fabric network; certificate, key and roots are paths of PEM files, `organisations` of a JSON file. */
export interface FabricConfig {
  driver: 'fabric';
  /** host:port of the organisation's own gateway peer */
  peer: string;
  mspId: string;
  channel: string;
  chaincode: string;
  certificate: string;
  key: string;
  tlsRoots: string;
  /** who holds the ledger and who orders its blocks, with their root certificates (`membersFile.ts`) */
  organisations: string;
}

export type LedgerConfig = { driver: 'embedded' } | FabricConfig;

/** Public Hansen GFC tiles. */
export interface HansenConfig {
  /** addresses under which the same tiles lie (no slash at their ends); the first that answers is read */
  tilesUrls: readonly string[];
  /** release, as in the tiles' names */
  tilesVersion: string;
  /** cache of downloaded data; null: none */
  cache: { folder: string; mostBytes: number } | null;
}

/** GFW Data API at `apiUrl` (no slash at its end). */
export interface GfwConfig {
  apiUrl: string;
  apiKey: string;
  /** of its datasets */
  versions: { alerts: string; loss: string; cover: string };
}

export type ForestConfig =
  /** small rasters of the repository, marked as sample wherever shown */
  | { driver: 'sample' }
  | ({ driver: 'hansen' } & HansenConfig)
  | ({ driver: 'gfw' } & GfwConfig)
  /** both, for each place */
  | { driver: 'hansen+gfw'; hansen: HansenConfig; gfw: GfwConfig };

/** Where due diligence statements are filed. */
export type RegistryConfig =
  /** a package is handed over, and the importer files */
  | { driver: 'package' }
  /** the EU Information System: its address without a slash at the end, and a web service user of it */
  | { driver: 'traces-v3'; url: string; credentials: { username: string; key: string; clientId: string } };

/** A map of forest in 2020 beside the source of loss: one GeoTIFF. */
export interface BaselineConfig {
  url: string;
  /** of JRC GFC2020 */
  version: string;
  /** cache of downloaded ranges and its size; null: none */
  cache: { folder: string; mostBytes: number } | null;
}

/** A server for map pictures below plots, which pages of the staff area ask. */
export interface MapTiles {
  /** https, with {z}, {x} and {y} */
  url: string;
  /** its origin, for the Content-Security-Policy */
  origin: string;
  /** attribution that the pictures' licence requires; text, no markup */
  attribution: string;
}

/** The mail server for outgoing mail. */
export interface MailConfig {
  host: string;
  port: number;
  /** TLS from the first byte (smtps); else the connection is upgraded before login, except to this machine */
  secure: boolean;
  /** null: it asks for none */
  login: { user: string; password: string } | null;
  /** address that mail is from */
  from: string;
}

/** The environment, read once, checked and typed (docs/spec/settings-and-commands.md, 'Environment'). */
export interface Config {
  /** NODE_ENV is production */
  production: boolean;
  /** HOST: name or address to listen on */
  host: string;
  /** PORT: 0 takes a free one */
  port: number;
  /** DATABASE_URL; null: an embedded PostgreSQL runs in `dataDir` */
  databaseUrl: string | null;
  /** READ_DATABASE_URL: a replica for list reads; null: none */
  readDatabaseUrl: string | null;
  /** MIGRATION_DATABASE_URL, else DATABASE_URL: the schema owner's; null with the embedded database */
  migrationDatabaseUrl: string | null;
  /** DATA_DIR, absolute: the embedded database and its secrets */
  dataDir: string;
  /** ROLE: serve people, do queued work, or both */
  role: ServerRole;
  /** PUBLIC_URL: origin in QR codes and share links; null: the address the program listens on */
  publicUrl: string | null;
  /** PUBLIC_API_URL: base address of the public API that public pages call, without a slash at its end */
  publicApiUrl: string;
  /** DEMO: loads demo data into an empty database; false disables existing demo accounts */
  demo: boolean;
  /** AUTH_SECRET; null: `authSecret` makes and keeps one */
  authSecret: string | null;
  /** LEDGER, FABRIC_* */
  ledger: LedgerConfig;
  /** FOREST_BASELINE_URL, FOREST_BASELINE_VERSION; null: no map of forest in 2020 */
  forestBaseline: BaselineConfig | null;
  /** FOREST, FOREST_TILES_URL, FOREST_TILES_VERSION, FOREST_CACHE_MB, GFW_API_URL, GFW_API_KEY, GFW_ALERTS_VERSION,
   * GFW_LOSS_VERSION, GFW_COVER_VERSION */
  forest: ForestConfig;
  /** FOREST_READS_PER_SECOND: places that re-checks by the clock read in a second at most, all processes together */
  forestReadsPerSecond: number;
  /** DUE_DILIGENCE_REGISTRY, TRACES_URL, TRACES_USERNAME, TRACES_KEY, TRACES_CLIENT_ID */
  dueDiligenceRegistry: RegistryConfig;
  /** MAP_TILES_URL, MAP_TILES_ATTRIBUTION; null: maps show no pictures, and no page asks another server */
  mapTiles: MapTiles | null;
  /** PERMISSION_TABLE */
  permissionTable: PermissionTable;
  /** PUBLIC_BLOCK_AUTOMATION: 403 for known bots on the public calls */
  publicBlockAutomation: boolean;
  /** TRUST_PROXY: proxies in front, counted from the right of X-Forwarded-For */
  trustProxy: number;
  /** PUBLIC_RATE_LIMIT: requests a minute per address; 0 is off */
  publicRateLimit: number;
  /** STAFF_RATE_LIMIT: requests a minute per user or key; 0 is off */
  staffRateLimit: number;
  /** SCALE_TOLERANCE_PERCENT: by how much the dry mass of outputs may exceed that of inputs, in 0.01 % */
  scaleToleranceHundredths: number;
  /** SHIPPING_GUARD: whether a call that ships what is not compliant works and warns, or is refused until confirmed */
  shippingGuard: ShippingGuardMode;
  /** PLOT_YIELD_LIMIT_KG_PER_HA: dry beans of one season; a plot above it is flagged */
  plotYieldLimitKg: number;
  /** CORS_ORIGINS: origins that may call with a browser */
  corsOrigins: string[];
  /** CONTACT: whether contact requests are stored for admins */
  contact: 'off' | 'store';
  /** CLOCK_CONFIRMED_ON: a day on which an operator found the clock right, YYYY-MM-DD; null: not set */
  clockConfirmedOn: string | null;
  /** HEAD_FILE, absolute: file of the newest head of the ledger */
  headFile: string;
  /** HEAD_WITNESSES: addresses that get each head */
  headWitnesses: string[];
  /** WEB_HOOKS_LOOPBACK: web hooks may lead to this machine, by http too; for tests */
  hooksLoopback: boolean;
  /** SMTP_URL, MAIL_FROM; null: the program sends no mail */
  mail: MailConfig | null;
  /** METRICS_TOKEN: bearer token for /metrics; null: loopback only */
  metricsToken: string | null;
  /** LOG_LEVEL of the structured logs */
  logLevel: (typeof LOG_LEVELS)[number];
  /** HEARTBEAT_FILE: a process that runs jobs renews its time; null: no file */
  heartbeatFile: string | null;
  limits: Readonly<Record<keyof typeof LIMITS, number>>;
}

/** The environment is invalid. The message is one line: the variable and the accepted values, never its value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const HANSEN_TILES = 'https://storage.googleapis.com/earthenginepartners-hansen';
const MEGABYTE = 2 ** 20;
const GFW_API = 'https://data-api.globalforestwatch.org';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const text = z.string().min(1);
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
/** At most two decimals. */
const percentUpTo = (max: number) =>
  z
    .string()
    .regex(/^\d(\.\d{1,2})?$/)
    .transform(Number)
    .pipe(z.number().min(0).max(max));
const database = z.string().refine((value) => /^postgres(ql)?:$/.test(protocolOf(value)));
const web = z
  .string()
  .refine((value) => /^https?:$/.test(protocolOf(value)))
  .transform((value) => new URL(value))
  .refine((url) => url.username === '' && url.search === '' && url.hash === '');
const base = web.transform((url) => url.href.replace(/\/+$/, ''));
const origin = web.refine((url) => url.pathname === '/').transform((url) => url.origin);
const mailServer = z
  .string()
  .refine((value) => /^smtps?:$/.test(protocolOf(value)))
  .transform((value) => new URL(value))
  .refine((url) => url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '')
  .refine((url) => (url.username === '') === (url.password === '') && isDecodable(url.username + url.password));
/** A version of a dataset, never 'latest': a check must be repeatable with the same data. */
const pinned = z.string().regex(/^v\d[\w.]{0,31}$/);
/** An address in which zoom and place of a picture are filled in. Braces are no part of an address: it is read with zeros in their place. */
const mapTiles = z
  .string()
  .refine((value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)))
  .refine((value) => {
    const filled = value.replaceAll(/\{[zxy]\}/g, '0');
    if (protocolOf(filled) !== 'https:' || /[{}\s]/.test(filled)) return false;
    const { username, hash, origin: own } = new URL(filled);
    return username === '' && hash === '' && value.startsWith(`${own}/`);
  });
/** An address over which data cannot be read or changed by others: https, or this machine. */
export const secureAddress = web
  .refine((url) => url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
  .transform((url) => url.href);
/** A path of the origin that the page came from, or an address elsewhere. */
const apiBase = z
  .union([z.string().regex(/^(\/[\w.~-]+)+\/?$/), secureAddress])
  .transform((address) => address.replace(/\/+$/, ''));

const ENVIRONMENT = z.object({
  NODE_ENV: text.optional(),
  HOST: z
    .string()
    .refine((host) => isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host))
    .default('127.0.0.1'),
  PORT: whole(0, 65_535).default(4000),
  DATABASE_URL: database.optional(),
  READ_DATABASE_URL: database.optional(),
  MIGRATION_DATABASE_URL: database.optional(),
  DATA_DIR: text.default('.manam'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  PUBLIC_URL: origin.optional(),
  PUBLIC_API_URL: apiBase.default('/api/v1'),
  DEMO: flag.optional(),
  AUTH_SECRET: z.string().min(LIMITS.authSecretCharacters).optional(),
  LEDGER: z.enum(['embedded', 'fabric']).default('embedded'),
  FABRIC_PEER: z
    .string()
    .regex(/^[^\s/]+:\d{1,5}$/)
    .optional(),
  FABRIC_MSP_ID: text.optional(),
  FABRIC_CHANNEL: text.optional(),
  FABRIC_CHAINCODE: text.optional(),
  FABRIC_CERTIFICATE: text.optional(),
  FABRIC_KEY: text.optional(),
  FABRIC_TLS_ROOTS: text.optional(),
  FABRIC_ORGANISATIONS: text.optional(),
  FOREST: z.enum(['sample', 'hansen', 'gfw', 'hansen,gfw']).optional(),
  FOREST_TILES_URL: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(base).max(8))
    .optional(),
  FOREST_TILES_VERSION: z
    .string()
    .regex(/^GFC-20\d\d-v\d{1,3}(\.\d{1,3})*$/)
    .default('GFC-2025-v1.13'),
  FOREST_CACHE_MB: whole(0, 1_000_000).default(1024),
  FOREST_BASELINE_URL: base.optional(),
  FOREST_BASELINE_VERSION: z
    .string()
    .regex(/^V\d{1,3}$/)
    .default('V3'),
  FOREST_READS_PER_SECOND: whole(1, 1_000).default(5),
  GFW_API_URL: base.default(GFW_API),
  GFW_API_KEY: text.optional(),
  GFW_ALERTS_VERSION: pinned.optional(),
  GFW_LOSS_VERSION: pinned.default('v1.13'),
  GFW_COVER_VERSION: pinned.default('v1.8'),
  DUE_DILIGENCE_REGISTRY: z.enum(['package', 'traces-v3']).default('package'),
  TRACES_URL: secureAddress.transform((address) => address.replace(/\/+$/, '')).optional(),
  TRACES_USERNAME: text.max(200).optional(),
  TRACES_KEY: text.max(200).optional(),
  TRACES_CLIENT_ID: text.max(200).optional(),
  MAP_TILES_URL: mapTiles.optional(),
  MAP_TILES_ATTRIBUTION: text.max(200).optional(),
  PERMISSION_TABLE: z.enum(PERMISSION_TABLES).default('merged'),
  PUBLIC_BLOCK_AUTOMATION: flag.default(false),
  TRUST_PROXY: whole(0, 100).default(0),
  PUBLIC_RATE_LIMIT: whole(0, 1_000_000).default(120),
  STAFF_RATE_LIMIT: whole(0, 1_000_000).default(3000),
  SCALE_TOLERANCE_PERCENT: percentUpTo(TRANSFORMATION_LIMITS.toleranceHundredths / 100).default(
    SCALE_TOLERANCE_HUNDREDTHS / 100,
  ),
  SHIPPING_GUARD: z.enum(SHIPPING_GUARDS).default('warn'),
  PLOT_YIELD_LIMIT_KG_PER_HA: whole(1, 1_000_000).default(PLOT_YIELD_LIMIT_KG),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(origin))
    .default([]),
  CONTACT: z.enum(['off', 'store']).default('off'),
  CLOCK_CONFIRMED_ON: z.iso.date().optional(),
  HEAD_FILE: text.optional(),
  HEAD_WITNESSES: z
    .string()
    .transform((list) => list.split(',').map((item) => item.trim()))
    .pipe(z.array(secureAddress).max(16))
    .default([]),
  WEB_HOOKS_LOOPBACK: flag.default(false),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: z.email().max(254).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  HEARTBEAT_FILE: text.optional(),
});

/** Variables that may be given as a file instead: `AUTH_SECRET_FILE` names the file that holds AUTH_SECRET. */
const SECRET_VARIABLES = [
  'AUTH_SECRET',
  'NEW_AUTH_SECRET',
  'DATABASE_URL',
  'READ_DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'GFW_API_KEY',
  'TRACES_KEY',
  'SMTP_URL',
  'METRICS_TOKEN',
] as const;
type SecretVariable = (typeof SECRET_VARIABLES)[number];

/**
 * The value of a variable that holds a secret, or the content of the file that its `_FILE` variable names, without the line
 * end. An empty variable counts as not set.
 * @throws ConfigError when both are set, or the file cannot be read or is empty
 */
export function readSecret(env: NodeJS.ProcessEnv, variable: SecretVariable): string | undefined {
  const value = env[variable] || undefined;
  const file = env[`${variable}_FILE`] || undefined;
  if (file === undefined) return value;
  if (value !== undefined) throw new ConfigError(`Set ${variable} or ${variable}_FILE, not both.`);
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new ConfigError(`${variable}_FILE takes the path of a file that can be read; ${file} cannot (${code}).`);
  }
  if (content === '') throw new ConfigError(`${variable}_FILE takes a file with the value in it; ${file} is empty.`);
  return content;
}

/** 'https:' and the like; empty when the text is no address. */
function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

type Environment = z.output<typeof ENVIRONMENT>;
type Variable = keyof Environment;

const POSTGRES_ADDRESS = 'an address such as postgres://user:password@host:5432/database';
const WEB_BASE = 'an http or https address without query';
const PEM_PATH = 'the path of a PEM file';

/** What each variable takes, as the end of the sentence '<variable> takes ...'. */
const TAKES: Record<Variable, string> = {
  NODE_ENV: 'a word such as production',
  HOST: 'a host name or an IP address',
  PORT: 'a whole number from 0 to 65535',
  DATABASE_URL: POSTGRES_ADDRESS,
  READ_DATABASE_URL: POSTGRES_ADDRESS,
  MIGRATION_DATABASE_URL: POSTGRES_ADDRESS,
  DATA_DIR: 'the path of a folder',
  ROLE: 'all, web or worker',
  PUBLIC_URL: 'an origin such as https://trace.example',
  PUBLIC_API_URL: 'a path such as /api/v1 or an https address without query',
  DEMO: 'true or false',
  AUTH_SECRET: `at least ${LIMITS.authSecretCharacters} characters`,
  LEDGER: 'embedded or fabric',
  FABRIC_PEER: "the peer's host:port",
  FABRIC_MSP_ID: "the organisation's MSP id",
  FABRIC_CHANNEL: 'the name of a channel',
  FABRIC_CHAINCODE: 'the name of a chaincode',
  FABRIC_CERTIFICATE: PEM_PATH,
  FABRIC_KEY: PEM_PATH,
  FABRIC_TLS_ROOTS: PEM_PATH,
  FABRIC_ORGANISATIONS: 'the path of a JSON file with the organisations of the channel',
  FOREST: 'sample, hansen, gfw, or hansen,gfw for both',
  FOREST_TILES_URL: 'at most 8 http or https addresses without query, separated by commas',
  FOREST_TILES_VERSION: 'a release such as GFC-2025-v1.13',
  FOREST_CACHE_MB: 'megabytes, a whole number from 0 (no cache) to 1000000',
  FOREST_BASELINE_URL: WEB_BASE,
  FOREST_BASELINE_VERSION: 'a release of JRC GFC2020 such as V3',
  FOREST_READS_PER_SECOND: 'places that re-checks read in a second, a whole number from 1 to 1000',
  GFW_API_URL: WEB_BASE,
  GFW_API_KEY: 'the key of the GFW Data API',
  GFW_ALERTS_VERSION: 'a version of gfw_integrated_alerts such as v20260601',
  GFW_LOSS_VERSION: 'a version of umd_tree_cover_loss such as v1.13',
  GFW_COVER_VERSION: 'a version of umd_tree_cover_density_2000 such as v1.8',
  DUE_DILIGENCE_REGISTRY: 'package or traces-v3',
  TRACES_URL: 'an https address without query such as https://eudr.webcloud.ec.europa.eu/tracesnt',
  TRACES_USERNAME: 'the name of a web service user, at most 200 characters',
  TRACES_KEY: 'the authentication key of that user, at most 200 characters',
  TRACES_CLIENT_ID: 'a client id such as eudr, at most 200 characters',
  MAP_TILES_URL: 'an https address with {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png',
  MAP_TILES_ATTRIBUTION: 'whom the map pictures are from, at most 200 characters',
  PERMISSION_TABLE: PERMISSION_TABLES.join(', '),
  PUBLIC_BLOCK_AUTOMATION: 'true or false',
  TRUST_PROXY: 'the number of proxies in front, a whole number from 0 to 100',
  PUBLIC_RATE_LIMIT: 'requests a minute, a whole number from 0 (off) to 1000000',
  STAFF_RATE_LIMIT: 'requests a minute, a whole number from 0 (off) to 1000000',
  SCALE_TOLERANCE_PERCENT: 'a percentage from 0 to 5 with at most two decimals',
  SHIPPING_GUARD: 'warn or block',
  PLOT_YIELD_LIMIT_KG_PER_HA: 'kilograms a hectare and season, a whole number from 1 to 1000000',
  CORS_ORIGINS: 'origins such as https://partner.example, separated by commas',
  CONTACT: 'off or store',
  CLOCK_CONFIRMED_ON: 'a day such as 2026-11-25',
  HEAD_FILE: 'the path of a file',
  HEAD_WITNESSES: 'at most 16 https addresses without query, separated by commas',
  WEB_HOOKS_LOOPBACK: 'true or false',
  SMTP_URL:
    'an address such as smtps://user:password@mail.example:465 or smtp://mail.example:587, without path and query',
  MAIL_FROM: 'an address such as alerts@trace.example',
  METRICS_TOKEN: 'printable ASCII characters without spaces',
  LOG_LEVEL: LOG_LEVELS.join(', '),
  HEARTBEAT_FILE: 'the path of a file',
};

/**
 * Reads and checks the environment. A variable that is empty counts as not set. Touches nothing but its argument
 * and the files of secrets; a relative DATA_DIR or HEAD_FILE is taken from the working directory.
 * @throws ConfigError for the first variable that cannot be used
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const secrets = Object.fromEntries(SECRET_VARIABLES.map((variable) => [variable, readSecret(env, variable)]));
  const parsed = ENVIRONMENT.safeParse(
    Object.fromEntries(Object.entries({ ...env, ...secrets }).filter(([, value]) => value !== '')),
  );
  if (!parsed.success) {
    const variable = z.enum(ENVIRONMENT.keyof().options).parse(parsed.error.issues[0]?.path[0]);
    throw new ConfigError(`${variable} takes ${TAKES[variable]}.`);
  }
  const values = parsed.data;
  assertConsistent(values);
  const production = values.NODE_ENV === 'production';
  const demo = values.DEMO ?? (values.DATABASE_URL === undefined && isLoopback(values.HOST) && !production);
  const forest = forestOf(values, demo);
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL ?? null,
    readDatabaseUrl: values.READ_DATABASE_URL ?? null,
    migrationDatabaseUrl: values.MIGRATION_DATABASE_URL ?? values.DATABASE_URL ?? null,
    dataDir: resolve(values.DATA_DIR),
    role: values.ROLE,
    publicUrl: values.PUBLIC_URL ?? null,
    publicApiUrl: values.PUBLIC_API_URL,
    demo,
    authSecret: values.AUTH_SECRET ?? null,
    ledger: ledgerOf(values),
    forest,
    forestBaseline: baselineOf(values, forest),
    forestReadsPerSecond: values.FOREST_READS_PER_SECOND,
    dueDiligenceRegistry: registryOf(values),
    mapTiles: mapTilesOf(values),
    permissionTable: values.PERMISSION_TABLE,
    publicBlockAutomation: values.PUBLIC_BLOCK_AUTOMATION,
    trustProxy: values.TRUST_PROXY,
    publicRateLimit: values.PUBLIC_RATE_LIMIT,
    staffRateLimit: values.STAFF_RATE_LIMIT,
    scaleToleranceHundredths: Math.round(values.SCALE_TOLERANCE_PERCENT * 100),
    shippingGuard: values.SHIPPING_GUARD,
    plotYieldLimitKg: values.PLOT_YIELD_LIMIT_KG_PER_HA,
    corsOrigins: values.CORS_ORIGINS,
    contact: values.CONTACT,
    clockConfirmedOn: values.CLOCK_CONFIRMED_ON ?? null,
    headFile: resolve(values.HEAD_FILE ?? join(values.DATA_DIR, 'ledger-head.json')),
    headWitnesses: values.HEAD_WITNESSES,
    hooksLoopback: values.WEB_HOOKS_LOOPBACK,
    mail: mailOf(values),
    metricsToken: values.METRICS_TOKEN ?? null,
    logLevel: values.LOG_LEVEL,
    heartbeatFile: values.HEARTBEAT_FILE ?? null,
    limits: LIMITS,
  };
}

/** @throws ConfigError for variables that exclude or need each other */
function assertConsistent(values: Environment): void {
  const production = values.NODE_ENV === 'production';
  if (values.DEMO === true && production) {
    throw new ConfigError(
      'DEMO takes false (or nothing) with NODE_ENV=production: its accounts have public passwords.',
    );
  }
  if (values.WEB_HOOKS_LOOPBACK && production) {
    throw new ConfigError(
      'WEB_HOOKS_LOOPBACK takes false (or nothing) with NODE_ENV=production: a web hook would reach what listens on this machine alone.',
    );
  }
  if (values.DATABASE_URL === undefined) {
    for (const variable of ['READ_DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const) {
      if (values[variable] !== undefined) throw new ConfigError(`${variable} needs DATABASE_URL to be set as well.`);
    }
  } else {
    need(values, 'AUTH_SECRET', 'DATABASE_URL is set');
  }
}

function mailOf(values: Environment): MailConfig | null {
  const url = values.SMTP_URL;
  if (url === undefined) return null;
  const from = need(values, 'MAIL_FROM', 'SMTP_URL is set');
  // A process without an HTTP server does not know its own address, and links in mail need one.
  need(values, 'PUBLIC_URL', 'SMTP_URL is set');
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    login:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    from,
  };
}

function mapTilesOf(values: Environment): MapTiles | null {
  if (values.MAP_TILES_URL === undefined) return null;
  const attribution = need(values, 'MAP_TILES_ATTRIBUTION', 'MAP_TILES_URL is set');
  return { url: values.MAP_TILES_URL, origin: new URL(values.MAP_TILES_URL).origin, attribution };
}

function ledgerOf(values: Environment): LedgerConfig {
  if (values.LEDGER === 'embedded') return { driver: 'embedded' };
  const chosen = 'LEDGER is fabric';
  return {
    driver: 'fabric',
    peer: need(values, 'FABRIC_PEER', chosen),
    mspId: need(values, 'FABRIC_MSP_ID', chosen),
    channel: need(values, 'FABRIC_CHANNEL', chosen),
    chaincode: need(values, 'FABRIC_CHAINCODE', chosen),
    certificate: resolve(need(values, 'FABRIC_CERTIFICATE', chosen)),
    key: resolve(need(values, 'FABRIC_KEY', chosen)),
    tlsRoots: resolve(need(values, 'FABRIC_TLS_ROOTS', chosen)),
    organisations: resolve(need(values, 'FABRIC_ORGANISATIONS', chosen)),
  };
}

function registryOf(values: Environment): RegistryConfig {
  if (values.DUE_DILIGENCE_REGISTRY === 'package') return { driver: 'package' };
  const chosen = 'DUE_DILIGENCE_REGISTRY is traces-v3';
  return {
    driver: 'traces-v3',
    url: need(values, 'TRACES_URL', chosen),
    credentials: {
      username: need(values, 'TRACES_USERNAME', chosen),
      key: need(values, 'TRACES_KEY', chosen),
      clientId: need(values, 'TRACES_CLIENT_ID', chosen),
    },
  };
}

function forestOf(values: Environment, demo: boolean): ForestConfig {
  switch (values.FOREST ?? (demo ? 'sample' : 'hansen')) {
    case 'sample':
      return { driver: 'sample' };
    case 'hansen':
      return { driver: 'hansen', ...hansenOf(values) };
    case 'gfw':
      return { driver: 'gfw', ...gfwOf(values, 'FOREST is gfw') };
    case 'hansen,gfw':
      return { driver: 'hansen+gfw', hansen: hansenOf(values), gfw: gfwOf(values, 'FOREST names gfw') };
  }
}

/** Made-up tiles have no map of 2020 beside them. */
function baselineOf(values: Environment, { driver }: ForestConfig): BaselineConfig | null {
  const { FOREST_BASELINE_URL: url, FOREST_BASELINE_VERSION: version } = values;
  if (url === undefined) return null;
  if (driver === 'sample') throw new ConfigError('FOREST_BASELINE_URL cannot be set when FOREST is sample.');
  return { url, version, cache: cacheOf(values) };
}

function hansenOf(values: Environment): HansenConfig {
  return {
    tilesUrls: values.FOREST_TILES_URL ?? [`${HANSEN_TILES}/${values.FOREST_TILES_VERSION}`],
    tilesVersion: values.FOREST_TILES_VERSION,
    cache: cacheOf(values),
  };
}

function gfwOf(values: Environment, chosen: string): GfwConfig {
  return {
    apiUrl: values.GFW_API_URL,
    apiKey: need(values, 'GFW_API_KEY', chosen),
    versions: {
      alerts: need(values, 'GFW_ALERTS_VERSION', chosen),
      loss: values.GFW_LOSS_VERSION,
      cover: values.GFW_COVER_VERSION,
    },
  };
}

function cacheOf({
  FOREST_CACHE_MB: megabytes,
  DATA_DIR: folder,
}: Environment): { folder: string; mostBytes: number } | null {
  return megabytes === 0 ? null : { folder: join(resolve(folder), 'forest-tiles'), mostBytes: megabytes * MEGABYTE };
}

type Text = { [V in Variable]: Environment[V] extends string | undefined ? V : never }[Variable];

function need(values: Environment, variable: Text, reason: string): string {
  const value = values[variable];
  if (value === undefined)
    throw new ConfigError(`${variable} must be set when ${reason}; it takes ${TAKES[variable]}.`);
  return value;
}

/** Whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^::ffff:(?=\d)/, '');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * The secret that signs access tokens: AUTH_SECRET, else one that is generated once and stored in DATA_DIR (mode 0600).
 * Two simultaneous starts get the same one.
 * @throws ConfigError when the stored file is damaged
 */
export async function authSecret(config: Pick<Config, 'authSecret' | 'dataDir'>): Promise<string> {
  if (config.authSecret !== null) return config.authSecret;
  const file = secretFile(config);
  return (await storedSecret(file)) ?? (await makeSecret(file));
}

/** Path of the generated secret. */
export function secretFile(config: Pick<Config, 'dataDir'>): string {
  return join(config.dataDir, 'auth-secret');
}

/** A secret stored in a file; null if there is none. @throws ConfigError */
export async function storedSecret(file: string): Promise<string | null> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new ConfigError(`AUTH_SECRET is not set and its file ${file} cannot be read (${error.code}).`);
  });
  if (kept !== null && kept.trim().length < LIMITS.authSecretCharacters) {
    throw new ConfigError(`AUTH_SECRET is not set and its file ${file} is damaged: restore it from a backup.`);
  }
  return kept?.trim() ?? null;
}

async function makeSecret(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await mkdir(dirname(file), { recursive: true })
    .then(() => open(draft, 'wx', 0o600))
    .catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`DATA_DIR takes a folder that can be written; ${dirname(file)} cannot (${error.code}).`);
    });
  try {
    await handle.writeFile(`${randomBytes(48).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // A link appears whole and only once: of two starts one wins, and both read the winner's.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  const secret = await storedSecret(file);
  if (secret === null) throw new ConfigError(`AUTH_SECRET is not set and its file ${file} cannot be kept.`);
  return secret;
}
