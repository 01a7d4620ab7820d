import type { SystemStyleObject } from '@chakra-ui/react';

/* Styles of buttons, for single buttons (`Button.tsx`) and for row buttons (`rowLooks.ts`). */
export const BUTTON: SystemStyleObject = {
  display: 'inline-grid',
  gridAutoFlow: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minH: { base: '11', md: '10' },
  px: '4',
  borderRadius: 'control',
  borderWidth: '1px',
  borderColor: 'transparent',
  fontSize: 'sm',
  fontWeight: '600',
  lineHeight: '1.25',
  textDecoration: 'none',
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
  '& svg': { boxSize: '1.125rem', flexShrink: '0', strokeWidth: '1.75' },
  _disabled: { cursor: 'not-allowed', opacity: '0.55' },
  '&[aria-busy=true]': { cursor: 'progress' },
  // Hidden in print.
  _print: { display: 'none' },
};

export const SECONDARY: SystemStyleObject = {
  bg: 'bg.raised',
  color: 'fg',
  borderColor: 'edge',
  '&:hover:not(:disabled)': { bg: 'bg.sunken' },
};

export const QUIET: SystemStyleObject = { color: 'brand', '&:hover:not(:disabled)': { bg: 'bg.sunken' } };

export const SMALL: SystemStyleObject = { minH: { base: '11', md: '8' }, px: '3' };
export const SQUARE: SystemStyleObject = { px: '0', minW: { base: '11', md: '10' } };
export const SMALL_SQUARE: SystemStyleObject = { px: '0', minW: { base: '11', md: '8' } };
