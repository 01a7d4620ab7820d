import { z } from 'zod';

const Led = z.object({ ledFrom: z.string() });

/** What an entry of the history keeps of the address that led to it. */
export function ledFrom(pathname: string): z.infer<typeof Led> {
  return { ledFrom: pathname };
}

/** The address that led to an entry of the history; null where none did. */
export function ledFromOf(state: unknown): string | null {
  return Led.safeParse(state).data?.ledFrom ?? null;
}
