import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { Database } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { comparable } from '../../server/platform/database/schema/compareSchema.ts';
import { tableTypes } from './tableTypes.ts';
import { readSchema } from '../../server/platform/database/schema/readSchema.ts';

/**
 * `npm run generate`: writes expectedSchema.json, the schema of a database that was migrated just now, and the types of
 * its tables.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'manam-schema-'));
try {
  const log = pino({ level: 'warn' });
  const postgres = await startEmbeddedPostgres({ dataDir, log, database: 'manam', durable: false });
  try {
    await migrate(postgres.url);
    const database = await Database.connect(postgres.url);
    const { em, end } = await database.moment();
    const objects = (await readSchema(em)).sort((a, b) => (a.name < b.name ? -1 : 1));
    await end();
    await database.close();
    const expected = Object.fromEntries(objects.map((object) => [object.name, comparable(object)]));
    const folder = join(packageRoot, 'server', 'platform', 'database', 'schema');
    await writeFile(join(folder, 'expectedSchema.json'), `${JSON.stringify(expected, null, 2)}\n`);
    await writeFile(join(folder, 'tables.ts'), tableTypes(expected));
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
