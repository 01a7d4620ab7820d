import { Box, chakra, Flex } from '@chakra-ui/react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { keepClearOfToasts } from '../toastLift.ts';

/*
 * <Box>...rows...<SelectionBar count={3} label="..." said="3 selected"><Button size="sm" .../></SelectionBar></Box>
 *
 * Actions for selected rows, at the bottom of the window while its container is in sight: the table's header stays and
 * sorts. Always rendered, so that changes are announced; hidden and inert without a selection.
 */
export interface SelectionBarProps {
  count: number;
  /** accessible name of the bar */
  label: string;
  /** text with the number of selected rows */
  said: ReactNode;
  children: ReactNode;
}

export function SelectionBar({ count, label, said, children }: SelectionBarProps) {
  const empty = count === 0;
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (empty || bar.current === null ? undefined : keepClearOfToasts(bar.current)), [empty]);
  return (
    <Flex
      ref={bar}
      role="toolbar"
      aria-label={label}
      className="selection-bar"
      inert={empty}
      position={empty ? 'absolute' : 'sticky'}
      bottom="calc(0.5rem + var(--bottom-bar, 0px))"
      zIndex="3"
      visibility={empty ? 'hidden' : 'visible'}
      wrap={{ base: 'wrap', md: 'nowrap' }}
      align="center"
      columnGap={{ base: '0', md: '2' }}
      mt="2"
      px="2"
      py="1.5"
      minH="12"
      bg="bg.raised"
      borderWidth="1px"
      borderColor="leaf.solid"
      borderRadius="panel"
      boxShadow="0 0.25rem 1rem -0.25rem var(--chakra-colors-veil)"
      // On phones the text has a line of its own, and the actions share the next one.
      css={{
        '& > button': { fontSize: { base: 'xs', md: 'sm' } },
        '& > button:not([aria-label])': { px: { base: '1', md: '3' }, flex: { base: '1 1 auto', md: '0 0 auto' } },
        '& > button:not([aria-label]) svg': { display: { base: 'none', md: 'inline' } },
      }}
    >
      <Box px="2" fontWeight="600" fontSize="sm" w={{ base: 'full', md: 'auto' }} whiteSpace={{ md: 'nowrap' }}>
        <chakra.output fontVariantNumeric="tabular-nums">{said}</chakra.output>
      </Box>
      {children}
    </Flex>
  );
}
