import { rm } from 'node:fs/promises';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/serverProcess.ts';

/** One built server with demo data for all browser tests, as `npm start` gives it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await scratchFolder('manam-browser-');
  const server = await startServer({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PUBLIC_RATE_LIMIT: '0',
    STAFF_RATE_LIMIT: '0',
    CONTACT: 'store',
  });
  process.env.MANAM_URL = server.url;
  process.env.MANAM_DATA = dataDir;
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
