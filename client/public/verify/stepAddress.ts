import type { PUBLIC_STEPS } from '../../../server/domain/public/publicPages.ts';
import { STEPS, type Step } from './flow.ts';

/*
 * Steps of the flow in the address (docs/spec/public-pages.md, 'Steps of the verification'): `/verify` is the landing
 * step and `/verify/LOT701` the result, which is what a QR code opens; the others use `?step=`. Other query parameters
 * stay.
 */
const STEP = 'step';

/**
 * The step of an address; null for none or an unknown one.
 * @param search the query
 */
export function stepIn(search: string): Step | null {
  const named = new URLSearchParams(search).get(STEP);
  return STEPS.find((step) => step === named) ?? null;
}

/**
 * Whether an address shows a result with its link to copy.
 * @param search the query
 */
export function asksToShare(search: string): boolean {
  return new URLSearchParams(search).get(STEP) === 'share';
}

/**
 * The address of a step.
 * @param lotId the lot shown; null on landing and search
 * @param search the current query
 */
export function addressOf(step: (typeof PUBLIC_STEPS)[number], lotId: string | null, search: string): string {
  const params = new URLSearchParams(search);
  params.delete(STEP);
  if (step !== (lotId === null ? 'landing' : 'results')) params.set(STEP, step);
  const path = lotId === null ? '/verify' : `/verify/${encodeURIComponent(lotId)}`;
  return params.size === 0 ? path : `${path}?${params}`;
}
