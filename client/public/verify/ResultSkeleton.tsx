import { Flex } from '@chakra-ui/react';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';

/** The shape of a result: verdict, actions, map with facts, journey. */
export function ResultSkeleton() {
  const { say } = useVerifyWords();
  return (
    <Delayed label={say('result.loading')}>
      <Flex direction="column" gap="4">
        <Skeleton h="11rem" borderRadius="panel" />
        <Skeleton h="2.75rem" w="60%" />
        <Skeleton h="32rem" borderRadius="panel" />
        <Skeleton h="24rem" borderRadius="panel" />
      </Flex>
    </Delayed>
  );
}
