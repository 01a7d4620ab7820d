import { use } from 'react';
import { Alive } from '../hydratedContext.ts';
import type { LotAnswer } from './publicAnswers.ts';

const MINUTE_MS = 60_000;

/**
 * The time for displayed ages, to the minute. The first render uses the response time, which is the same on server and
 * browser; later ones use the device's clock, since a page may stay open for long. Null while neither is known.
 */
export function useAsOf({ verification }: Pick<LotAnswer, 'verification'>): Date | null {
  if (use(Alive)) return new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const answered = verification?.lastVerified ?? null;
  return answered === null ? null : new Date(answered);
}
