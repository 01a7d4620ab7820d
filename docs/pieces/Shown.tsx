import { Box, chakra, Flex, type BoxProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/*
 * <Shown title="Buttons" pieces={['Button', 'IconButton']}>   a section; names the pieces of client/design that it shows, which
 *   <State name="busy"><Button busy>...</Button></State>      tests/browser/pieces.spec.ts compares with what client/design exports
 * </Shown>
 */
export function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

export interface ShownProps {
  title: string;
  pieces: readonly string[];
  children: ReactNode;
}

export function Shown({ title, pieces, children }: ShownProps) {
  const id = anchorOf(title);
  return (
    <chakra.section aria-labelledby={id} data-pieces={pieces.join(' ')} minW="0">
      <chakra.h2 id={id} fontSize="lg" fontWeight="600" lineHeight="1.3">
        {title}
      </chakra.h2>
      <Box color="fg.muted" fontSize="xs" fontFamily="mono" mb="4" overflowWrap="anywhere">
        {pieces.join(' · ')}
      </Box>
      <Flex direction="column" gap="6">
        {children}
      </Flex>
    </chakra.section>
  );
}

export function State({ name, children, ...rest }: BoxProps & { name: string }) {
  return (
    <Box minW="0">
      <chakra.h3 fontSize="xs" fontWeight="600" color="fg.muted" mb="2">
        {name}
      </chakra.h3>
      <Box {...rest}>{children}</Box>
    </Box>
  );
}

/** States side by side, as wide as they need. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <Flex gap="3" wrap="wrap" align="center">
      {children}
    </Flex>
  );
}

/** States in columns of equal width. */
export function Columns({ children, least = '18rem' }: { children: ReactNode; least?: string }) {
  return (
    <Box display="grid" gap="5" gridTemplateColumns={`repeat(auto-fill, minmax(min(${least}, 100%), 1fr))`}>
      {children}
    </Box>
  );
}
