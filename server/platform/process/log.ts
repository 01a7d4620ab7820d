import { pino, type Logger } from 'pino';
import type { Config } from '../config.ts';
import { logOutput } from './logOutput.ts';

/** Structured logs on standard output: request ids, no personal data, no secrets. */
export function makeLog({ logLevel: level }: Pick<Config, 'logLevel'>): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'headers.authorization', 'password', '*.password'],
  };
  return pino(options, logOutput(process.stdout));
}
