import { use } from 'react';
import { Alive } from '../hydratedContext.ts';
import type { LotAnswer } from './publicAnswers.ts';

const MINUTE_MS = 60_000;

/**
 * The time by which ages are told, to the minute: in the first picture that of the answer, the same on a server and in the browser
 * that takes its page over; then the device's own, since an answer may be kept for long. Null while neither is known.
 */
export function useAsOf({ verification }: Pick<LotAnswer, 'verification'>): Date | null {
  if (use(Alive)) return new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
  const answered = verification?.lastVerified ?? null;
  return answered === null ? null : new Date(answered);
}
