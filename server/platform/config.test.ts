import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authSecret, ConfigError, isLoopback, readConfig, type Config } from './config.ts';

const SECRET = 'x'.repeat(32);
const POSTGRES = 'postgres://app:pa%24s@db.example:5432/manam?sslmode=require';
const external = { DATABASE_URL: POSTGRES, AUTH_SECRET: SECRET };
const fabric = {
  LEDGER: 'fabric',
  FABRIC_PEER: 'peer0.coop.example:7051',
  FABRIC_MSP_ID: 'CoopMSP',
  FABRIC_CHANNEL: 'cacao',
  FABRIC_CHAINCODE: 'lots',
  FABRIC_CERTIFICATE: 'cert.pem',
  FABRIC_KEY: 'key.pem',
  FABRIC_TLS_ROOTS: 'roots.pem',
  FABRIC_ORGANISATIONS: 'organisations.json',
};

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 4000,
      databaseUrl: null,
      readDatabaseUrl: null,
      migrationDatabaseUrl: null,
      dataDir: resolve('.manam'),
      role: 'all',
      publicUrl: null,
      publicApiUrl: '/api/v1',
      demo: true,
      authSecret: null,
      ledger: { driver: 'embedded' },
      forest: { driver: 'sample' },
      forestBaseline: null,
      forestReadsPerSecond: 5,
      dueDiligenceRegistry: { driver: 'package' },
      mapTiles: null,
      permissionTable: 'merged',
      publicBlockAutomation: false,
      trustProxy: 0,
      publicRateLimit: 120,
      staffRateLimit: 3000,
      scaleToleranceHundredths: 100,
      shippingGuard: 'warn',
      plotYieldLimitKg: 2_000,
      corsOrigins: [],
      contact: 'off',
      clockConfirmedOn: null,
      headFile: resolve('.manam', 'ledger-head.json'),
      headWitnesses: [],
      hooksLoopback: false,
      mail: null,
      metricsToken: null,
      logLevel: 'info',
      heartbeatFile: null,
      limits: {
        bodyBytes: 1_048_576,
        uploadBytes: 26_214_400,
        alertFilesBytes: 5_368_709_120,
        documentsBytes: 21_474_836_480,
        requestTimeoutMs: 10_000,
        longRequestTimeoutMs: 120_000,
        reportLotsAtOnce: 50_000,
        reportBatch: 1_000,
        reportUnaskedMs: 600_000,
        changesADay: 200_000,
        signInsADay: 5_000,
        keysADay: 200_000,
        keyBytesADay: 536_870_912,
        leastFreeBytes: 268_435_456,
        authSecretCharacters: 32,
      },
    } satisfies Config);
  });

  const bucket = 'https://storage.googleapis.com/earthenginepartners-hansen';
  const mostBytes = 1024 * 2 ** 20;
  const hansen = {
    driver: 'hansen',
    tilesUrls: [`${bucket}/GFC-2025-v1.13`],
    tilesVersion: 'GFC-2025-v1.13',
    cache: { folder: resolve('.manam', 'forest-tiles'), mostBytes },
  } as const;
  const taken: [env: NodeJS.ProcessEnv, config: Partial<Config>][] = [
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ PORT: '' }, { port: 4000 }],
    [{ HOST: '::1' }, { host: '::1', demo: true }],
    [{ HOST: 'localhost' }, { host: 'localhost', demo: true }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0', demo: false, forest: hansen }],
    [{ NODE_ENV: 'production' }, { production: true, demo: false, forest: hansen }],
    [{ NODE_ENV: 'production', DEMO: 'false' }, { demo: false }],
    [{ NODE_ENV: 'test' }, { production: false, demo: true }],
    [
      { DEMO: 'true', HOST: '0.0.0.0' },
      { demo: true, forest: { driver: 'sample' } },
    ],
    [{ DEMO: 'false' }, { demo: false, forest: hansen }],
    [external, { databaseUrl: POSTGRES, migrationDatabaseUrl: POSTGRES, authSecret: SECRET, demo: false }],
    [
      { ...external, DEMO: 'true' },
      { demo: true, forest: { driver: 'sample' } },
    ],
    [
      { ...external, READ_DATABASE_URL: 'postgresql://replica/manam' },
      { readDatabaseUrl: 'postgresql://replica/manam' },
    ],
    [
      { ...external, MIGRATION_DATABASE_URL: 'postgres://owner@db/manam' },
      { databaseUrl: POSTGRES, migrationDatabaseUrl: 'postgres://owner@db/manam' },
    ],
    [{ DATA_DIR: '/var/lib/manam-trace' }, { dataDir: '/var/lib/manam-trace' }],
    [{ ROLE: 'web' }, { role: 'web' }],
    [{ ROLE: 'worker' }, { role: 'worker' }],
    [{ PUBLIC_URL: 'https://trace.example/' }, { publicUrl: 'https://trace.example' }],
    [{ PUBLIC_API_URL: '/trace/api/v1/' }, { publicApiUrl: '/trace/api/v1' }],
    [{ PUBLIC_API_URL: 'https://api.example/v1/' }, { publicApiUrl: 'https://api.example/v1' }],
    [{ AUTH_SECRET: SECRET }, { authSecret: SECRET, demo: true }],
    [
      {
        SMTP_URL: 'smtps://us%40er:p%3Aw@mail.example',
        MAIL_FROM: 'a@trace.example',
        PUBLIC_URL: 'https://trace.example',
      },
      {
        mail: {
          host: 'mail.example',
          port: 465,
          secure: true,
          login: { user: 'us@er', password: 'p:w' },
          from: 'a@trace.example',
        },
      },
    ],
    [
      { SMTP_URL: 'smtp://[::1]:2525', MAIL_FROM: 'a@trace.example', PUBLIC_URL: 'https://trace.example' },
      { mail: { host: '::1', port: 2525, secure: false, login: null, from: 'a@trace.example' } },
    ],
    [{ FOREST: 'sample', DEMO: 'false' }, { forest: { driver: 'sample' } }],
    [
      { FOREST: 'hansen', FOREST_TILES_URL: 'http://tiles.example/gfc/, https://b.example', FOREST_CACHE_MB: '0' },
      { forest: { ...hansen, tilesUrls: ['http://tiles.example/gfc', 'https://b.example'], cache: null }, demo: true },
    ],
    [
      { FOREST: 'hansen', FOREST_TILES_VERSION: 'GFC-2026-v1.14', FOREST_CACHE_MB: '2048', DATA_DIR: '/data' },
      {
        forest: {
          driver: 'hansen',
          tilesUrls: [`${bucket}/GFC-2026-v1.14`],
          tilesVersion: 'GFC-2026-v1.14',
          cache: { folder: '/data/forest-tiles', mostBytes: 2 * mostBytes },
        },
      },
    ],
    [
      {
        FOREST: 'hansen',
        FOREST_BASELINE_URL: 'https://maps.example/gfc2020.tif',
        FOREST_BASELINE_VERSION: 'V4',
        FOREST_CACHE_MB: '0',
      },
      {
        forest: { ...hansen, cache: null },
        forestBaseline: { url: 'https://maps.example/gfc2020.tif', version: 'V4', cache: null },
      },
    ],
    [
      { FOREST: 'gfw', GFW_API_KEY: 'k', GFW_ALERTS_VERSION: 'v20260601', GFW_API_URL: 'https://gfw.example/' },
      {
        forest: {
          driver: 'gfw',
          apiUrl: 'https://gfw.example',
          apiKey: 'k',
          versions: { alerts: 'v20260601', loss: 'v1.13', cover: 'v1.8' },
        },
      },
    ],
    [
      { FOREST: 'hansen,gfw', GFW_API_KEY: 'k', GFW_ALERTS_VERSION: 'v20260601' },
      {
        forest: {
          driver: 'hansen+gfw',
          hansen: { tilesUrls: hansen.tilesUrls, tilesVersion: hansen.tilesVersion, cache: hansen.cache },
          gfw: {
            apiUrl: 'https://data-api.globalforestwatch.org',
            apiKey: 'k',
            versions: { alerts: 'v20260601', loss: 'v1.13', cover: 'v1.8' },
          },
        },
      },
    ],
    [
      {
        DUE_DILIGENCE_REGISTRY: 'traces-v3',
        TRACES_URL: 'https://eu.example/tracesnt/',
        TRACES_USERNAME: 'n00',
        TRACES_KEY: 'k',
        TRACES_CLIENT_ID: 'eudr',
      },
      {
        dueDiligenceRegistry: {
          driver: 'traces-v3',
          url: 'https://eu.example/tracesnt',
          credentials: { username: 'n00', key: 'k', clientId: 'eudr' },
        },
      },
    ],
    [{ TRACES_URL: 'http://127.0.0.1:4900/tracesnt' }, { dueDiligenceRegistry: { driver: 'package' } }],
    [
      { MAP_TILES_URL: 'https://tiles.example:8443/{z}/{x}/{y}.png?key=1', MAP_TILES_ATTRIBUTION: '© Tiles' },
      {
        mapTiles: {
          url: 'https://tiles.example:8443/{z}/{x}/{y}.png?key=1',
          origin: 'https://tiles.example:8443',
          attribution: '© Tiles',
        },
      },
    ],
    [{ PERMISSION_TABLE: 'B' }, { permissionTable: 'B' }],
    [{ PUBLIC_BLOCK_AUTOMATION: 'true' }, { publicBlockAutomation: true }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [
      { PUBLIC_RATE_LIMIT: '0', STAFF_RATE_LIMIT: '60' },
      { publicRateLimit: 0, staffRateLimit: 60 },
    ],
    [
      { HEAD_FILE: '/mnt/head.json', HEAD_WITNESSES: 'https://a.example/heads, http://127.0.0.1:9/, http://[::1]:9/h' },
      {
        headFile: '/mnt/head.json',
        headWitnesses: ['https://a.example/heads', 'http://127.0.0.1:9/', 'http://[::1]:9/h'],
      },
    ],
    [{ DATA_DIR: '/srv/manam' }, { dataDir: '/srv/manam', headFile: '/srv/manam/ledger-head.json' }],
    [
      { CORS_ORIGINS: 'https://a.example, http://localhost:3000' },
      { corsOrigins: ['https://a.example', 'http://localhost:3000'] },
    ],
    [{ CONTACT: 'store' }, { contact: 'store' }],
    [{ METRICS_TOKEN: 'scrape-me' }, { metricsToken: 'scrape-me' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ HEARTBEAT_FILE: '/tmp/heartbeat' }, { heartbeatFile: '/tmp/heartbeat' }],
  ];
  it.each(taken)('takes %j', (env, config) => {
    expect(readConfig(env)).toMatchObject(config);
  });

  const without = (variable: keyof typeof fabric) => ({ ...fabric, [variable]: undefined });
  const refused: [env: NodeJS.ProcessEnv, message: string][] = [
    ...['65536', '-1', '4000x', '1e3', ' '].map((PORT): [NodeJS.ProcessEnv, string] => [
      { PORT },
      'PORT takes a whole number from 0 to 65535.',
    ]),
    [{ HOST: 'two words' }, 'HOST takes a host name or an IP address.'],
    [
      { ...external, DATABASE_URL: 'mysql://u:hunter2@db/x' },
      'DATABASE_URL takes an address such as postgres://user:password@host:5432/database.',
    ],
    [
      { ...external, DATABASE_URL: 'hunter2' },
      'DATABASE_URL takes an address such as postgres://user:password@host:5432/database.',
    ],
    [{ DATABASE_URL: POSTGRES }, 'AUTH_SECRET must be set when DATABASE_URL is set; it takes at least 32 characters.'],
    [{ ...external, AUTH_SECRET: 'hunter2'.repeat(4) }, 'AUTH_SECRET takes at least 32 characters.'],
    [{ AUTH_SECRET: 'hunter2' }, 'AUTH_SECRET takes at least 32 characters.'],
    [{ READ_DATABASE_URL: POSTGRES }, 'READ_DATABASE_URL needs DATABASE_URL to be set as well.'],
    [{ MIGRATION_DATABASE_URL: POSTGRES }, 'MIGRATION_DATABASE_URL needs DATABASE_URL to be set as well.'],
    [{ ROLE: 'both' }, 'ROLE takes all, web or worker.'],
    [{ PUBLIC_URL: 'trace.example' }, 'PUBLIC_URL takes an origin such as https://trace.example.'],
    [{ PUBLIC_URL: 'https://trace.example/app' }, 'PUBLIC_URL takes an origin such as https://trace.example.'],
    [{ PUBLIC_URL: 'https://hunter2@trace.example' }, 'PUBLIC_URL takes an origin such as https://trace.example.'],
    ...['api', 'http://api.example/v1', 'https://api.example/?v=1', '//api.example'].map(
      (address): [NodeJS.ProcessEnv, string] => [
        { PUBLIC_API_URL: address },
        'PUBLIC_API_URL takes a path such as /api/v1 or an https address without query.',
      ],
    ),
    [{ PUBLIC_URL: 'ftp://trace.example' }, 'PUBLIC_URL takes an origin such as https://trace.example.'],
    [{ DEMO: 'yes' }, 'DEMO takes true or false.'],
    [
      { DEMO: 'true', NODE_ENV: 'production' },
      'DEMO takes false (or nothing) with NODE_ENV=production: its accounts have public passwords.',
    ],
    [{ LEDGER: 'bitcoin' }, 'LEDGER takes embedded or fabric.'],
    [{ ...fabric, FABRIC_PEER: 'peer0' }, "FABRIC_PEER takes the peer's host:port."],
    [without('FABRIC_PEER'), "FABRIC_PEER must be set when LEDGER is fabric; it takes the peer's host:port."],
    [without('FABRIC_MSP_ID'), "FABRIC_MSP_ID must be set when LEDGER is fabric; it takes the organisation's MSP id."],
    [without('FABRIC_CHANNEL'), 'FABRIC_CHANNEL must be set when LEDGER is fabric; it takes the name of a channel.'],
    [
      without('FABRIC_CHAINCODE'),
      'FABRIC_CHAINCODE must be set when LEDGER is fabric; it takes the name of a chaincode.',
    ],
    [
      without('FABRIC_CERTIFICATE'),
      'FABRIC_CERTIFICATE must be set when LEDGER is fabric; it takes the path of a PEM file.',
    ],
    [without('FABRIC_KEY'), 'FABRIC_KEY must be set when LEDGER is fabric; it takes the path of a PEM file.'],
    [
      without('FABRIC_TLS_ROOTS'),
      'FABRIC_TLS_ROOTS must be set when LEDGER is fabric; it takes the path of a PEM file.',
    ],
    [
      without('FABRIC_ORGANISATIONS'),
      'FABRIC_ORGANISATIONS must be set when LEDGER is fabric; it takes the path of a JSON file with the organisations of the channel.',
    ],
    [{ FOREST: 'none' }, 'FOREST takes sample, hansen, gfw, or hansen,gfw for both.'],
    [{ FOREST: 'gfw' }, 'GFW_API_KEY must be set when FOREST is gfw; it takes the key of the GFW Data API.'],
    [
      { FOREST: 'gfw', GFW_API_KEY: 'hunter2' },
      'GFW_ALERTS_VERSION must be set when FOREST is gfw; it takes a version of gfw_integrated_alerts such as v20260601.',
    ],
    [{ GFW_LOSS_VERSION: 'latest' }, 'GFW_LOSS_VERSION takes a version of umd_tree_cover_loss such as v1.13.'],
    [
      { FOREST_TILES_URL: 'https://user:hunter2@tiles.example' },
      'FOREST_TILES_URL takes at most 8 http or https addresses without query, separated by commas.',
    ],
    [
      { FOREST_TILES_URL: 'https://tiles.example,tiles' },
      'FOREST_TILES_URL takes at most 8 http or https addresses without query, separated by commas.',
    ],
    [{ FOREST_BASELINE_VERSION: 'latest' }, 'FOREST_BASELINE_VERSION takes a release of JRC GFC2020 such as V3.'],
    [
      { FOREST: 'hansen', FOREST_BASELINE_URL: 'https://maps.example/a.tif?key=hunter2' },
      'FOREST_BASELINE_URL takes an http or https address without query.',
    ],
    [{ FOREST_BASELINE_URL: 'https://maps.example/a.tif' }, 'FOREST_BASELINE_URL cannot be set when FOREST is sample.'],
    [{ FOREST_TILES_VERSION: 'latest' }, 'FOREST_TILES_VERSION takes a release such as GFC-2025-v1.13.'],
    [
      { FOREST_READS_PER_SECOND: '0' },
      'FOREST_READS_PER_SECOND takes places that re-checks read in a second, a whole number from 1 to 1000.',
    ],
    [{ FOREST_CACHE_MB: '-1' }, 'FOREST_CACHE_MB takes megabytes, a whole number from 0 (no cache) to 1000000.'],
    [{ GFW_API_URL: 'https://gfw.example/?key=hunter2' }, 'GFW_API_URL takes an http or https address without query.'],
    [{ DUE_DILIGENCE_REGISTRY: 'traces' }, 'DUE_DILIGENCE_REGISTRY takes package or traces-v3.'],
    [
      { DUE_DILIGENCE_REGISTRY: 'traces-v3', TRACES_URL: 'https://eu.example', TRACES_USERNAME: 'n00' },
      'TRACES_KEY must be set when DUE_DILIGENCE_REGISTRY is traces-v3; it takes the authentication key of that user, at most 200 characters.',
    ],
    [
      { TRACES_URL: 'http://eu.example/tracesnt' },
      'TRACES_URL takes an https address without query such as https://eudr.webcloud.ec.europa.eu/tracesnt.',
    ],
    [
      { TRACES_URL: 'https://user:hunter2@eu.example/tracesnt' },
      'TRACES_URL takes an https address without query such as https://eudr.webcloud.ec.europa.eu/tracesnt.',
    ],
    ...[
      'http://tiles.example/{z}/{x}/{y}.png',
      'https://tiles.example/{z}/{x}.png',
      'https://a:b@tiles.example/{z}/{x}/{y}',
      'https://{x}.tiles.example/{z}/{y}',
      'https://tiles.example/{z}/{x}/{y}{r}.png',
      'https://tiles.example/{z}/{x}/{y} ; script-src *',
      'tiles/{z}/{x}/{y}',
    ].map((url): [NodeJS.ProcessEnv, string] => [
      { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: 'Tiles' },
      'MAP_TILES_URL takes an https address with {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png.',
    ]),
    [
      { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' },
      'MAP_TILES_ATTRIBUTION must be set when MAP_TILES_URL is set; it takes whom the map pictures are from, at most 200 characters.',
    ],
    [{ PERMISSION_TABLE: 'C' }, 'PERMISSION_TABLE takes merged, A, B.'],
    [{ PUBLIC_BLOCK_AUTOMATION: '1' }, 'PUBLIC_BLOCK_AUTOMATION takes true or false.'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY takes the number of proxies in front, a whole number from 0 to 100.'],
    [{ PUBLIC_RATE_LIMIT: '-1' }, 'PUBLIC_RATE_LIMIT takes requests a minute, a whole number from 0 (off) to 1000000.'],
    [{ STAFF_RATE_LIMIT: '1.5' }, 'STAFF_RATE_LIMIT takes requests a minute, a whole number from 0 (off) to 1000000.'],
    ...['http://a.example/', 'https://a.example/?k=1', 'https://a:b@a.example/', 'a.example', 'https://a.example,'].map(
      (addresses): [NodeJS.ProcessEnv, string] => [
        { HEAD_WITNESSES: addresses },
        'HEAD_WITNESSES takes at most 16 https addresses without query, separated by commas.',
      ],
    ),
    [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS takes origins such as https://partner.example, separated by commas.'],
    [
      { CORS_ORIGINS: 'https://a.example/path' },
      'CORS_ORIGINS takes origins such as https://partner.example, separated by commas.',
    ],
    [{ CONTACT: 'mail' }, 'CONTACT takes off or store.'],
    ...['hunter2', 'http://mail.example', 'smtp://', 'smtp://mail.example/?tls=0', 'smtp://hunter2@mail.example'].map(
      (SMTP_URL): [NodeJS.ProcessEnv, string] => [
        { SMTP_URL, MAIL_FROM: 'a@trace.example', PUBLIC_URL: 'https://trace.example' },
        'SMTP_URL takes an address such as smtps://user:password@mail.example:465 or smtp://mail.example:587, without path and query.',
      ],
    ),
    [
      { SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://trace.example' },
      'MAIL_FROM must be set when SMTP_URL is set; it takes an address such as alerts@trace.example.',
    ],
    [{ MAIL_FROM: 'Manam <hunter2@trace.example>' }, 'MAIL_FROM takes an address such as alerts@trace.example.'],
    [
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@trace.example' },
      'PUBLIC_URL must be set when SMTP_URL is set; it takes an origin such as https://trace.example.',
    ],
    [{ METRICS_TOKEN: 'hunter2 ' }, 'METRICS_TOKEN takes printable ASCII characters without spaces.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL takes fatal, error, warn, info, debug, trace, silent.'],
  ];
  it.each(refused)('refuses %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(message));
    expect(message).not.toMatch(/hunter2|\n/);
  });
});

describe('isLoopback', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
  it.each(['0.0.0.0', '::', '10.0.0.1', '127.evil.example', '::ffff:10.0.0.1', ''])('not %s', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('secrets in files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'manam-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are read without their line end', async () => {
    const [url, secret] = [join(folder, 'url'), join(folder, 'secret')];
    await writeFile(url, `${POSTGRES}\n`);
    await writeFile(secret, SECRET);
    const config = readConfig({ DATABASE_URL_FILE: url, AUTH_SECRET_FILE: secret });
    expect(config).toMatchObject({ databaseUrl: POSTGRES, authSecret: SECRET });
  });

  it.each(['AUTH_SECRET', 'DATABASE_URL', 'METRICS_TOKEN', 'SMTP_URL', 'GFW_API_KEY', 'TRACES_KEY'])(
    'of %s must be there, hold something, and be the only value',
    async (variable) => {
      const file = join(folder, 'value');
      const read = (env: NodeJS.ProcessEnv) => () => readConfig({ ...env, [`${variable}_FILE`]: file });
      expect(read({})).toThrow(
        new ConfigError(`${variable}_FILE takes the path of a file that can be read; ${file} cannot (ENOENT).`),
      );
      await writeFile(file, '\n');
      expect(read({})).toThrow(
        new ConfigError(`${variable}_FILE takes a file with the value in it; ${file} is empty.`),
      );
      expect(read({ [variable]: 'x' })).toThrow(new ConfigError(`Set ${variable} or ${variable}_FILE, not both.`));
    },
  );
});

describe('authSecret', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'manam-secret-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is the one of the environment, and keeps nothing', async () => {
    expect(await authSecret({ authSecret: SECRET, dataDir: folder })).toBe(SECRET);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is made once, even by many at the same time, and kept for the owner alone', async () => {
    const dataDir = join(folder, 'data');
    const starts = Array.from({ length: 8 }, async (_, turns) => {
      // Each comes a little later than the one before.
      for (let turn = 0; turn < turns; turn += 1) await stat(folder);
      return authSecret({ authSecret: null, dataDir });
    });
    const made = await Promise.all(starts);
    expect(new Set(made).size).toBe(1);
    expect(made[0]?.length).toBeGreaterThanOrEqual(32);
    expect(await authSecret({ authSecret: null, dataDir })).toBe(made[0]);
    expect(await readdir(dataDir)).toEqual(['auth-secret']);
    expect((await stat(join(dataDir, 'auth-secret'))).mode & 0o777).toBe(0o600);
    expect((await readFile(join(dataDir, 'auth-secret'), 'utf8')).trim()).toBe(made[0]);
  });

  it('refuses a place where no folder can be', async () => {
    await writeFile(join(folder, 'file'), '');
    const dataDir = join(folder, 'file', 'data');
    await expect(authSecret({ authSecret: null, dataDir })).rejects.toThrow(
      new ConfigError(`DATA_DIR takes a folder that can be written; ${dataDir} cannot (ENOTDIR).`),
    );
  });

  it('refuses a kept file that is damaged', async () => {
    await writeFile(join(folder, 'auth-secret'), 'short');
    await expect(authSecret({ authSecret: null, dataDir: folder })).rejects.toThrow(/^AUTH_SECRET .* is damaged/);
    expect(await readFile(join(folder, 'auth-secret'), 'utf8')).toBe('short');
  });
});
