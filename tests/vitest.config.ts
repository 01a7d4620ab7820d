import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const shared = { server: { deps: { inline: [/graphql/] } } };

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    projects: [
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      { test: { ...shared, name: 'unit', include: ['server/**/*.test.ts', 'client/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'adapters',
          include: ['tests/adapters/**/*.test.ts'],
          globalSetup: ['tests/support/database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
