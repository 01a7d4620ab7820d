import { Box, chakra } from '@chakra-ui/react';
import { Facts } from '../../design/Page.tsx';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { originFacts, placeDecimals, placeOf } from './facts.ts';
import type { LotAnswer } from './publicAnswers.ts';

/** km; half the diagonal of what a rounded place stands for (decisions, 'Places in public') */
const WITHIN_KM = { 2: 0.8, 1: 7.9 } as const;

/** Whose beans these are, from where and when. */
export function Origin({ answer: { lot, country } }: { answer: LotAnswer }) {
  const words = useVerifyWords();
  const { say, formatCountry } = words;
  const { latitude, longitude } = lot;
  const countryName = country === null ? undefined : formatCountry(country);
  const place = placeOf(words, lot);
  return (
    <>
      {countryName !== undefined && (
        <Box fontSize="lg" fontWeight="600" mb="3" lineHeight="1.3">
          {countryName}
        </Box>
      )}
      {latitude !== null && longitude !== null && place !== null && (
        // Without script there is no map: the place stands below in figures.
        <Box mb="4" css={{ '@media (scripting: none)': { display: 'none' }, '@media print': { maxWidth: '14rem' } }}>
          <PlaceMap
            place={{ latitude, longitude }}
            withinKm={WITHIN_KM[placeDecimals(lot)]}
            title={say('origin.map', {
              lotId: lot.lotId,
              place: countryName === undefined ? place.degrees : words.formatList([countryName, place.degrees]),
            })}
            countryName={formatCountry}
            loading={say('origin.mapLoading')}
          />
        </Box>
      )}
      <Facts
        items={[
          ...originFacts(words, lot),
          [say('origin.place'), place === null ? say('verify.notOnRecord') : <Place key="place" {...place} />],
        ]}
      />
    </>
  );
}

function Place({ degrees, rounded }: { degrees: string; rounded: string }) {
  return (
    <>
      <chakra.span fontFamily="mono">{degrees}</chakra.span>
      <chakra.span display="block" color="fg.muted">
        {rounded}
      </chakra.span>
    </>
  );
}
