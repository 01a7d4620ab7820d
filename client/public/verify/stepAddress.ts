import type { PUBLIC_STEPS } from '../../../server/domain/public/publicPages.ts';
import { STEPS, type Step } from './flow.ts';

/*
 * Steps of the flow in the address (docs/spec/public-pages.md, 'Steps of the verification'): `/verify` is the landing
 * step and `/verify/LOT701` the result, which is what a QR code opens; the others stand in `?step=`. What else stands
 * in the query stays.
 */
const STEP = 'step';

/** The step that an address names; null where it names none, or one that there is not. @param search the query */
export function stepIn(search: string): Step | null {
  const named = new URLSearchParams(search).get(STEP);
  return STEPS.find((step) => step === named) ?? null;
}

/** Whether an address is that of a result with its address to copy. @param search the query */
export function asksToShare(search: string): boolean {
  return new URLSearchParams(search).get(STEP) === 'share';
}

/** The address of a step. @param lotId the lot that it shows; null on landing and search @param search the query so far */
export function addressOf(step: (typeof PUBLIC_STEPS)[number], lotId: string | null, search: string): string {
  const params = new URLSearchParams(search);
  params.delete(STEP);
  if (step !== (lotId === null ? 'landing' : 'results')) params.set(STEP, step);
  const path = lotId === null ? '/verify' : `/verify/${encodeURIComponent(lotId)}`;
  return params.size === 0 ? path : `${path}?${params}`;
}
