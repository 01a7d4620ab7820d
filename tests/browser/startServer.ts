import { rm } from 'node:fs/promises';
import { copyFolder } from '../support/copyFolder.ts';
import { scratchFolder } from '../support/scratch.ts';
import { startServer } from '../support/serverProcess.ts';

/**
 * One built server with demo data for all browser tests, as `npm start` gives it. The demo data are made while nothing else takes
 * time from them; a test that needs a server of its own copies their folder (`MANAM_DEMO`).
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = await scratchFolder('manam-browser-');
  const demo = await scratchFolder('manam-demo-');
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    PUBLIC_RATE_LIMIT: '0',
    STAFF_RATE_LIMIT: '0',
    CONTACT: 'store',
    // A partner's server of the tests listens on this machine.
    WEB_HOOKS_LOOPBACK: 'true',
  };
  await (await startServer(env)).stop();
  await copyFolder(dataDir, demo);
  const server = await startServer(env);
  process.env.MANAM_URL = server.url;
  process.env.MANAM_DATA = dataDir;
  process.env.MANAM_DEMO = demo;
  return async () => {
    await server.stop();
    await Promise.all([dataDir, demo].map((folder) => rm(folder, { recursive: true, force: true })));
  };
}
