import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Libraries load graphql by Node's rules; without this our own imports would get its other build, a second copy.
const graphql = createRequire(import.meta.url).resolve('graphql');
const shared = { resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] } };

// Tests against real processes get a second look on a machine that others may load; the report names what needed it.
const retry = process.env.CI === 'true' ? 1 : 0;

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      { ...shared, test: { name: 'unit', include: ['server/**/*.test.ts', 'client/**/*.test.{ts,tsx}'] } },
      {
        ...shared,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database.ts'],
          retry,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'adapters',
          include: ['tests/adapters/**/*.test.ts'],
          globalSetup: ['tests/support/database.ts'],
          retry,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          retry,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
