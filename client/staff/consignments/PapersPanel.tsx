import { Box, Flex } from '@chakra-ui/react';
import { Download, FileArchive } from 'lucide-react';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import type { ConsignmentFactsFragment } from '../../graphql/generated.ts';
import { useConsignmentWords } from '../../words/consignmentWords.ts';
import { useDownload } from '../lot/useDownload.ts';

/** All papers as one file, and the plots file alone. */
export function PapersPanel({ consignment: { id, number, state } }: { consignment: ConsignmentFactsFragment }) {
  const { say } = useConsignmentWords();
  const { busy, download } = useDownload();
  const name = number.replaceAll(/[^\w.-]+/g, '-');
  return (
    <Panel title={say('papers.title')}>
      <Box color="fg.muted" fontSize="sm">
        {say('papers.lead')}
      </Box>
      <Flex gap="3" wrap="wrap" my="4">
        <Button
          variant={state === 'open' ? 'secondary' : 'primary'}
          disabled={busy}
          onClick={() => download(`/consignments/${id}/papers`, `${name}-papers.zip`)}
        >
          <FileArchive aria-hidden />
          {say('papers.zip')}
        </Button>
        <Button
          variant="secondary"
          disabled={busy}
          onClick={() => download(`/consignments/${id}/plots.geojson`, `${name}-plots.geojson`)}
        >
          <Download aria-hidden />
          {say('papers.plots')}
        </Button>
      </Flex>
      <Box color="fg.muted" fontSize="sm">
        {say('papers.inside')}
      </Box>
    </Panel>
  );
}
