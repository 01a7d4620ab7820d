import { Box, chakra } from '@chakra-ui/react';
import { use } from 'react';
import { Facts } from '../../design/Page.tsx';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { originFacts, lotPlace } from './facts.ts';
import { Given } from './givenLot.ts';
import type { LotAnswer } from './publicAnswers.ts';
import { withinKm } from './words.ts';

/** Farmer, place and date of the harvest. */
export function Origin({ answer }: { answer: LotAnswer }) {
  const { lot, country } = answer;
  const words = useVerifyWords();
  const { say, formatCountry } = words;
  const given = use(Given);
  const isGiven = given?.lot.status === 'ready' && given.lot.value === answer;
  const { latitude, longitude } = lot;
  const countryName = country === null ? undefined : formatCountry(country);
  const place = lotPlace(words, lot);
  return (
    <>
      {countryName !== undefined && (
        <Box fontSize="lg" fontWeight="600" mb="3" lineHeight="1.3">
          {countryName}
        </Box>
      )}
      {latitude !== null && longitude !== null && place !== null && (
        <Box mb="4" css={{ '@media print': { maxWidth: '14rem' } }}>
          <PlaceMap
            place={{ latitude, longitude }}
            withinKm={withinKm(lot)}
            drawing={isGiven ? given.map : null}
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
