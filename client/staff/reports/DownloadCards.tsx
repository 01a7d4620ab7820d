import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import {
  Download,
  FileJson,
  FileSpreadsheet,
  FileText,
  Map as MapIcon,
  MapPinned,
  ScrollText,
  type LucideIcon,
} from 'lucide-react';
import { MOST_LOTS_AT_ONCE } from '../../../server/domain/report/reportPeriod.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import type { ReportFormat } from '../../graphql/generated.ts';
import { useReportsWords } from '../../words/reportsWords.ts';
import { DownloadState } from './DownloadState.tsx';
import type { Figures } from './madeReport.ts';
import type { Downloads } from './useDownloads.ts';

/** Icons of the files, and whether an erasure removes them because they hold names. */
const FILES: Record<ReportFormat, { icon: LucideIcon; personal: boolean }> = {
  pdf: { icon: FileText, personal: false },
  csv: { icon: FileSpreadsheet, personal: false },
  json: { icon: FileJson, personal: false },
  geojson: { icon: MapIcon, personal: true },
  statement: { icon: ScrollText, personal: true },
  plots: { icon: MapPinned, personal: true },
};
/** In order of demand. */
export const CARD_FORMATS = [
  'pdf',
  'csv',
  'json',
  'statement',
  'geojson',
  'plots',
] as const satisfies readonly ReportFormat[];

/** Anchor of the link in the report's heading. */
export const FILES_ID = 'report-files';

interface DownloadCardsProps {
  figures: Pick<Figures, 'reportId' | 'totalLots'>;
  /** the available formats */
  formats: readonly ReportFormat[];
  downloads: Downloads;
}

/** A card for each file of a report, with download progress and errors. */
export function DownloadCards({ figures, formats, downloads }: DownloadCardsProps) {
  const { reportId, totalLots } = figures;
  const { say } = useReportsWords();
  return (
    <Panel id={FILES_ID} tabIndex={-1} scrollMarginTop="4" title={say('files.title')}>
      <Box fontSize="sm" color="fg.muted" mb="3">
        {say('files.hint')}
      </Box>
      <Grid
        as="ul"
        templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(20rem, 1fr))' }}
        gap="3"
        listStyleType="none"
      >
        {CARD_FORMATS.map((format) => (
          <Card
            key={format}
            format={format}
            isThere={formats.includes(format)}
            tooMany={totalLots > MOST_LOTS_AT_ONCE}
            download={downloads.of(reportId, format)}
            onDownload={() => downloads.start(reportId, format)}
          />
        ))}
      </Grid>
    </Panel>
  );
}

interface CardProps {
  format: ReportFormat;
  isThere: boolean;
  /** the report has more lots than the files with names can hold */
  tooMany: boolean;
  download: ReturnType<Downloads['of']>;
  onDownload: () => void;
}

function Card({ format, isThere, tooMany, download, onDownload }: CardProps) {
  const { say } = useReportsWords();
  const { icon: Icon, personal } = FILES[format];
  const name = say(`files.${format}`);
  return (
    <chakra.li
      display={{ base: 'grid', sm: 'flex' }}
      // On phones the button goes beside the name, so that six cards fit on one screen.
      gridTemplateColumns="minmax(0, 1fr) auto"
      alignItems={{ base: 'center', sm: 'stretch' }}
      flexDirection="column"
      gap="2"
      p="3"
      borderWidth="1px"
      borderColor="line"
      borderRadius="control"
      minW="0"
    >
      <Flex align="center" gap="2" wrap="wrap" display={{ base: 'contents', sm: 'flex' }}>
        <Box color="fg.muted" hideBelow="sm">
          <Icon aria-hidden size={20} strokeWidth={1.75} />
        </Box>
        <chakra.h3 fontWeight="600">{name}</chakra.h3>
        {personal && (
          <Box gridColumn="1 / -1">
            <Badge tone="pod">{say('files.personal')}</Badge>
          </Box>
        )}
      </Flex>
      <Box fontSize="sm" color="fg.muted" flex="1" gridColumn="1 / -1">
        {isThere && say(`files.${format}.text`)}
        {!isThere && (tooMany ? say('files.tooMany', { most: MOST_LOTS_AT_ONCE }) : say('files.erased'))}
      </Box>
      <Box gridColumn="1 / -1" display={download === undefined ? 'none' : undefined}>
        <DownloadState download={download} what={name} />
      </Box>
      {isThere && (
        <Box gridRow="1" gridColumn="2">
          <Button
            variant="secondary"
            size="sm"
            css={{ '& svg': { hideBelow: 'sm' } }}
            busy={download?.kind === 'running'}
            busyLabel={say('files.downloading')}
            aria-label={say(download?.kind === 'failed' ? 'files.again' : 'files.downloadOf', { format: name })}
            onClick={onDownload}
          >
            <Download aria-hidden />
            {download?.kind === 'failed' ? say('again.try') : say('files.download')}
          </Button>
        </Box>
      )}
    </chakra.li>
  );
}
