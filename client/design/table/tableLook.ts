import type { SystemStyleObject } from '@chakra-ui/react';

/** A table of eleven columns fits the widest page only with the small gaps. */
const SHORT_OF_ROOM = '@container (max-width: 88rem)';

/** Rows as cards (`stacks`): name and actions on the first line, then one line per column. */
const CARDS: SystemStyleObject = {
  '& table, & tbody, & thead': { display: 'block' },
  '& thead th:not(.box)': { srOnly: true },
  '& thead tr, & tbody tr': { display: 'flex', flexWrap: 'wrap', alignItems: 'center' },
  '& tbody tr': { position: 'relative', py: '1.5', borderBottomWidth: '1px', borderColor: 'line' },
  '& tbody tr:last-child': { borderBottomWidth: '0' },
  // Cells are transparent, so the row's color shows in every state.
  '& tbody td, & tbody th': { h: 'auto', borderBottomWidth: '0', bg: 'transparent !important' },
  '& tr[data-openable]:focus-within': { bg: 'bg' },
  '& tr[data-selected], & tr[data-selected]:focus-within': { bg: 'leaf.subtle' },
  '& thead th.box': { position: 'static', w: 'full' },
  '& thead .box label': { display: 'flex', alignItems: 'center', w: 'full', px: '3', gap: '4', whiteSpace: 'normal' },
  '& tbody .box, & tbody .acts, & tbody .named': { position: 'static' },
  '& .acts::before': { display: 'none' },
  '& tbody .box': { order: '1', alignSelf: 'flex-start' },
  '& tbody .named': { order: '2', flex: '1', py: '1', textAlign: 'start' },
  '& tbody .box + .named': { ps: '0' },
  '& tbody .acts': { order: '3', w: 'auto', py: '1', pe: '1', alignSelf: 'flex-start' },
  // Breaks the line after the row's name.
  '& tbody tr::after': { content: '""', order: '4', w: 'full' },
  '& td[data-column]': {
    order: '5',
    display: 'grid',
    // Column names are short, and an id must not wrap.
    gridTemplateColumns: { base: '5.5rem minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 3fr)' },
    columnGap: '3',
    alignItems: 'baseline',
    w: 'full',
    ps: '4',
    py: '0.5',
    textAlign: 'start',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '& td[data-column] span, & td[data-column] time': { whiteSpace: 'normal !important' },
  // Screen readers get the name from the header, so the alternative text is empty.
  '& td[data-column]::before': { content: 'attr(data-column) / ""', color: 'fg.muted', fontSize: 'xs' },
  '& td[data-column]:has(> div:empty)': { display: 'none' },
  '& [data-selectable] td[data-column]': { ps: { base: '3', sm: '11' } },
  '& .whole td': { w: 'full' },
  '& .whole td > div': { w: 'full' },
};

/** At the edge of a sticky column: content below it fades into the row's color. */
const fade = (to: 'left' | 'right'): SystemStyleObject => ({
  content: '""',
  position: 'absolute',
  insetInlineStart: to === 'left' ? '100%' : 'auto',
  insetInlineEnd: to === 'right' ? '100%' : 'auto',
  insetBlock: '0',
  w: '4',
  bg: 'inherit',
  maskImage: `linear-gradient(to ${to}, transparent, black)`,
  pointerEvents: 'none',
});

/** Styles of `.data-table` as global rules (`system.ts`): a rule per cell would cost more than the cell's content. */
export const TABLE_LOOK: SystemStyleObject = {
  '& table': { w: 'full', borderCollapse: 'separate', borderSpacing: '0', fontSize: 'sm' },
  // A wide table reduces its column spacing before it scrolls.
  containerType: 'inline-size',
  '& th, & td': {
    h: { base: '12', md: '10' },
    px: '3',
    [SHORT_OF_ROOM]: { px: '1.5' },
    py: { base: '2', md: '1' },
    textAlign: 'start',
    verticalAlign: 'middle',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
  // The edge of the table keeps its distance.
  '& tr > :first-child:not(.box)': { ps: '4' },
  '& tr > :last-child:not(.acts)': { pe: '4' },
  '& tbody td, & tbody th': { bg: 'bg.raised' },
  '& tbody tr:last-child > *': { borderBottomWidth: '0' },
  '& thead th': {
    position: 'sticky',
    top: '0',
    zIndex: '2',
    h: { base: '11', md: '10' },
    py: '0',
    bg: 'bg.sunken',
    color: 'fg.muted',
    fontSize: 'xs',
    fontWeight: '600',
    whiteSpace: 'nowrap',
  },
  '& thead button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minH: { base: '11', md: '10' },
    fontWeight: 'inherit',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    '& svg': { boxSize: '0.875rem', flexShrink: '0' },
    '& .unsorted': { opacity: '0.6' },
  },
  '& th[aria-sort]': { color: 'fg' },
  '& .figures': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .figures button': { flexDirection: 'row-reverse' },
  '& .line': { whiteSpace: 'nowrap' },
  // A remark beside a value wraps below it.
  '& .remark': { [SHORT_OF_ROOM]: { display: 'block', lineHeight: '1.2' } },
  '& .cut': {
    maxW: '11rem',
    [SHORT_OF_ROOM]: { maxW: '8rem' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  // The opener is higher than its text, so the line below it moves up.
  '& [data-opener] + .below': { mt: '-2' },
  '& .below': {
    display: 'grid',
    justifyItems: 'start',
    gap: '1',
    pb: '1',
    fontSize: 'xs',
    fontWeight: '400',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
  '& .mono': { fontFamily: 'mono' },
  '& .box': { w: '11', minW: '11', p: '0' },
  '& .box label': {
    display: 'grid',
    placeItems: 'center',
    boxSize: { base: '11', md: '9' },
    mx: 'auto',
    cursor: 'pointer',
  },
  '& .box input': { boxSize: '1.125rem', accentColor: 'leaf.solid', cursor: 'inherit' },
  // Row actions are always visible, however wide the row is: on phones only the menu, which includes all of them.
  '& .acts': {
    w: { base: '11', md: '14' },
    textAlign: 'end',
    whiteSpace: 'nowrap',
    ps: '0',
    mdDown: { pe: '0' },
    py: '0',
    position: 'sticky',
    insetInlineEnd: '0',
  },
  '& .acts > *': { verticalAlign: 'middle' },
  '&:not([data-stacks]) .acts > :not(:last-child)': { mdDown: { display: 'none' } },
  '& tbody .acts': { zIndex: '1' },
  // Content below the sticky column fades; padding keeps content clear where it ends.
  '& :has(+ .acts)': { pe: '4' },
  '& .acts::before': fade('right'),
  '[data-more~="after"] > &': { '& .acts::before': { w: '9' } },
  '& tbody .named': {
    fontWeight: '600',
    position: { base: 'sticky', md: 'static' },
    insetInlineStart: '0',
    zIndex: '1',
    minW: { base: '5.5rem', md: '6.5rem' },
  },
  // The same for content below the name column.
  '[data-more~="before"] > &': { '& .named::after': { mdDown: fade('left') } },
  '& thead .acts': { zIndex: '3' },
  '& thead .named': { position: 'sticky', insetInlineStart: { base: '0', md: 'auto' }, zIndex: '3' },
  '& [data-selectable] .box': { position: { base: 'sticky', md: 'static' }, insetInlineStart: '0', zIndex: '1' },
  '& [data-selectable] thead .box': { position: 'sticky', zIndex: '3' },
  '& [data-selectable] .named': { insetInlineStart: { base: '11', md: 'auto' } },
  '& [data-opener]': {
    display: 'inline-flex',
    alignItems: 'center',
    minH: { base: '11', md: '8' },
    color: 'brand',
    textAlign: 'start',
    cursor: 'pointer',
    borderRadius: 'control',
    overflowWrap: 'anywhere',
  },
  '& tr[data-openable]': { cursor: 'pointer' },
  '& tr[data-openable]:hover [data-opener]': { textDecoration: 'underline', textUnderlineOffset: '3px' },
  '& tr[data-openable]:hover > *, & tr[data-openable]:focus-within > *': { bg: 'bg' },
  '& tr[data-selected] > *, & tr[data-selected]:is(:hover, :focus-within) > *': { bg: 'leaf.subtle' },
  // Not dimmed: the current rows stay readable.
  '& table[data-busy] thead th': { boxShadow: 'inset 0 -2px 0 var(--chakra-colors-leaf-solid)' },
  '& .whole td > div': { position: 'sticky', insetInlineStart: '0', w: 'min(100%, calc(100vw - 4rem))' },
  '&[data-stacks]': { mdDown: CARDS },
};
