import { chakra } from '@chakra-ui/react';

/** A standalone link, large enough to tap. A plain navigation: within the page, or to another document. */
export const PlainLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: '11',
    color: 'fg',
    borderRadius: 'control',
    textUnderlineOffset: '0.2em',
    _hover: { textDecoration: 'underline' },
  },
});
