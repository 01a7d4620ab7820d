import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { CalendarClock, Gauge, Hourglass, Satellite, SatelliteDish } from 'lucide-react';
import { RECHECK_CLASSES } from '../../../server/domain/forest/recheck.ts';
import { Banner } from '../../design/Banner.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { Moment } from '../../design/Moment.tsx';
import { Facts, Page, Panel } from '../../design/Page.tsx';
import { DetailSkeleton, StatTileSkeleton } from '../../design/Skeletons.tsx';
import { StatTile } from '../../design/StatTile.tsx';
import { SatelliteProgressDocument, type SatelliteProgressQuery } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedTexts } from '../../words/localizedTexts.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { RelativeTime } from '../../design/RelativeTime.tsx';

/** Half of the server's planning interval. */
const LOOK_MS = 30_000;

const TILES = {
  templateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
  gap: '4',
};
const PANELS = {
  templateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  gap: '5',
  alignItems: 'start',
};

type Progress = SatelliteProgressQuery['satelliteProgress'];

/** Progress of repeated checks: lots due, rate, expected end, and whether the satellite source is available. */
export default function ChecksPage() {
  const words = useOfficeWords();
  const { say } = words;
  const { data, error, refetch } = useQuery(SatelliteProgressDocument, {
    fetchPolicy: 'cache-and-network',
    pollInterval: LOOK_MS,
  });
  return (
    <Page title={say('page.checks')}>
      <PageIntro>{say('checksPage.lead')}</PageIntro>
      {data === undefined && error !== undefined && (
        <LoadFailure title={say('checksPage.failed')} error={error} onRetry={refetch} />
      )}
      {data === undefined && error === undefined && (
        <Delayed label={say('checksPage.loading')}>
          <Grid {...TILES} mb="5">
            {['a', 'b', 'c', 'd'].map((key) => (
              <StatTileSkeleton key={key} />
            ))}
          </Grid>
          <Grid {...PANELS}>
            <Panel>
              <DetailSkeleton rows={6} />
            </Panel>
            <Panel>
              <DetailSkeleton rows={3} />
            </Panel>
          </Grid>
        </Delayed>
      )}
      {data !== undefined && <Shown progress={data.satelliteProgress} />}
    </Page>
  );
}

function Shown({ progress }: { progress: Progress }) {
  const { say, formatCount, formatDateTime } = useOfficeWords();
  const { due, overdue, checksLastHour, doneAt } = progress;
  return (
    <>
      <Grid {...TILES}>
        <StatTile label={say('checksPage.due')} value={formatCount(due)} icon={<CalendarClock aria-hidden />} />
        <StatTile
          label={say('checksPage.overdue')}
          value={formatCount(overdue)}
          icon={<Hourglass aria-hidden />}
          {...(overdue > 0 && { tone: 'pod' as const })}
        />
        <StatTile label={say('checksPage.pace')} value={formatCount(checksLastHour)} icon={<Gauge aria-hidden />} />
        <StatTile label={say('checksPage.done')} value={formatDateTime(doneAt)} icon={<Satellite aria-hidden />} />
      </Grid>
      <Grid {...PANELS}>
        <Backlog progress={progress} />
        <Source progress={progress} />
      </Grid>
    </>
  );
}

function Backlog({ progress: { classes, readsPerSecond, lastCheckAt } }: { progress: Progress }) {
  const { say, formatCount } = useOfficeWords();
  return (
    <Panel title={say('checksPage.order')}>
      <Facts
        items={[
          ...RECHECK_CLASSES.map(
            (name) =>
              [
                say(`checksPage.class.${name}`),
                formatCount(classes.find((one) => one.name === name)?.due ?? 0),
              ] as const,
          ),
          [
            say('checksPage.last'),
            lastCheckAt === null ? say('checksPage.never') : <RelativeTime key="last" iso={lastCheckAt} isFocusable />,
          ] as const,
        ]}
      />
      <Box mt="4" fontSize="sm" color="fg.muted">
        {say('checksPage.rule', { reads: readsPerSecond })}
      </Box>
    </Panel>
  );
}

function Source({ progress: { source } }: { progress: Progress }) {
  const words = useOfficeWords();
  const { say } = words;
  const { data, status, awaySince, said } = source;
  const away = status === 'away';
  return (
    <Panel title={say('checksPage.source')}>
      <Flex align="center" gap="3" mb="3" color={away ? 'alarm' : 'leaf'}>
        <Box flexShrink="0">
          <SatelliteDish aria-hidden size={28} strokeWidth={1.75} />
        </Box>
        <Box fontSize="lg" fontWeight="600" lineHeight="1.3">
          {say(away ? 'checksPage.away' : 'checksPage.reachable')}
        </Box>
      </Flex>
      <Box aria-live="polite">
        {said.length > 0 && (
          <Banner tone="alarm" mb="4">
            {localizedTexts(words, said)}
          </Banner>
        )}
      </Box>
      <Facts
        items={[
          [say('checksPage.data'), data] as const,
          ...(awaySince === null
            ? []
            : [[say('checksPage.awaySince'), <Moment key="away" iso={awaySince} />] as const]),
        ]}
      />
      <Box mt="4" fontSize="sm" color="fg.muted">
        {say('checksPage.dataRule')}
      </Box>
    </Panel>
  );
}
