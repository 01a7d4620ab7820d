import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { useLotWords } from '../../words/lotWords.ts';
import type { QueryState } from './useAnswer.ts';

/** A titled section of a lot's detail. */
export function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      p={{ base: '4', md: '5' }}
      minW="0"
    >
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" mb="3" minH="8">
        <chakra.h3 id={id} fontSize="md" fontWeight="600">
          {title}
        </chakra.h3>
        {actions}
      </Flex>
      {children}
    </chakra.section>
  );
}

export interface AnsweredProps<Data> {
  of: QueryState<Data>;
  /** text while loading */
  loading: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders a part of the lot: a skeleton while it loads, the data, or the error with a retry button. */
export function Answered<Data>({ of, loading, skeleton, children }: AnsweredProps<Data>) {
  const { say } = useLotWords();
  const { data, error, busy, retry } = of;
  if (data === undefined && error === null) return <Delayed label={loading}>{skeleton}</Delayed>;
  return (
    <>
      {error !== null && (
        <Banner
          tone={data === undefined ? 'alarm' : 'pod'}
          mb={data === undefined ? '0' : '4'}
          action={
            <Button size="sm" variant="secondary" busy={busy} busyLabel={say('again.trying')} onClick={retry}>
              {say('again.try')}
            </Button>
          }
        >
          {say(data === undefined ? 'lot.part' : 'lot.stale', { reason: error })}
        </Banner>
      )}
      {data !== undefined && <Box minW="0">{children(data)}</Box>}
    </>
  );
}
