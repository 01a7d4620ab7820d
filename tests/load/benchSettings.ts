import { join } from 'node:path';

export const SECRET = 'a-secret-for-benchmarks-that-is-long';

/** Settings of a server that is measured: no limits, no demo data, sample tiles. @param dataDir where its head is kept */
export function benchSettings(url: string, dataDir: string): Record<string, string> {
  return {
    PORT: '0',
    DATABASE_URL: url,
    AUTH_SECRET: SECRET,
    HEAD_FILE: join(dataDir, 'ledger-head.json'),
    DEMO: 'false',
    FOREST: 'sample',
    PUBLIC_RATE_LIMIT: '0',
    STAFF_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  };
}
