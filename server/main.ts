import { createApp, type App } from './app.ts';
import { readConfig } from './config.ts';

/** A stop that takes longer is ended (interfaces, 'Commands': within 10 s). */
const STOP_WITHIN_MS = 9_500;

let app: App | null = null;
let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  // A signal during the start ends it as soon as it has got so far.
  await starting;
  await app?.stop();
  process.exit();
}

/** Without its database the program serves nobody: it ends, so that what supervises it sees that. */
async function lost(): Promise<void> {
  process.stderr.write('Manam-Trace ends: its database stopped and could not be started again\n');
  process.exitCode = 1;
  await stop();
}

async function run(): Promise<void> {
  try {
    app = await createApp(readConfig(process.env), { onLost: () => void lost() });
    if (!stopping) process.stdout.write(`Manam-Trace is ready${app.url === null ? '' : ` on ${app.url}`}\n`);
  } catch (error) {
    process.stderr.write(`Manam-Trace cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    process.exit(1);
  }
}

process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
const starting = run();
await starting;
