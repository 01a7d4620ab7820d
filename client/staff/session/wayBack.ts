import { z } from 'zod/mini';
import { HOME_PATH } from '../address.ts';

/** The page that led to the sign-in page, stored in the history entry's state. */
const WayBack = z.object({
  /** path and search */
  from: z.string(),
  /** the user whose session ended there; another user starts at the dashboard, because searches hold names */
  userId: z.optional(z.string()),
});
export type WayBack = z.infer<typeof WayBack>;

export function wayBackOf(state: unknown): WayBack | null {
  return WayBack.safeParse(state).data ?? null;
}

/** The page after a sign-in: the requested one or the one where the session ended, else the dashboard. */
export function wayOn(back: WayBack | null, userId: string): { to: string; state?: { signedInAgain: true } } {
  if (back === null || !back.from.startsWith('/admin/')) return { to: HOME_PATH };
  if (back.userId === undefined) return { to: back.from };
  return back.userId === userId ? { to: back.from, state: { signedInAgain: true } } : { to: HOME_PATH };
}

const SignedInAgain = z.object({ signedInAgain: z.literal(true) });

/** Whether the user reached this history entry by signing in again. */
export function isSignedInAgain(state: unknown): boolean {
  return SignedInAgain.safeParse(state).success;
}
