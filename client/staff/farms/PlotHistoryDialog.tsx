import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Dialog } from '../../design/Dialog.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { PlotMap } from '../../design/plotMap/PlotMap.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { type PlotHistoryQuery, PlotHistoryDocument, type PlotRowFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { type FarmWords, useFarmWords } from '../../words/farmWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { plotShape } from './plotPlaces.ts';
import { areaText, lengthText } from './plotWords.ts';

type Version = PlotHistoryQuery['plotHistory'][number];

/** All versions of a plot, newest first; changed outlines show before and after on one map. */
export function PlotHistoryDialog({ plot, onClose }: { plot: PlotRowFragment | null; onClose: () => void }) {
  const words = useFarmWords();
  const { say } = words;
  const shown = useLastShown(plot);
  const { data, error, refetch } = useQuery(PlotHistoryDocument, {
    variables: { id: plot?.id ?? '' },
    skip: plot === null,
    fetchPolicy: 'no-cache',
  });
  const versions = data?.plotHistory;
  return (
    <Dialog
      open={plot !== null}
      onClose={onClose}
      size="lg"
      title={say('plotHistory.title', { name: shown?.name ?? '' })}
    >
      {error !== undefined && versions === undefined && (
        <LoadFailure title={say('plotHistory.failed')} error={error} onRetry={refetch} />
      )}
      {versions === undefined && error === undefined && (
        <Delayed label={say('plotHistory.loading')}>
          <Skeleton h="16rem" />
        </Delayed>
      )}
      {/* Make it focusable: it has no controls, and it may be taller than the window and need scrolling. */}
      <chakra.ol tabIndex={0} listStyleType="none" display="grid" gap="5">
        {versions?.map((version, at) => (
          <Step key={version.version} version={version} before={versions[at + 1] ?? null} />
        ))}
      </chakra.ol>
    </Dialog>
  );
}

function Step({ version, before }: { version: Version; before: Version | null }) {
  const words = useFarmWords();
  const { say, formatDateTime } = words;
  const isDrawn = version.change === 'added' || version.change === 'redrawn';
  return (
    <Grid as="li" templateColumns={{ base: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 16rem' }} gap="3" alignItems="start">
      <Flex direction="column" gap="1" minW="0">
        <Box fontWeight="600" overflowWrap="anywhere">
          {changeText(words, version, before)}
        </Box>
        <Box fontSize="sm" color="fg.muted">
          {say('plotHistory.by', { when: formatDateTime(version.at), role: roleText(words, version.role) })}
        </Box>
        <Box fontSize="sm" fontVariantNumeric="tabular-nums">
          {version.change === 'redrawn' && before !== null
            ? say('plotHistory.areaChange', {
                before: areaText(words, before.areaHa),
                area: areaText(words, version.areaHa),
              })
            : say('plot.hectares', { area: areaText(words, version.areaHa) })}
        </Box>
      </Flex>
      {isDrawn && version.geoJson !== null && (
        <PlotMap
          shapes={[
            ...(before === null ? [] : [plotShape(before, { id: 'before', tone: 'sky', isDashed: true })]),
            plotShape(version, { id: 'after', tone: 'leaf' }),
          ]}
          title={say(before === null ? 'plotHistory.mapFirst' : 'plotHistory.map')}
          length={(metres) => lengthText(words, metres)}
          loading={say('outline.mapLoading')}
          caption={before === null ? undefined : say('plotHistory.map')}
        />
      )}
    </Grid>
  );
}

function changeText({ say }: FarmWords, { change, name }: Version, before: Version | null): string {
  if (change === 'added') return say('plotHistory.added', { name: name ?? DASH });
  if (change === 'renamed') return say('plotHistory.renamed', { before: before?.name ?? DASH, name: name ?? DASH });
  return say(change === 'redrawn' ? 'plotHistory.redrawn' : 'plotHistory.removed');
}

function roleText({ say }: FarmWords, role: string): string {
  const known = (['farmer', 'processor', 'auditor', 'admin'] as const).find((one) => one === role);
  return known === undefined ? say('plotHistory.program') : say(`role.${known}`);
}
