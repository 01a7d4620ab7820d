import { Box, Flex } from '@chakra-ui/react';
import { Skeleton } from './Loading.tsx';

/*
 * Skeletons in the real shape and size of the content, so that the layout does not jump on load. Use them inside
 * `Delayed` (`Loading.tsx`), which announces loading to screen readers. Tables have their own skeleton rows
 * (`DataTable.tsx`); charts and maps have their own frame.
 *
 * <PageSkeleton />, <CardSkeleton />, <StatTileSkeleton />, <DetailSkeleton rows={7} />, <ListRowSkeleton />,
 * <EntrySkeleton />, <FormSkeleton rows={2} />, <BarsSkeleton rows={6} />
 */

/** A card of a grid: name and lines, badges, a bar, a block of figures. */
export function CardSkeleton() {
  return (
    <Flex direction="column" gap="3" bg="bg.raised" borderWidth="1px" borderColor="line" borderRadius="panel" p="4">
      <Skeleton w="40%" h="5" />
      <Skeleton w="65%" />
      <Flex gap="2">
        <Skeleton w="5rem" h="6" borderRadius="full" />
        <Skeleton w="5rem" h="6" borderRadius="full" />
      </Flex>
      <Skeleton h="3.25rem" />
      <Skeleton h="2" />
      <Skeleton h="6.5rem" />
      <Box mt="2">
        <Skeleton w="70%" />
      </Box>
      <Skeleton w="80%" />
    </Flex>
  );
}

/** A `StatTile`: its name over its figure. */
export function StatTileSkeleton() {
  return (
    <Box bg="bg.raised" borderWidth="1px" borderColor="line" borderRadius="panel" p="4" minW="0" gridRow="span 3">
      <Flex align="center" gap="2" h="1.3125rem">
        <Skeleton boxSize="4" flexShrink="0" />
        <Skeleton w="6rem" minW="0" flexShrink="1" />
      </Flex>
      <Flex align="center" mt="1" h={{ base: '1.8rem', md: '2.4rem' }}>
        <Skeleton w="4.5rem" h="75%" />
      </Flex>
    </Box>
  );
}

/** Names and values, as `Facts` has them. */
export function DetailSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Box display="grid" gridTemplateColumns="7rem 1fr" columnGap="5" rowGap="2">
      {Array.from({ length: rows }, (_, index) => (
        <Box key={index} display="contents">
          <Flex align="center" h="1.3125rem">
            <Skeleton w="70%" />
          </Flex>
          <Flex align="center" h="1.3125rem">
            {/* Vary the widths as real values do. */}
            <Skeleton w={['45%', '60%', '35%'][index % 3]} />
          </Flex>
        </Box>
      ))}
    </Box>
  );
}

/** A row of a list: name, person, badge, date; two lines on phones. */
export function ListRowSkeleton() {
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', md: '7rem minmax(0, 1fr) auto 12rem' }}
      alignItems="center"
      columnGap="4"
      rowGap="1.5"
      minH="11"
      py="2.5"
    >
      <Skeleton w="4.5rem" />
      <Skeleton w="60%" order={{ base: 3, md: 0 }} />
      <Skeleton w="8rem" h="6" borderRadius="full" order={{ base: 2, md: 0 }} />
      <Skeleton w="9rem" justifySelf="end" order={{ base: 4, md: 0 }} />
    </Box>
  );
}

/** A page: title, actions, and rows in a panel. */
export function PageSkeleton() {
  return (
    <Flex direction="column" gap="6">
      <Flex align="center" justify="space-between" gap="4" minH="11">
        <Skeleton w="11rem" h={{ base: '7', md: '9' }} />
        <Skeleton w="8rem" h={{ base: '11', md: '10' }} />
      </Flex>
      <Box bg="bg.raised" borderWidth="1px" borderColor="line" borderRadius="panel" p={{ base: '4', md: '5' }}>
        <Skeleton w="9rem" h="5" my="2" />
        {ROWS.slice(0, 6).map((key) => (
          <ListRowSkeleton key={key} />
        ))}
      </Box>
    </Flex>
  );
}

/** An entry: a heading with its badge, two lines of text, and its buttons. */
export function EntrySkeleton({ buttons = 2 }: { buttons?: number }) {
  return (
    <Flex direction="column" gap="2" py="3" borderTopWidth="1px" borderColor="line" _first={{ borderTopWidth: '0' }}>
      <Flex gap="3" align="center">
        <Skeleton w="45%" h="5" />
        <Skeleton w="4.5rem" h="5" borderRadius="full" />
      </Flex>
      <Skeleton w="65%" />
      <Skeleton w="40%" />
      {buttons > 0 && (
        <Flex gap="3">
          {ROWS.slice(0, buttons).map((key) => (
            <Skeleton key={key} w="8rem" h={{ base: '11', md: '9' }} />
          ))}
        </Flex>
      )}
    </Flex>
  );
}

/** Rows of two fields, one on phones: labels over controls. */
export function FormSkeleton({ rows }: { rows: number }) {
  return (
    <Box display="grid" gap="4" gridTemplateColumns={{ md: '1fr 1fr' }}>
      {ROWS.slice(0, rows).flatMap((key) =>
        ['label', 'other'].map((field) => (
          <Box key={`${key} ${field}`}>
            <Skeleton w="6rem" mb="1.5" />
            <Skeleton h={{ base: '11', md: '10' }} />
          </Box>
        )),
      )}
    </Box>
  );
}

/** Horizontal bars with names and figures above them. */
export function BarsSkeleton({ rows }: { rows: number }) {
  return (
    <Flex direction="column" gap="4">
      {ROWS.slice(0, rows).map((key, index) => (
        <Box key={key}>
          <Flex justify="space-between" align="center" h="1.3125rem">
            <Skeleton w="5rem" />
            <Skeleton w="1.5rem" />
          </Flex>
          <Skeleton minH="2" h="2" mt="1" borderRadius="full" w={['75%', '100%', '85%'][index % 3]} />
        </Box>
      ))}
    </Flex>
  );
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
