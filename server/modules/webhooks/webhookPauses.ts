/** Pauses after 1, 2, ... failed attempts in a row, seconds; then the last one again. */
export const HOOK_PAUSES = [5, 30, 120, 600, 3_600, 10_800, 21_600] as const;

/** From one attempt to the next: a time further ahead was not set by the program, and is due. */
export const LONGEST_HOOK_PAUSE_MS = Math.max(...HOOK_PAUSES) * 1_000;
