import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';

/**
 * A program of its own that holds a data folder until it is killed, for tests of what a killed program leaves behind.
 * Prints the database's address, or the message of what kept it from starting.
 */
const log = pino({ level: 'silent' });

startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log }).then(
  ({ url }) => process.stdout.write(`${url}\n`),
  (error: Error) => {
    process.stdout.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
