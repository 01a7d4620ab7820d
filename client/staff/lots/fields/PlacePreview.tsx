import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { LocateFixed } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import type { LocationWarning } from '../../../../server/domain/plot/locationWarnings.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { PlaceMap } from '../../../design/map/PlaceMap.tsx';
import { type LotListId, useLotListWords } from '../../../words/lotListWords.ts';
import type { LocationCheck } from './useLocationCheck.ts';

/** km; the plot and the surroundings that a satellite check covers */
const PLOT_KM = 1;

/** Map of the typed place, with warnings. */
export function PlacePreview({ look }: { look: LocationCheck }) {
  const { say, formatCountry, formatCoordinates } = useLotListWords();
  const { place, country } = look;
  if (place === null) {
    return (
      <Box px="4" py="6" borderWidth="1px" borderStyle="dashed" borderColor="line" borderRadius="panel">
        <Box fontSize="sm" color="fg.muted" textAlign="center">
          {say('place.none')}
        </Box>
      </Box>
    );
  }
  const coordinates = formatCoordinates(place.latitude, place.longitude);
  const name = country === null || country === undefined ? undefined : formatCountry(country);
  return (
    // Warnings come first in one column, and beside the map in two columns.
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        md: look.doubts.length + look.uses.length > 0 ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
      }}
      gap="4"
      alignItems="start"
    >
      <Box order={{ base: 1, md: 0 }} maxW={{ base: 'full', md: '22rem' }}>
        <PlaceMap
          place={place}
          withinKm={PLOT_KM}
          countryName={formatCountry}
          loading={say('place.loading')}
          title={country === null ? say('place.mapAtSea') : say('place.map', { country: name ?? coordinates })}
          caption={
            <chakra.span fontVariantNumeric="tabular-nums">
              {country === null && say('place.captionAtSea', { coordinates })}
              {country !== null &&
                (name === undefined ? coordinates : say('place.caption', { coordinates, country: name }))}
            </chakra.span>
          }
        />
      </Box>
      <LocationWarnings look={look} />
    </Grid>
  );
}

/** Warnings about a place; empty if there are none. */
export function LocationWarnings({ look: { doubts, uses, farmId } }: { look: LocationCheck }) {
  const { say } = useLotListWords();
  const text = (doubt: LocationWarning): string =>
    doubt.kind === 'sea' ? say('place.sea') : say('place.far', { km: doubt.km, lotId: doubt.lotId, farmId });
  return (
    // Always rendered, so that screen readers announce new content.
    <Box aria-live="polite">
      {doubts.length + uses.length > 0 && (
        <Banner tone="pod" role="note" title={say('place.doubts')}>
          {doubts.map((doubt) => (
            <Box key={doubt.kind}>{text(doubt)}</Box>
          ))}
          {uses.map((use) => (
            <Box key={use.farmId}>
              {use.plots.length > 0
                ? say('place.usedByPlot', {
                    farmId: use.farmId,
                    name: use.plots[0] ?? say('place.erasedPlot'),
                    others: use.plots.length - 1,
                  })
                : say('place.usedByLots', { farmId: use.farmId, lots: use.lots })}
            </Box>
          ))}
          <Box>{say('place.sure')}</Box>
        </Banner>
      )}
    </Box>
  );
}

type Locating =
  | { state: 'idle' | 'asking' }
  | { state: 'found'; accuracyM: number }
  | { state: 'failed'; why: LotListId };

/** By the code of the browser's error. */
const LOCATION_FAILURES: Record<number, LotListId> = {
  1: 'create.locate.notAllowed',
  2: 'create.locate.notFound',
  3: 'create.locate.tooLong',
};

const neverChanges = () => () => undefined;
const canLocate = () => 'geolocation' in navigator;

/** Requests the device's position, only on a click. Renders nothing without geolocation support. */
export function LocateButton({ onFound }: { onFound: (latitude: string, longitude: string) => void }) {
  const { say } = useLotListWords();
  const locatable = useSyncExternalStore(neverChanges, canLocate, () => false);
  const [locating, setLocating] = useState<Locating>({ state: 'idle' });
  const locate = () => {
    setLocating({ state: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onFound(coords.latitude.toFixed(6), coords.longitude.toFixed(6));
        setLocating({ state: 'found', accuracyM: Math.round(coords.accuracy) });
      },
      ({ code }) => setLocating({ state: 'failed', why: LOCATION_FAILURES[code] ?? 'create.locate.notFound' }),
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  };
  if (!locatable) return null;
  return (
    <Flex gap="3" align="center" wrap="wrap">
      <Button
        variant="secondary"
        busy={locating.state === 'asking'}
        busyLabel={say('create.locating')}
        onClick={locate}
      >
        <LocateFixed aria-hidden /> {say('create.locate')}
      </Button>
      <Box
        fontSize="sm"
        color={locating.state === 'failed' ? 'alarm' : 'fg.muted'}
        flex="1"
        minW="12rem"
        aria-live="polite"
      >
        {locating.state === 'found' && say('create.locate.found', { metres: locating.accuracyM })}
        {locating.state === 'failed' && say(locating.why)}
        {locating.state === 'idle' && say('create.locate.idle')}
      </Box>
    </Flex>
  );
}
