import { Box, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/*
 * <Box position="relative"><SelectionBar count={3} label="..." said="3 selected"><Button size="sm"
 * .../></SelectionBar>...heads...</Box>
 *
 * Actions for selected rows, shown over the table header beside the select-all checkbox. Always rendered, so that
 * changes are announced; hidden and inert without a selection.
 */
export interface SelectionBarProps {
  count: number;
  /** accessible name of the bar */
  label: string;
  /** text with the number of selected rows */
  said: ReactNode;
  /** each action includes the number: phones show it only there */
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
      // Phones have space only for the text, in a small size.
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
