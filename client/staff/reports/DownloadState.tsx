import { Box, chakra } from '@chakra-ui/react';
import { useReportsWords } from '../../words/reportsWords.ts';
import type { Download } from './useDownloads.ts';

/**
 * Progress or result of a download.
 * @param what the file's display name
 */
export function DownloadState({ download, what }: { download: Download | undefined; what: string }) {
  const { say } = useReportsWords();
  if (download === undefined) return null;
  if (download.kind === 'failed') {
    const isPlain = download.message === say('reports.downloadFailed');
    return (
      <Box role="alert" fontSize="sm" color="alarm" overflowWrap="anywhere">
        {isPlain ? download.message : say('reports.downloadFailedFor', { reason: download.message })}
      </Box>
    );
  }
  if (download.kind === 'done') {
    return (
      <chakra.output display="block" fontSize="sm" color="leaf" overflowWrap="anywhere">
        {say('files.done', { name: download.name })}
      </chakra.output>
    );
  }
  const { received, total } = download.progress ?? { received: 0, total: null };
  return (
    <Box fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
      <chakra.progress
        aria-label={say('files.downloadOf', { format: what })}
        w="full"
        h="2"
        accentColor="leaf.solid"
        // Without a value the progress bar is indeterminate.
        {...(total === null ? {} : { value: received, max: total })}
      />
      {received > 0 && <Box>{say('files.received', { kb: Math.ceil(received / 1000) })}</Box>}
    </Box>
  );
}
