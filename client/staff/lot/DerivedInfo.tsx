import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { qualityGrade } from '../../../server/domain/lot/cacao.ts';
import { Facts } from '../../design/Page.tsx';
import { LotMakingDocument, type LotDetailFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { shortName } from '../../words/lotFigures.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { useMassWords } from '../../words/massWords.ts';
import { varietyWord } from '../statusLabels.ts';
import { Part } from './Part.tsx';

/** What a derived lot was made of, in which step, and what is left of it. */
export function DerivedInfo({ lot }: { lot: LotDetailFragment }) {
  const words = useLotWords();
  const { say: sayMass } = useMassWords();
  const { say, formatDate, formatDateTime, formatKg, formatQuality, formatList } = words;
  const { qualityScore, harvestDate, harvestUntil } = lot;
  const newest = useQuery(LotMakingDocument, { variables: { id: lot.lotId, page: 1 } });
  // A lot is made before it is used, so its making is the oldest.
  const total = newest.data?.transformations.pagination.total ?? 0;
  const oldest = useQuery(LotMakingDocument, { variables: { id: lot.lotId, page: total }, skip: total < 2 });
  const found = (total < 2 ? newest : oldest).data?.transformations.transformations[0];
  const making = found?.outputs.some(({ lotId }) => lotId === lot.lotId) === true ? found : undefined;
  return (
    <Part title={sayMass('derived.title')}>
      <Facts
        items={[
          [
            sayMass('derived.madeFrom'),
            making === undefined
              ? DASH
              : sayMass('derived.madeFromLots', { count: making.inputCount, weight: formatKg(making.inputWeight) }),
          ],
          [
            sayMass('derived.step'),
            making === undefined
              ? DASH
              : sayMass('derived.stepAt', {
                  step: sayMass(`mass.step.${making.step}`),
                  when: formatDateTime(making.at),
                }),
          ],
          [
            sayMass('derived.loss'),
            making === undefined
              ? DASH
              : [
                  formatKg(making.loss.weight),
                  ...(making.loss.reason === null ? [] : [say(`lossReason.${making.loss.reason}`)]),
                ].join(' · '),
          ],
          [shortName(words, 'weight'), formatKg(lot.weight)],
          [say('column.available'), formatKg(lot.available)],
          [sayMass('derived.variety'), varietyWord(words, lot.cacaoVariety)],
          [
            sayMass('derived.harvest'),
            harvestUntil === null || harvestUntil === harvestDate
              ? formatDate(harvestDate)
              : sayMass('derived.harvestSpan', { from: formatDate(harvestDate), to: formatDate(harvestUntil) }),
          ],
          [say('form.certifications'), lot.certifications.length === 0 ? DASH : formatList(lot.certifications)],
          [
            say('farm.quality'),
            qualityScore === null
              ? say('farm.notGraded')
              : say('farm.graded', {
                  score: formatQuality(qualityScore),
                  grade: say(`grade.${qualityGrade(qualityScore)}`),
                }),
          ],
        ]}
      />
      <Box mt="3" fontSize="sm" color="fg.muted">
        {sayMass('derived.inherited')}
      </Box>
    </Part>
  );
}
