import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { plotFarmId } from '../../../../server/domain/plot/plotInput.ts';
import { folded } from '../../../../server/domain/text/foldedText.ts';
import { Banner } from '../../../design/Banner.tsx';
import { FarmFarmersDocument } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { useDebounced } from '../../users/useDebounced.ts';

const REST_MS = 400;

/** Asks about a farmer who is not among those of the farm in the register. It keeps nobody from going on. */
export function FarmerDoubt({ farmId, farmerName }: { farmId: string; farmerName: string }) {
  const { say, formatList } = useLotListWords();
  const [rested, setRested] = useState({ farmId, farmerName });
  useDebounced(`${farmId}\n${farmerName}`, REST_MS, () => setRested({ farmId, farmerName }));
  const farm = plotFarmId.safeParse(rested.farmId);
  const name = rested.farmerName.trim();
  const { data } = useQuery(FarmFarmersDocument, {
    variables: { farmId: farm.data ?? '' },
    skip: !farm.success || name === '',
  });
  const farmers = data?.farm?.farmers.map((one) => one.name) ?? [];
  const isKnown = farmers.length === 0 || farmers.some((known) => folded(known) === folded(name));
  return (
    // Always rendered, so that screen readers announce new content.
    <Box aria-live="polite">
      {!isKnown && name !== '' && farm.success && (
        <Banner tone="pod" role="note" title={say('farmDoubt.title')} mt="3">
          {say('farmDoubt.text', { name, farmId: farm.data, farmers: formatList(farmers) })}
        </Banner>
      )}
    </Box>
  );
}
