import { chakra, Flex } from '@chakra-ui/react';
import { Button } from '../../../design/Button.tsx';
import { Spinner } from '../../../design/Spinner.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { FileJob } from './useLotFiles.ts';

/** Progress of a file with a stop button. A toast reports the result. */
export function FileJobLine({ job, onStop }: { job: FileJob | null; onStop: () => void }) {
  const { say } = useLotListWords();
  if (job === null) return null;
  return (
    <Flex
      align="center"
      wrap="wrap"
      columnGap="3"
      rowGap="1"
      px="3"
      py="1.5"
      bg="bg.sunken"
      borderWidth="1px"
      borderColor="line"
      borderRadius="control"
      fontSize="sm"
    >
      <Spinner />
      <chakra.span fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
        {job.kind === 'sheet' ? say('files.sheet') : say('files.exporting', { done: job.done, total: job.total })}
      </chakra.span>
      {job.kind === 'export' && (
        <chakra.progress
          aria-label={say('files.export')}
          value={job.done}
          max={Math.max(1, job.total, job.done)}
          flex="1"
          minW="4rem"
          h="1.5"
          accentColor="leaf.solid"
        />
      )}
      <Button size="sm" variant="quiet" ms="auto" onClick={onStop}>
        {say('files.stop')}
      </Button>
    </Flex>
  );
}
