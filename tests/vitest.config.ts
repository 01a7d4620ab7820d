import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { fabricBinaries } from './support/fabricFound.ts';
import { LongFirst } from './support/longFirst.ts';

// Libraries load graphql by Node's rules; without this our own imports would get its other build, a second copy.
const graphql = createRequire(import.meta.url).resolve('graphql');
const oneGraphql = { find: /^graphql$/, replacement: graphql };
const remembering = {
  find: /^@node-rs\/argon2$/,
  replacement: fileURLToPath(new URL('support/rememberedArgon2.ts', import.meta.url)),
};
const shared = { resolve: { alias: [oneGraphql] } };

// Servers, commands and threads load the same modules again and again: they are compiled once.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));

// The chaincode's libraries log every step by default.
process.env.CORE_CHAINCODE_LOGGING_LEVEL ??= 'critical';

/** A second try on CI, for what a busy machine held up (CONTRIBUTING.md, 'Tests'); the report names such a test. */
const retry = process.env.CI === 'true' ? 1 : 0;

/** Polls of what the server does later; the default is a second. */
const expectations = { poll: { timeout: 40_000 } };

const servers = {
  retry,
  expect: expectations,
  globalSetup: ['tests/support/database.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** Files that listen in on a library or set a constant of a module, and so need modules of their own. */
const LISTENERS = [
  'server/modules/identity/passwords.test.ts',
  'server/adapters/postgres-embedded/folderLock.test.ts',
  'tests/api/identity/identity.test.ts',
  'tests/adapters/ledgerUpgrade.test.ts',
];
/**
 * API tests that take long: large tables, long transactions, the shells of the partner guide, and a change of every column. They run
 * in `npm run test:all`, on a PostgreSQL of their own: the event log of every database of a cluster waits for the oldest transaction
 * in it.
 */
const SLOW = [
  'tests/api/audit/sealsAudit.test.ts',
  'tests/api/platform/growth.test.ts',
  'tests/api/consignments/moveQuota.test.ts',
  'tests/api/database/lockOrder.test.ts',
  'tests/api/database/schemaChanges.test.ts',
  'tests/api/lots/advanceMany.test.ts',
  'tests/api/lots/deepPages.test.ts',
  'tests/api/lots/editBound.test.ts',
  'tests/api/lots/largeImport.test.ts',
  'tests/api/lots/lotQueries.test.ts',
  'tests/api/provenance/sharedEvents.test.ts',
  'tests/api/transformations/graphProof.test.ts',
  'tests/api/transformations/largeLotGraph.test.ts',
  'tests/api/transports/partnerGuide.test.ts',
  'tests/api/integrity-audit/derivedColumns.test.ts',
  'tests/api/integrity-audit/integrityAudit.test.ts',
  'tests/api/integrity-audit/seals.test.ts',
];
/** Modules are loaded once for many files: each has data, servers and a database of its own. */
const sharing = { exclude: [...LISTENERS, ...SLOW], isolate: false };

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Most of these wait for PostgreSQL, sockets and jobs more than they compute: three at a time keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: LongFirst },
    reporters: ['default', fileURLToPath(new URL('support/vitestEnd.ts', import.meta.url))],
    projects: [
      // Each rule reads the whole program, by a parser that takes longer to load than to read it: once for all of them.
      {
        test: {
          name: 'lint',
          isolate: false,
          include: ['tests/lint/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          ...sharing,
          name: 'unit',
          setupFiles: ['tests/support/words.ts'],
          // Some start programs, which takes long beside others.
          testTimeout: 30_000,
          include: ['server/**/*.test.ts', 'client/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts'],
        },
      },
      { ...shared, test: { ...servers, name: 'listening', include: LISTENERS } },
      {
        resolve: { alias: [oneGraphql, remembering] },
        test: { ...servers, ...sharing, name: 'api', include: ['tests/api/**/*.test.ts'] },
      },
      {
        resolve: { alias: [oneGraphql, remembering] },
        test: { ...servers, name: 'slow', isolate: false, include: SLOW },
      },
      { ...shared, test: { ...servers, ...sharing, name: 'adapters', include: ['tests/adapters/**/*.test.ts'] } },
      {
        ...shared,
        test: {
          name: 'faults',
          retry,
          expect: expectations,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/database.ts', 'tests/support/templateFolder.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'fabric',
          retry,
          expect: expectations,
          // What needs no network runs anywhere.
          include: fabricBinaries() === null ? ['tests/fabric/withoutFabric.test.ts'] : ['tests/fabric/**/*.test.ts'],
          globalSetup: [
            'tests/support/fabricFound.ts',
            ...(fabricBinaries() === null ? [] : ['tests/support/database.ts']),
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
