import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { PlotMap } from '../../design/plotMap/PlotMap.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import type { LotDetailFragment, LotPlotOfFragment, LotPlotsOfQuery } from '../../graphql/generated.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { plotPath } from '../farms/farmAddress.ts';
import { plotShape } from '../farms/plotPlaces.ts';
import { areaText, lengthText } from '../farms/plotWords.ts';
import type { QueryState } from './useAnswer.ts';
import { Part } from './Part.tsx';

/** Number of plots listed at first: other sections follow below. */
const FEW = 8;

interface LotPlotsProps {
  lot: Pick<LotDetailFragment, 'lotId' | 'farmId'>;
  plots: QueryState<LotPlotsOfQuery>;
}

/**
 * The plots of the lot in their versions at registration: one picture of all, and a list by name. Renders nothing
 * without plots.
 */
export function LotPlotsPanel({ lot, plots: { data, error, busy, retry } }: LotPlotsProps) {
  const words = useLotWords();
  const { say, formatCountry, formatList } = words;
  const [isWhole, setWhole] = useState(false);
  const plots = data?.lotPlots ?? [];
  if (plots.length === 0) {
    return error === null ? null : (
      <Banner
        tone="pod"
        action={
          <Button size="sm" variant="secondary" busy={busy} busyLabel={say('again.trying')} onClick={retry}>
            {say('again.try')}
          </Button>
        }
      >
        {say('lotPlots.failed', { reason: error })}
      </Banner>
    );
  }
  const shown = isWhole ? plots : plots.slice(0, FEW);
  const drawn = plots.filter(({ geoJson }) => geoJson !== null);
  const countries = [...new Set(plots.flatMap(({ country }) => country ?? []))];
  return (
    <Part title={say('lotPlots.title', { count: plots.length })}>
      <Box display="grid" gap="5" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
        {drawn.length > 0 && (
          <PlotMap
            shapes={drawn.map((plot) =>
              plotShape(
                { geoJson: plot.geoJson, areaHa: plot.areaHa ?? 0 },
                { id: plot.plotId, name: plot.name ?? undefined, tone: 'leaf' },
              ),
            )}
            title={say('lotPlots.map', { count: drawn.length, lotId: lot.lotId })}
            length={(metres) => lengthText(words, metres)}
            loading={say('farm.mapLoading')}
            caption={
              countries.length === 0 ? undefined : formatList(countries.map((code) => formatCountry(code) ?? code))
            }
          />
        )}
        <Box minW="0">
          <chakra.ul listStyleType="none" display="grid" gap="3" alignContent="start">
            {shown.map((plot) => (
              <PlotLine key={plot.plotId} plot={plot} farmId={lot.farmId} />
            ))}
          </chakra.ul>
          {shown.length < plots.length && (
            <Button variant="quiet" size="sm" mt="2" onClick={() => setWhole(true)}>
              {say('lotPlots.more', { count: plots.length })}
            </Button>
          )}
        </Box>
      </Box>
    </Part>
  );
}

function PlotLine({ plot, farmId }: { plot: LotPlotOfFragment; farmId: string | null }) {
  const words = useLotWords();
  const { say } = words;
  const { plotId, version, name, areaHa, standing } = plot;
  const called = name ?? say('lotPlots.noName');
  const isThere = standing === 'current' || standing === 'redrawn';
  return (
    <chakra.li minW="0">
      <Flex columnGap="2" wrap="wrap" align="baseline">
        <Box fontWeight="600" minW="0" overflowWrap="anywhere">
          {farmId !== null && isThere ? (
            <TextLink asChild>
              <Link to={plotPath(farmId, plotId)}>{called}</Link>
            </TextLink>
          ) : (
            called
          )}
        </Box>
        <Box fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {areaHa === null
            ? say('lotPlots.version', { version })
            : say('lotPlots.areaAndVersion', { area: areaText(words, areaHa), version })}
        </Box>
      </Flex>
      {standing !== 'current' && (
        <Box fontSize="sm" color="fg.muted">
          {say(`lotPlots.${standing}`)}
        </Box>
      )}
    </chakra.li>
  );
}
