import { Box, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { qualityGrade } from '../../../server/domain/lot/cacao.ts';
import { Moment } from '../../design/Moment.tsx';
import { Facts } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { VarietyGlyph } from '../../design/VarietyGlyph.tsx';
import { PlaceMap } from '../../design/map/PlaceMap.tsx';
import type { LotDetailFragment } from '../../graphql/generated.ts';
import { figureFacts } from '../../words/lotFigures.ts';
import { optionalTextFacts } from '../../words/lotTexts.ts';
import { type LotWords, useLotWords } from '../../words/lotWords.ts';
import { ageInDays } from '../lots/list/lotFacts.ts';
import { farmPath } from '../farms/farmAddress.ts';
import { varietyWord } from '../statusLabels.ts';
import { Part } from './Part.tsx';

/** km; a place represents a square of 4 ha */
const WITHIN_KM = 0.1;

/** Origin, harvest and quality of the lot. */
export function FarmInfo({ lot }: { lot: LotDetailFragment }) {
  const words = useLotWords();
  const { say, formatQuality, formatCoordinates } = words;
  const { latitude, longitude, qualityScore } = lot;
  const coordinates = formatCoordinates(latitude, longitude);
  return (
    <Part title={say('farm.title')}>
      <Facts
        items={[
          [say('farm.farmer'), lot.farmerName ?? <Erased key="farmer" />],
          [say('farm.farm'), lot.farmId === null ? <Erased key="farm" /> : <FarmLink key="farm" farmId={lot.farmId} />],
          [
            say('farm.variety'),
            <span key="variety">
              <VarietyGlyph variety={lot.cacaoVariety} name={varietyWord(words, lot.cacaoVariety)} />{' '}
              {varietyWord(words, lot.cacaoVariety)}
            </span>,
          ],
          ...optionalTextFacts(words, lot),
          [say('farm.harvested'), harvestedInWords(words, lot.harvestDate)],
          ...figureFacts(words, 'farm', lot),
          [
            say('farm.quality'),
            qualityScore === null
              ? say('farm.notGraded')
              : say('farm.graded', {
                  score: formatQuality(qualityScore),
                  grade: say(`grade.${qualityGrade(qualityScore)}`),
                }),
          ],
          [
            say('farm.place'),
            latitude === null || longitude === null ? (
              say('farm.noPlace')
            ) : (
              <chakra.span key="place" fontFamily="mono">
                {coordinates}
              </chakra.span>
            ),
          ],
          [say('farm.registered'), <Moment key="registered" iso={lot.createdAt} />],
        ]}
      />
      {latitude !== null && longitude !== null && (
        <Box mt="4">
          <PlaceMap
            place={{ latitude, longitude }}
            withinKm={WITHIN_KM}
            title={say('farm.map', { lotId: lot.lotId, coordinates })}
            countryName={(code) => countryName(words.locale, code)}
            loading={say('farm.mapLoading')}
          />
        </Box>
      )}
    </Part>
  );
}

function FarmLink({ farmId }: { farmId: string }): ReactNode {
  return (
    // Large enough to tap, without a taller row.
    <TextLink asChild display="inline-block" py="1" my="-1">
      <Link to={farmPath(farmId)}>{farmId}</Link>
    </TextLink>
  );
}

function Erased(): ReactNode {
  const { say } = useLotWords();
  return <chakra.span color="fg.muted">{say('farm.nameErased')}</chakra.span>;
}

function harvestedInWords({ say, formatDate }: LotWords, harvestDate: string): string {
  const day = formatDate(harvestDate);
  const age = ageInDays(harvestDate, new Date());
  return age === 0 ? say('farm.harvestedToday', { day }) : say('farm.harvestedAgo', { day, age });
}

function countryName(locale: string, code: string): string | undefined {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code);
}
