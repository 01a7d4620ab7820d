import { Box, chakra } from '@chakra-ui/react';
import { Facts } from '../../design/Page.tsx';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { DASH } from '../../words/format.ts';
import { useVerifyWords, type VerifyWords } from '../../words/verifyWords.ts';
import type { LotAnswer, PublicLot } from './publicAnswers.ts';
import { placeInWords } from './words.ts';

/** km; half the diagonal of what a rounded place stands for (decisions, 'Places in public') */
const WITHIN_KM = { 2: 0.8, 1: 7.9 } as const;

/** Whose beans these are, from where and when. */
export function Origin({ answer: { lot, country } }: { answer: LotAnswer }) {
  const words = useVerifyWords();
  const { say, formatDate, formatKg, formatCountry } = words;
  const { latitude, longitude } = lot;
  const decimals = lot.isAnonymized ? 1 : 2;
  const countryName = country === null ? undefined : formatCountry(country);
  const hasPlace = latitude !== null && longitude !== null;
  const degrees = hasPlace ? placeInWords(words, latitude, longitude, decimals) : null;
  return (
    <>
      {countryName !== undefined && (
        <Box fontSize="lg" fontWeight="600" mb="3" lineHeight="1.3">
          {countryName}
        </Box>
      )}
      {hasPlace && degrees !== null && (
        // Without script there is no map: the place stands below in figures.
        <Box mb="4" css={{ '@media (scripting: none)': { display: 'none' }, '@media print': { maxWidth: '14rem' } }}>
          <PlaceMap
            place={{ latitude, longitude }}
            withinKm={WITHIN_KM[decimals]}
            title={say('origin.map', {
              lotId: lot.lotId,
              place: countryName === undefined ? degrees : words.formatList([countryName, degrees]),
            })}
            countryName={formatCountry}
            loading={say('origin.mapLoading')}
          />
        </Box>
      )}
      <Facts
        items={[
          ...farmOf(words, lot),
          [say('origin.variety'), lot.cacaoVariety ?? DASH],
          [say('origin.harvested'), formatDate(lot.harvestDate)],
          [say('origin.weight'), formatKg(lot.weight)],
          [say('origin.place'), degrees === null ? say('verify.notOnRecord') : <Degrees key="place" lot={lot} />],
        ]}
      />
    </>
  );
}

function farmOf({ say }: VerifyWords, lot: PublicLot): (readonly [string, string])[] {
  if (lot.isAnonymized) return [[say('origin.farmer'), say('origin.anonymous')]];
  return [
    [say('origin.farmer'), lot.farmerName ?? say('verify.notOnRecord')],
    [say('origin.farm'), lot.farmId ?? say('verify.notOnRecord')],
  ];
}

function Degrees({ lot: { latitude, longitude, isAnonymized } }: { lot: PublicLot }) {
  const words = useVerifyWords();
  if (latitude === null || longitude === null) return null;
  return (
    <>
      <chakra.span fontFamily="mono">{placeInWords(words, latitude, longitude, isAnonymized ? 1 : 2)}</chakra.span>
      <chakra.span display="block" color="fg.muted">
        {words.say(isAnonymized ? 'origin.rounded11' : 'origin.rounded1')}
      </chakra.span>
    </>
  );
}
