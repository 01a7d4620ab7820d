import { chakra } from '@chakra-ui/react';

/**
 * <TextLink href="...">words</TextLink>, or <TextLink asChild><Link to="/verify">words</Link></TextLink>: a link within
 * text.
 */
export const TextLink = chakra('a', {
  base: {
    color: 'brand',
    fontWeight: '500',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    textDecorationThickness: '1px',
    borderRadius: 'control',
    _hover: { textDecorationThickness: '2px' },
  },
});
