import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { VARIETIES } from '../../../server/domain/lot/cacao.ts';
import { PLOTS_OF_LOT } from '../../../server/domain/lot/lotInput.ts';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import { CheckboxGroupInput, DateInput, NumberInput, SelectInput, TextInput } from '../../design/form/inputs.tsx';
import type { FormState } from '../../design/form/useForm.ts';
import { Scroller } from '../../design/scroll/Scroller.tsx';
import { errorMessage } from '../../graphql/messages.ts';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { LocateButton } from '../lots/fields/PlacePreview.tsx';
import { placeOfPlots } from '../lots/fields/placeOfPlots.ts';
import { PlotsUnread } from '../lots/fields/PlotsUnread.tsx';
import { varietyWord } from '../statusLabels.ts';
import type { ReceivedInput, ReceiveValues } from './receiveForm.ts';
import type { FarmDefaults } from '../farms/useFarmDefaults.ts';

interface DeliveryDetailsProps {
  form: FormState<ReceiveValues, ReceivedInput>;
  defaults: FarmDefaults;
  /** YYYY-MM-DD */
  today: string;
  /** something of it must still be typed, or is wrong */
  isOpen: boolean;
}

/** Farmer, plots, variety and harvest date of a delivery: one line, which unfolds to change them. */
export function DeliveryDetails({ form, defaults, today, isOpen }: DeliveryDetailsProps) {
  const words = useReceiveWords();
  const { say } = words;
  const [unfolded, setUnfolded] = useState(false);
  const { values } = form;
  return (
    <chakra.details
      open={unfolded || isOpen}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      bg="bg.raised"
      px="4"
    >
      <chakra.summary minH="12" py="3" cursor="pointer" fontSize="sm" overflowWrap="anywhere">
        <chakra.strong fontWeight="600">{say('receive.details')}</chakra.strong>
        <chakra.span display="block" color="fg.muted">
          {defaults.plots === undefined && defaults.error === undefined
            ? say('receive.loadingFarm', { farmId: values.farmId })
            : say('receive.detailsSummary', {
                farmer: values.farmerName || say('receive.noFarmer'),
                plots: values.plots.length,
                variety: varietyWord(words, values.cacaoVariety),
                day: words.formatDate(values.harvestDate || null),
              })}
        </chakra.span>
      </chakra.summary>
      <Flex direction="column" gap="4" pb="4">
        <FieldGrid>
          <TextInput form={form} field="farmerName" label={say('label.farmerName')} required autoComplete="off" />
          <SelectInput
            form={form}
            field="cacaoVariety"
            label={say('label.cacaoVariety')}
            required
            options={VARIETIES.map((name) => ({ value: name, label: varietyWord(words, name) }))}
          />
          <DateInput form={form} field="harvestDate" label={say('label.harvestDate')} required max={today} />
        </FieldGrid>
        <PlotsOrPlace form={form} defaults={defaults} />
      </Flex>
    </chakra.details>
  );
}

function PlotsOrPlace({ form, defaults }: Pick<DeliveryDetailsProps, 'form' | 'defaults'>) {
  const words = useReceiveWords();
  const { say } = words;
  const { plots, newest, error, retry } = defaults;
  const chosen = form.values.plots;
  const names = (plots ?? []).flatMap(({ name }) => (name === null ? [] : [name]));
  const move = useEffectEvent((ofFarm: FarmDefaults['plots'], ticked: readonly string[]) => {
    const place = placeOfPlots((ofFarm ?? []).filter(({ name }) => name !== null && ticked.includes(name)));
    if (place === null || place.latitude === form.values.latitude) return;
    form.set('latitude', place.latitude);
    form.set('longitude', place.longitude);
  });
  useEffect(() => move(plots, chosen), [plots, chosen]);
  return (
    <>
      {error !== undefined && (
        <PlotsUnread text={say('receive.farmUnread', { reason: errorMessage(words, error) })} onRetry={retry} />
      )}
      {names.length > 0 && (
        <Box>
          <Scroller label={say('form.plots')} maxH="16rem">
            <CheckboxGroupInput form={form} field="plots" label={say('form.plots')} options={names} />
          </Scroller>
          <Box fontSize="sm" color="fg.muted">
            {say('receive.plotsHint', { most: PLOTS_OF_LOT })}
          </Box>
        </Box>
      )}
      {chosen.length === 0 && (
        <>
          {plots !== undefined && names.length === 0 && (
            <Box fontSize="sm" color="fg.muted">
              {say(newest ? 'receive.noPlots' : 'receive.noPlace')}
            </Box>
          )}
          <FieldGrid>
            <NumberInput
              form={form}
              field="latitude"
              label={say('label.latitude')}
              required
              unit={say('unit.degrees')}
            />
            <NumberInput
              form={form}
              field="longitude"
              label={say('label.longitude')}
              required
              unit={say('unit.degrees')}
            />
          </FieldGrid>
          <LocateButton
            onFound={(latitude, longitude) => {
              form.set('latitude', latitude);
              form.set('longitude', longitude);
            }}
          />
        </>
      )}
    </>
  );
}
