import type { SystemStyleObject } from '@chakra-ui/react';
import { BUTTON, QUIET, SECONDARY, SMALL, SMALL_SQUARE, SQUARE } from './buttonLook.ts';
import { STAGE_TONES, TONES } from './palette.ts';

/** What a text or a badge may be colored by, as the tokens are named. */
const COLORS = [...TONES, ...STAGE_TONES.map((stage) => `stage.${stage}`)];

/**
 * The looks of small pieces of which a list of the staff area has hundreds, as rules of the page: a style that is made for each of
 * them costs more than what it shows. `<span data-ink="pod">`, `<span className="sr-only">`.
 */
export const ROW_LOOKS: Record<string, SystemStyleObject> = {
  '.sr-only': { srOnly: true },
  ...Object.fromEntries(COLORS.map((color) => [`[data-ink="${color}"]`, { color }])),
  '[data-ink="muted"]': { color: 'fg.muted' },
  '.row-button': BUTTON,
  '.row-button[data-variant=secondary]': SECONDARY,
  '.row-button[data-variant=quiet]': QUIET,
  '.row-button[data-square]': SQUARE,
  '.row-button[data-size=sm]': SMALL,
  '.row-button[data-size=sm][data-square]': SMALL_SQUARE,
};

/** The look of badges likewise, which public pages have as well: `<span className="badge" data-tone="leaf">`. */
export const BADGE_LOOKS: Record<string, SystemStyleObject> = {
  '.badge': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '2',
    py: '0.5',
    borderRadius: 'full',
    fontSize: 'xs',
    fontWeight: '600',
    lineHeight: '1.5',
    whiteSpace: 'nowrap',
  },
  // On its own beside a name, a long one goes on in the next line rather than out of a narrow screen.
  'dd .badge': { whiteSpace: 'normal' },
  ...Object.fromEntries(COLORS.map((color) => [`.badge[data-tone="${color}"]`, { color, bg: `${color}.subtle` }])),
};
