import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { useEffect } from 'react';
import { PLOTS_OF_LOT } from '../../../../server/domain/lot/lotInput.ts';
import { REFUSED } from '../../../../server/domain/messages/refusalMessages.ts';
import { CheckboxGroupInput } from '../../../design/form/inputs.tsx';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import type { FormState } from '../../../design/form/useForm.ts';
import { PlotChoiceDocument, type CreateLotInput } from '../../../graphql/generated.ts';
import { errorCode, errorMessage } from '../../../graphql/messages.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import type { CreateLotForm } from '../create/createLotForm.ts';
import { placeOfPlots } from './placeOfPlots.ts';
import { PlotsUnread } from './PlotsUnread.tsx';

/** Selects plots of the typed farm and fills in their place. Renders nothing for a farm without plots. */
export function PlotChoice({ form }: { form: FormState<CreateLotForm, CreateLotInput> }) {
  const words = useLotListWords();
  const { say } = words;
  const { farmId: typed, plots: chosen, latitude, longitude } = form.values;
  const farmId = typed.trim().toUpperCase();
  const { data, error, refetch } = useQuery(PlotChoiceDocument, { variables: { farmId }, skip: farmId === '' });
  const plots = data?.farmPlots.plots;
  const { set } = form;
  useEffect(() => {
    if (plots === undefined || chosen.length === 0) return;
    // Selected plots of another farm, or removed ones.
    const known = chosen.filter((name) => plots.some((plot) => plot.name === name));
    if (known.length < chosen.length) set('plots', known);
    const place = placeOfPlots(plots.filter(({ name }) => name !== null && known.includes(name)));
    if (place === null || (place.latitude === latitude && place.longitude === longitude)) return;
    set('latitude', place.latitude);
    set('longitude', place.longitude);
  }, [plots, chosen, latitude, longitude, set]);
  // An unknown farm is not an error: it has no plots yet.
  if (error !== undefined && plots === undefined && errorCode(error) !== REFUSED.farmNotFound.code) {
    return <PlotsUnread text={say('create.plotsUnread', { reason: errorMessage(words, error) })} onRetry={refetch} />;
  }
  const names = (plots ?? []).flatMap(({ name }) => (name === null ? [] : [name]));
  if (names.length === 0) return null;
  return (
    <Flex direction="column" gap="2">
      <Scroller label={say('form.plots')} maxH="20rem">
        <CheckboxGroupInput
          form={form}
          field="plots"
          label={say('form.optional', { name: say('form.plots') })}
          options={names}
        />
      </Scroller>
      <Box fontSize="sm" color="fg.muted">
        {say('create.plotsHint', { most: PLOTS_OF_LOT })}
      </Box>
    </Flex>
  );
}
