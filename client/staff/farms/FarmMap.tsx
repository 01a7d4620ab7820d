import { Box, Flex, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Button } from '../../design/Button.tsx';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { Panel } from '../../design/Page.tsx';
import { PlotMap } from '../../design/plotMap/PlotMap.tsx';
import type { PlotRowFragment } from '../../graphql/generated.ts';
import { type FarmWords, useFarmWords } from '../../words/farmWords.ts';
import { plotGroups } from './plotGroups.ts';
import { plotPlaces, plotShape } from './plotPlaces.ts';
import { plotStatus, type LotsByPlot } from './plotStatus.ts';
import { areaText, lengthText } from './plotWords.ts';
import { StatusLegend } from './StatusLegend.tsx';

/** Grid of the map and what stands beside it. */
export const MAP_GRID = {
  templateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
  gap: '5',
  alignItems: 'start',
};

interface FarmMapProps {
  farmId: string;
  plots: readonly PlotRowFragment[];
  lots: LotsByPlot;
  marked: string | null;
  onChoose: (id: string) => void;
  /** first plot of the group that fills the map; null: all plots */
  zoomed: string | null;
  onZoom: (first: string | null) => void;
}

/** The plots by their status, with an overview map of the country. */
export function FarmMap({ farmId, plots, lots, marked, onChoose, zoomed, onZoom }: FarmMapProps) {
  const words = useFarmWords();
  const { say, formatCountry } = words;
  const [first] = plots.flatMap(plotPlaces);
  const country = countryOf(words, plots);
  const chosen = plots.find(({ id }) => id === marked);
  const groups = plotGroups(plots);
  const group = groups.length > 1 ? groups.find(([one]) => one?.id === zoomed) : undefined;
  const shown = (group ?? plots).map((plot) => ({ plot, status: plotStatus(words, lots.get(plot.id)) }));
  const total = plots.reduce((sum, { areaHa }) => sum + areaHa, 0);
  return (
    <Grid {...MAP_GRID}>
      <Box minW="0">
        {groups.length > 1 && (
          <Flex role="group" aria-label={say('farmMap.groups')} gap="2" wrap="wrap" mb="2">
            <ZoomButton isOn={group === undefined} onPress={() => onZoom(null)}>
              {say('farmMap.all')}
            </ZoomButton>
            {groups.slice(0, MOST_GROUPS).map((one) => (
              <ZoomButton key={one[0]?.id} isOn={one === group} onPress={() => onZoom(one[0]?.id ?? null)}>
                {say('farmMap.group', {
                  count: one.length,
                  name: one[0]?.name ?? say('plot.erased'),
                  others: one.length - 1,
                })}
              </ZoomButton>
            ))}
          </Flex>
        )}
        <PlotMap
          shapes={shown.map(({ plot, status: { tone } }) =>
            plotShape(plot, { id: plot.id, name: plot.name ?? undefined, tone }),
          )}
          title={say('farmPage.map', { count: plots.length, farmId })}
          length={(metres) => lengthText(words, metres)}
          loading={say('farmPage.mapLoading')}
          marked={marked}
          onChoose={onChoose}
          caption={
            chosen === undefined
              ? undefined
              : say('farmPage.chosen', {
                  name: chosen.name ?? say('plot.erased'),
                  area: areaText(words, chosen.areaHa),
                  status: plotStatus(words, lots.get(chosen.id)).text,
                })
          }
        />
        <StatusLegend statuses={shown.map(({ status }) => status)} />
      </Box>
      <Flex direction={{ base: 'column', sm: 'row', lg: 'column' }} gap="4" minW="0">
        <Panel flex="1">
          <Box fontSize="2xl" fontWeight="600" letterSpacing="-0.02em" fontVariantNumeric="tabular-nums">
            {say('farmPage.total', { area: areaText(words, total) })}
          </Box>
          <Box color="fg.muted" fontSize="sm">
            {say('farmPage.plots', { count: plots.length })}
          </Box>
        </Panel>
        {first !== undefined && (
          <Box flex="1" minW="0" hideBelow="sm">
            <PlaceMap
              place={first}
              withinKm={1}
              countryName={formatCountry}
              title={say('farmPage.whereTitle', { farmId, country })}
              loading={say('farmPage.mapLoading')}
              caption={country}
            />
          </Box>
        )}
      </Flex>
    </Grid>
  );
}

/** Groups that get a button; more would push the map off the screen. */
const MOST_GROUPS = 6;

function ZoomButton({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <Button size="sm" variant={isOn ? 'primary' : 'secondary'} aria-pressed={isOn} onClick={onPress}>
      {children}
    </Button>
  );
}

function countryOf({ say, formatCountry, formatList }: FarmWords, plots: readonly PlotRowFragment[]): string {
  const codes = [...new Set(plots.flatMap(({ country }) => country ?? []))];
  return codes.length === 0 ? say('plot.noCountry') : formatList(codes.map((code) => formatCountry(code) ?? code));
}
