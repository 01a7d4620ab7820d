import type { SystemStyleObject } from '@chakra-ui/react';
import { BUTTON, QUIET, SECONDARY, SMALL, SMALL_SQUARE, SQUARE } from './buttonLook.ts';
import { STAGE_TONES, TONES } from './colors.ts';

const TICK = 'polygon(14% 47%, 0 62%, 39% 100%, 100% 17%, 84% 4%, 37% 68%)';
const BAR = 'inset(40% 8%)';

/** Color tokens for text and badges. */
const COLORS = [...TONES, ...STAGE_TONES.map((stage) => `stage.${stage}`)];

/**
 * Global CSS rules for small elements that staff lists contain by the hundreds: generating a style for each costs more
 * than its content. `<span data-ink="pod">`, `<span className="sr-only">`.
 */
export const ROW_LOOKS: Record<string, SystemStyleObject> = {
  // The browser's own checkbox is gray in dark mode and looks disabled.
  'input[type=checkbox]': {
    '@media not (forced-colors: active)': {
      appearance: 'none',
      display: 'inline-grid',
      placeContent: 'center',
      bg: 'bg.raised',
      borderWidth: '1.5px',
      borderColor: 'edge',
      borderRadius: '4px',
      _before: { content: '""', boxSize: '0.75rem', bg: 'leaf.on', scale: '0', clipPath: TICK },
      '&:checked, &:indeterminate': { bg: 'leaf.solid', borderColor: 'leaf.solid', _before: { scale: '1' } },
      '&:indeterminate': { _before: { clipPath: BAR } },
      '&:disabled': { bg: 'bg.sunken', borderColor: 'line', cursor: 'not-allowed' },
      '&:disabled:is(:checked, :indeterminate)': { bg: 'edge', borderColor: 'edge' },
    },
  },
  '.sr-only': { srOnly: true },
  ...Object.fromEntries(COLORS.map((color) => [`[data-ink="${color}"]`, { color }])),
  '[data-ink="muted"]': { color: 'fg.muted' },
  '.stage-dots': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    whiteSpace: 'nowrap',
    '& svg': { display: 'block', flexShrink: '0' },
  },
  '.variety-glyph': {
    display: 'inline-block',
    position: 'relative',
    flexShrink: '0',
    verticalAlign: '-0.25em',
    '& svg': { display: 'block' },
  },
  // A short bar before a figure, up to 100.
  '.meter': {
    display: 'inline-block',
    w: '2.5rem',
    h: '1',
    me: '2',
    verticalAlign: '0.15em',
    borderRadius: 'full',
    overflow: 'hidden',
    bg: 'line',
    '& > span': { display: 'block', h: 'full', bg: 'edge' },
  },
  '.row-button': BUTTON,
  '.row-button[data-variant=secondary]': SECONDARY,
  '.row-button[data-variant=quiet]': QUIET,
  '.row-button[data-square]': SQUARE,
  '.row-button[data-size=sm]': SMALL,
  '.row-button[data-size=sm][data-square]': SMALL_SQUARE,
};

/** Global CSS rules for badges, which public pages use too: `<span className="badge" data-tone="leaf">`. */
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
  // A long badge beside a name wraps instead of overflowing a narrow screen.
  'dd .badge': { whiteSpace: 'normal' },
  ...Object.fromEntries(COLORS.map((color) => [`.badge[data-tone="${color}"]`, { color, bg: `${color}.subtle` }])),
};
