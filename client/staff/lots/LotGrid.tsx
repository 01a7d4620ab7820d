import { Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Delayed } from '../../design/Loading.tsx';
import { CardSkeleton } from '../../design/Skeletons.tsx';
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
          <CardSkeleton key={index} />
        ))}
      </LotGrid>
    </Delayed>
  );
}
