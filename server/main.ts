import './platform/process/nodeVersion.ts';
import type { App } from './app.ts';
import { endProcess } from './platform/process/endProcess.ts';

/** A stop that takes longer is given up (docs/spec/settings-and-commands.md, 'Commands'). */
const STOP_WITHIN_MS = 9_500;

const stopping = new AbortController();

/** @param reason exit status if the stop succeeds */
async function stop(reason: number): Promise<void> {
  if (stopping.signal.aborted) return;
  setTimeout(() => {
    process.stderr.write('Manam-Trace ends: it could not stop in order within 10 s\n');
    void endProcess(1);
  }, STOP_WITHIN_MS).unref();
  // A start that is under way is given up.
  stopping.abort();
  const app = await starting;
  const answered = app === null || (await app.stop());
  await endProcess(answered ? reason : 1);
}

/** The program cannot serve without its database: it ends, so that its supervisor notices. */
async function lost(): Promise<void> {
  process.stderr.write('Manam-Trace ends: its database stopped and could not be started again\n');
  await stop(1);
}

/** @returns null when it was stopped meanwhile */
async function start(): Promise<App | null> {
  try {
    // Loaded only now, because signals must be handled from the first moment. An invalid setting is reported before
    // anything else is loaded.
    const { readConfig } = await import('./platform/config.ts');
    const config = readConfig(process.env);
    const { createApp } = await import('./app.ts');
    const { loadCountries } = await import('./platform/geo/countries.ts');
    const { signal } = stopping;
    signal.throwIfAborted();
    // The borders of countries take this thread for some 40 ms: now, while the database starts, rather than under somebody's request.
    loadCountries().catch(() => undefined);
    const app = await createApp(config, { signal, onLost: () => void lost() });
    if (!signal.aborted) process.stdout.write(`Manam-Trace is ready${app.url === null ? '' : ` on ${app.url}`}\n`);
    return app;
  } catch (error) {
    if (stopping.signal.aborted) return null;
    process.stderr.write(`Manam-Trace cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    return endProcess(1);
  }
}

// The reader of standard output may be gone.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
const starting = start();
