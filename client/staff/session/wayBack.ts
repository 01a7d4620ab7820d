import { z } from 'zod/mini';
import { HOME_PATH } from '../address.ts';

/** The page that led to the sign-in page, as the state of the address holds it. */
const WayBack = z.object({
  /** path and search */
  from: z.string(),
  /** whose session the server ended there: another person begins at the dashboard, since searches hold names */
  userId: z.optional(z.string()),
});
export type WayBack = z.infer<typeof WayBack>;

export function wayBackOf(state: unknown): WayBack | null {
  return WayBack.safeParse(state).data ?? null;
}

/** The page after a sign-in: the one that the link named or that the session ended on, else the dashboard. */
export function wayOn(back: WayBack | null, userId: string): { to: string; state?: { signedInAgain: true } } {
  if (back === null || !back.from.startsWith('/admin/')) return { to: HOME_PATH };
  if (back.userId === undefined) return { to: back.from };
  return back.userId === userId ? { to: back.from, state: { signedInAgain: true } } : { to: HOME_PATH };
}

const SignedInAgain = z.object({ signedInAgain: z.literal(true) });

/** Whether the person came to this entry of the history by signing in again. */
export function isSignedInAgain(state: unknown): boolean {
  return SignedInAgain.safeParse(state).success;
}
