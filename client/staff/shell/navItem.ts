/** Look of an entry of a menu: a link to a page, or a button. */
export const NAV_ITEM = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  w: 'full',
  minH: { base: '11', md: '9' },
  px: '3',
  borderRadius: 'control',
  fontSize: 'sm',
  textAlign: 'start',
  cursor: 'pointer',
  _hover: { bg: 'bg.sunken' },
  _focusVisible: { outlineOffset: '-2px' },
  '&[aria-current=page]': { bg: 'bg.sunken', fontWeight: '600' },
} as const;
