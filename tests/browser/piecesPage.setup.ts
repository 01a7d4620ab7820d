import { test } from '@playwright/test';
import { build } from 'vite';
import { PIECES_CONFIG } from './piecesPage.ts';

test('the page of the pieces is built', async () => {
  test.setTimeout(180_000);
  await build({ configFile: PIECES_CONFIG, logLevel: 'warn' });
});
