import { Box, Flex, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { useStaffWords } from '../../words/staffWords.ts';

/** Up to four columns of cards; one on phones. Beside an open filter panel the columns grow fewer, not narrower. */
export function LotGrid({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        // At least a quarter of the width less the gaps: never more than four.
        md: 'repeat(auto-fill, minmax(max(16.5rem, calc((100% - 3rem) / 4)), 1fr))',
      }}
      gap="4"
      aria-busy={busy || undefined}
      opacity={busy ? '0.6' : '1'}
      transition="opacity 150ms ease-out"
    >
      {children}
    </Grid>
  );
}

/** Cards to come, in the shape of cards. */
export function LotGridSkeleton() {
  const { say } = useStaffWords();
  return (
    <Delayed label={say('lots.loading')}>
      <LotGrid>
        {Array.from({ length: 8 }, (_, index) => (
          <Flex
            key={index}
            direction="column"
            gap="3"
            bg="bg.raised"
            borderWidth="1px"
            borderColor="line"
            borderRadius="panel"
            p="4"
          >
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
        ))}
      </LotGrid>
    </Delayed>
  );
}
