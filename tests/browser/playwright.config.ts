import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.ts';

/** Specs of the page of the pieces, which is built once for all of them. */
const PIECES = ['pieces.spec.ts', 'forms.spec.ts'];

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './startServer.ts',
  // The specs share one server and tell stories of their own lots; three at a time keep two cores busy.
  workers: 3,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI === 'true',
  // For what a busy machine held up (CONTRIBUTING.md, 'Tests'); the report lists such a test as flaky.
  retries: process.env.CI === 'true' ? 1 : 0,
  reporter: [['list'], ['./playwrightEnd.ts']],
  use: {
    launchOptions: await launchOptions(),
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    screenshot: { mode: 'only-on-failure', fullPage: true },
  },
  projects: [
    { name: 'product', testMatch: '*.spec.ts', testIgnore: PIECES },
    { name: 'pieces page', testMatch: 'piecesPage.setup.ts' },
    { name: 'pieces', testMatch: PIECES, dependencies: ['pieces page'] },
  ],
});
