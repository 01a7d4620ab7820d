import { Box, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/*
 * <Box position="relative"><SelectionBar count={3} label="..." said="3 selected"><Button size="sm" .../></SelectionBar>...heads...</Box>
 * What can be done with selected rows, over the heads of their list and beside the box that selects all of a page. Always there, so that it
 * is announced; without a selection it is out of sight and cannot be reached.
 */
export interface SelectionBarProps {
  count: number;
  /** the name of the bar */
  label: string;
  /** how many are selected, in words */
  said: ReactNode;
  /** each action names the number too: a phone shows it there alone */
  countOnButtons?: boolean;
  children: ReactNode;
}

export function SelectionBar({ count, label, said, countOnButtons = false, children }: SelectionBarProps) {
  const empty = count === 0;
  return (
    <Flex
      role="toolbar"
      aria-label={label}
      inert={empty}
      position="absolute"
      top="1px"
      insetStart="calc(2.75rem + 1px)"
      insetEnd="1px"
      h="11"
      zIndex="3"
      align="center"
      gap={{ base: '0', md: '2' }}
      pe={{ base: '0', md: '2' }}
      overflowX="auto"
      bg="bg.sunken"
      borderTopEndRadius="panel"
      opacity={empty ? '0' : '1'}
      visibility={empty ? 'hidden' : 'visible'}
      transition="opacity 120ms ease-out"
      // Phones have room for the words alone, and small ones.
      css={{
        scrollbarWidth: 'none',
        '& > *': { fontSize: { base: 'xs', md: 'sm' } },
        '& > button:not([aria-label])': { px: { base: '1', md: '3' } },
        '& > button[aria-label]': { minW: { base: '9', md: '8' } },
        '& > button:not([aria-label]) svg': { display: { base: 'none', md: 'inline' } },
      }}
    >
      <Box
        flexShrink="0"
        px="2"
        fontWeight="600"
        whiteSpace="nowrap"
        css={countOnButtons ? { mdDown: { position: 'absolute', clipPath: 'inset(50%)' } } : undefined}
      >
        <chakra.output fontVariantNumeric="tabular-nums">{said}</chakra.output>
      </Box>
      {children}
    </Flex>
  );
}
