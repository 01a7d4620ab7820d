import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { Badge } from '../../design/Badge.tsx';
import { PlacesMap } from '../../design/map/PlacesMap.tsx';
import { Panel } from '../../design/Page.tsx';
import { StatTile } from '../../design/StatTile.tsx';
import { useImportWords, type ImportWords } from '../../words/importWords.ts';
import type { PreviewedImport } from './importCall.ts';

/** Farms and doubts that are shown at first. */
const FIRST = 5;

/** What would be registered: sums, farms, a map, and what may be a mistake. */
export function ImportPreviewPanel({ preview }: { preview: PreviewedImport }) {
  const words = useImportWords();
  const { say, formatCount } = words;
  const { lots, weightKg, farms, points, placed, doubted } = preview;
  if (lots === 0) return null;
  return (
    <Flex direction="column" gap="4">
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }} gap="3">
        <StatTile label={say('import.preview.lots')} value={formatCount(lots)} />
        <StatTile label={say('import.preview.weight')} value={say('import.preview.kg', { kg: weightKg })} />
        <StatTile label={say('import.preview.farms')} value={formatCount(farms)} />
      </Grid>
      {doubted > 0 && <Doubts preview={preview} />}
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap="4" alignItems="start">
        {points.length > 0 && (
          <Panel title={say('import.preview.map')}>
            <PlacesMap
              places={points.map(({ lotId, latitude, longitude }) => ({
                id: lotId,
                latitude,
                longitude,
                count: 1,
                tone: 'leaf',
              }))}
              title={say('import.preview.mapText', { count: points.length })}
              write={formatCount}
              loading={say('import.preview.mapLoading')}
            />
            {points.length < placed && (
              <Box mt="2" fontSize="sm" color="fg.muted">
                {say('import.preview.mapPart', { count: points.length })}
              </Box>
            )}
          </Panel>
        )}
        <Farms preview={preview} />
      </Grid>
    </Flex>
  );
}

function Farms({ preview: { heaviest, farms } }: { preview: PreviewedImport }) {
  const { say } = useImportWords();
  const shown = heaviest.slice(0, FIRST);
  return (
    <Panel title={say('import.preview.heaviest')}>
      <chakra.ul listStyleType="none" fontSize="sm">
        {shown.map(({ farmId, lots, weightKg, isNew }) => (
          <Flex as="li" key={farmId} justify="space-between" gap="3" py="1.5" borderTopWidth="1px" borderColor="line">
            <Flex gap="2" align="center" minW="0" wrap="wrap">
              <Box fontWeight="500" overflowWrap="anywhere">
                {farmId}
              </Box>
              {isNew && <Badge tone="pod">{say('import.preview.new')}</Badge>}
            </Flex>
            <Box flexShrink="0" fontVariantNumeric="tabular-nums">
              {say('import.preview.farm', { lots, kg: weightKg })}
            </Box>
          </Flex>
        ))}
      </chakra.ul>
      {farms > shown.length && (
        <Box mt="2" fontSize="sm" color="fg.muted">
          {say('import.preview.more', { count: farms - shown.length })}
        </Box>
      )}
    </Panel>
  );
}

function Doubts({ preview: { doubts, doubted } }: { preview: PreviewedImport }) {
  const words = useImportWords();
  const { say } = words;
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? doubts : doubts.slice(0, FIRST);
  return (
    <Panel title={say('import.doubts', { count: doubted })}>
      <Box fontSize="sm" color="fg.muted" mb="2">
        {say('import.doubts.hint')}
      </Box>
      <chakra.ul fontSize="sm" ps="5" display="grid" gap="1" maxH="16rem" overflowY="auto" tabIndex={0}>
        {shown.map((doubt) => (
          <li key={`${doubt.kind} ${doubt.row}`}>{doubtText(words, doubt)}</li>
        ))}
      </chakra.ul>
      {shown.length < doubts.length && (
        <Button mt="2" size="sm" variant="quiet" onClick={() => setIsWhole(true)}>
          {say('import.doubts.all')}
        </Button>
      )}
    </Panel>
  );
}

function doubtText({ say }: ImportWords, doubt: PreviewedImport['doubts'][number]): string {
  const { row } = doubt;
  switch (doubt.kind) {
    case 'twin':
      return say('import.doubt.twin', { row, other: doubt.other });
    case 'far':
      return say('import.doubt.far', { row, other: doubt.other, km: doubt.km });
    case 'used':
      return doubt.plots > 0
        ? say('import.doubt.plot', { row, farmId: doubt.farmId })
        : say('import.doubt.lots', { row, farmId: doubt.farmId, lots: doubt.lots });
  }
}
