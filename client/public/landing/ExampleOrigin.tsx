import { Box } from '@chakra-ui/react';
import { Skeleton } from '../../design/Loading.tsx';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import { HEIGHT, WIDTH } from '../../design/map/drawing.ts';
import { Facts } from '../../design/Page.tsx';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { useLandingWords } from '../../words/landingWords.ts';
import { EXAMPLE_LOT, EXAMPLE_PLACE } from './exampleLot.ts';
import { WhenNear } from './WhenNear.tsx';

const { lot } = EXAMPLE_LOT;

/** Farmer and origin of the example; the map loads when it is near the viewport. */
export function ExampleOrigin() {
  const { say: sayHere } = useLandingWords();
  const { say, formatDate, formatKg, formatCountry } = useVerifyWords();
  return (
    <>
      <WhenNear before={<Skeleton h="auto" aspectRatio={WIDTH / HEIGHT} borderRadius="panel" />}>
        <PlaceMap
          place={EXAMPLE_PLACE}
          withinKm={0.8}
          title={sayHere('story.map')}
          countryName={formatCountry}
          loading={say('origin.mapLoading')}
        />
      </WhenNear>
      <Box mt="4">
        <Facts
          items={[
            [say('origin.farmer'), lot.farmerName],
            [say('origin.variety'), lot.cacaoVariety],
            [say('origin.harvested'), formatDate(lot.harvestDate)],
            [say('origin.weight'), formatKg(lot.weight)],
          ]}
        />
      </Box>
    </>
  );
}
