import type { SystemStyleObject } from '@chakra-ui/react';

/** Length of the fade: about one line of a list, wherever it is cut off. */
const DEPTH = '2.5rem';

const EDGES = {
  above: 'borderTopWidth',
  below: 'borderBottomWidth',
  before: 'borderLeftWidth',
  after: 'borderRightWidth',
} as const;

/**
 * Shows that there is more content: each side with more fades into the background, and the bottom has an arrow, since a
 * list may be cut off exactly between two lines (`scrollCue.ts`). The cue takes no presses and does not move.
 * `--ground`: background of the content, `--head`: height of a sticky header.
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
    // Forced colors have no gradients: show a border.
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
  // Sticky columns of a table have their own cue (`tableLook.ts`).
  '.scroll-frame[data-acts]::after': { '--after': '0px !important' },
  '.scroll-frame:has(> .data-table)::after': { mdDown: { '--before': '0px !important' } },
  // Keep focused elements clear of the fade.
  '.scroll-frame > *': { scrollPaddingBlock: DEPTH },
};

/** The footer of a dialog: raised while the body continues below it. */
export const UNDER_WHICH_MORE_LIES: SystemStyleObject = {
  '[data-more~="below"] > &': {
    borderColor: 'edge',
    boxShadow: '0 -0.5rem 0.75rem -0.5rem var(--chakra-colors-veil)',
    position: 'relative',
  },
};
