import type { SystemStyleObject } from '@chakra-ui/react';

/** How far in what goes on fades: about the line of a list, wherever it is cut. */
const DEPTH = '2.5rem';

const EDGES = {
  above: 'borderTopWidth',
  below: 'borderBottomWidth',
  before: 'borderLeftWidth',
  after: 'borderRightWidth',
} as const;

/**
 * What shows that there is more: at each side to which the frame's content goes on it fades into its ground, with an arrow where it goes on
 * downwards, since a list may be cut right between two lines (`scrollCue.ts`). Nothing of it can be pressed, and nothing of it moves. `--ground`: what lies under the content, `--head`: what stays in its place at the top.
 */
export const SCROLL_LOOK: Record<string, SystemStyleObject> = {
  '.scroll-frame': { '--ground': 'colors.bg.raised' },
  '.scroll-frame::after': {
    content: '""',
    display: 'none',
    position: 'absolute',
    zIndex: '1',
    top: 'calc(1px + var(--head, 0px))',
    bottom: 'calc(1px + var(--bar-along, 0px))',
    insetInlineStart: '1px',
    insetInlineEnd: 'calc(1px + var(--bar-across, 0px))',
    borderRadius: 'inherit',
    pointerEvents: 'none',
    backgroundRepeat: 'no-repeat',
    backgroundImage: ['to bottom', 'to top', 'to right', 'to left']
      .map((to) => `linear-gradient(${to}, var(--ground) 20%, transparent)`)
      .join(', '),
    backgroundPosition: 'top, bottom, left, right',
    backgroundSize: '100% var(--above), 100% var(--below), var(--before) 100%, var(--after) 100%',
    '--above': '0px',
    '--below': '0px',
    '--before': '0px',
    '--after': '0px',
    // Chosen colors know no fading: an edge stands there.
    '@media (forced-colors: active)': {
      background: 'none',
      borderStyle: 'dashed',
      borderColor: 'CanvasText',
      borderWidth: '0',
    },
  },
  '.scroll-frame[data-more]:not([data-more=""])::after': { display: 'block' },
  ...Object.fromEntries(
    (['above', 'below', 'before', 'after'] as const).map((side) => [
      `.scroll-frame[data-more~="${side}"]::after`,
      { [`--${side}`]: DEPTH, '@media (forced-colors: active)': { [EDGES[side]]: '2px' } },
    ]),
  ),
  '.scroll-frame[data-more~="below"]::before': {
    content: '""',
    position: 'absolute',
    zIndex: '2',
    bottom: 'calc(0.5rem + var(--bar-along, 0px))',
    insetInlineStart: 'calc(50% - 0.25rem)',
    boxSize: '0.5rem',
    borderColor: 'fg.muted',
    borderWidth: '0 2px 2px 0',
    rotate: '45deg',
    pointerEvents: 'none',
  },
  // A table's columns that stay have their own (`tableLook.ts`).
  '.scroll-frame[data-acts]::after': { '--after': '0px !important' },
  '.scroll-frame:has(> .data-table)::after': { mdDown: { '--before': '0px !important' } },
  // What the keyboard comes to stands clear of what fades.
  '.scroll-frame > *': { scrollPaddingBlock: DEPTH },
};

/** The foot of a dialog: while its body goes on under it, it stands above. */
export const UNDER_WHICH_MORE_LIES: SystemStyleObject = {
  '[data-more~="below"] > &': {
    borderColor: 'edge',
    boxShadow: '0 -0.5rem 0.75rem -0.5rem var(--chakra-colors-veil)',
    position: 'relative',
  },
};
