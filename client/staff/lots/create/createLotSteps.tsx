import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PLOTS_OF_LOT } from '../../../../server/domain/lot/lotInput.ts';
import { REFUSED } from '../../../../server/domain/messages/refusalMessages.ts';
import { Button } from '../../../design/Button.tsx';
import { FieldGrid, WHOLE_ROW } from '../../../design/FieldGrid.tsx';
import { CheckboxGroupInput, TextInput } from '../../../design/form/inputs.tsx';
import { partOf, type FormState } from '../../../design/form/useForm.ts';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { TextLink } from '../../../design/TextLink.tsx';
import { PlotChoiceDocument, type CreateLotInput } from '../../../graphql/generated.ts';
import { errorCode, errorMessage } from '../../../graphql/messages.ts';
import { type LotListId, LotListRich, useLotListWords } from '../../../words/lotListWords.ts';
import { FarmerDoubt } from './FarmerDoubt.tsx';
import { FilledFromFarm, typedFarm } from './FilledFromFarm.tsx';
import type { CreateLotForm } from './createLotForm.ts';
import type { LotFormFields } from '../fields/lotForm.ts';
import { CertificationInput, LocatePlace, MeasuredInputs, OriginInputs, PlaceInputs } from '../fields/LotFields.tsx';
import { placeOfPlots } from '../fields/placeOfPlots.ts';
import { PlacePreview } from '../fields/PlacePreview.tsx';
import { PlotsUnread } from '../fields/PlotsUnread.tsx';
import type { LocationCheck } from '../fields/useLocationCheck.ts';
import type { ProposedLotId } from './useProposedLotId.ts';

interface StepProps {
  form: FormState<CreateLotForm, CreateLotInput>;
}

const LOT_ID_HINTS: Record<ProposedLotId['state'], LotListId> = {
  asking: 'create.lotId.asking',
  free: 'create.lotId.free',
  unchecked: 'create.lotId.unchecked',
  typed: 'create.lotId.typed',
};

export function BasicInfoStep({
  form,
  today,
  lotId,
  numbersOwn,
  farmIsFixed,
  onLeave,
}: StepProps & {
  today: string;
  lotId: ProposedLotId;
  numbersOwn: boolean;
  farmIsFixed: boolean;
  onLeave: () => void;
}) {
  const { say } = useLotListWords();
  const [taken, setTaken] = useState<{ farmId: string; times: number } | null>(null);
  const [filledFarmer, setFilledFarmer] = useState('');
  return (
    <>
      <FieldGrid>
        <Box {...WHOLE_ROW}>
          <Flex gap="2" align="flex-start">
            <Box flex="1" minW="0">
              <TextInput
                data-autofocus
                label={say('label.lotId')}
                required
                hint={say(numbersOwn && lotId.state === 'typed' ? 'create.lotId.typedOwn' : LOT_ID_HINTS[lotId.state])}
                form={form}
                field="lotId"
                onTyped={lotId.keep}
                autoCapitalize="characters"
                autoComplete="off"
                fontVariantNumeric="tabular-nums"
              />
            </Box>
            {/* Align with the control, below its label and hint. */}
            <Box mt="3.125rem">
              <Button
                variant="secondary"
                busy={lotId.state === 'asking'}
                busyLabel={say('create.generating')}
                onClick={lotId.generate}
              >
                <RefreshCw aria-hidden /> {say('create.generate')}
              </Button>
            </Box>
          </Flex>
        </Box>
        <OriginInputs
          form={partOf(form)}
          today={today}
          farmIsFixed={farmIsFixed}
          onFarmTaken={(farmId) => setTaken({ farmId, times: (taken?.times ?? 0) + 1 })}
          hints={{ farmId: say(farmIsFixed ? 'create.farmId.own' : 'create.farmId.others') }}
        />
      </FieldGrid>
      {taken !== null && taken.farmId === typedFarm(form.values.farmId) && (
        <FilledFromFarm
          key={`${taken.farmId} ${taken.times}`}
          form={form}
          farmId={taken.farmId}
          earlier={filledFarmer}
          onFarmer={setFilledFarmer}
        />
      )}
      <FarmerDoubt farmId={form.values.farmId} farmerName={form.values.farmerName} />
      <Box fontSize="sm" color="fg.muted" mt="4">
        <LotListRich id="create.many" parts={{ link: <ImportLink onLeave={onLeave} /> }} />
      </Box>
    </>
  );
}

/** Link to the import page: users about to type many lots would not look for it in the user menu. */
function ImportLink({ onLeave, children }: { onLeave: () => void; children?: ReactNode }) {
  return (
    <TextLink asChild>
      <Link to="/admin/import" onClick={onLeave}>
        {children}
      </Link>
    </TextLink>
  );
}

export function LocationStep({ form, look }: StepProps & { look: LocationCheck }) {
  const { say } = useLotListWords();
  const fields: LotFormFields = partOf(form);
  const isFromPlots = form.values.plots.length > 0;
  return (
    <Flex direction="column" gap="4">
      <Box fontSize="sm" color="fg.muted">
        {say('create.place')}
      </Box>
      <PlotChoice form={form} />
      <PlaceInputs
        form={fields}
        disabled={isFromPlots}
        hints={{ latitude: say('create.latitudeHint'), longitude: say('create.longitudeHint') }}
      />
      {!isFromPlots && <LocatePlace form={fields} />}
      <PlacePreview look={look} />
    </Flex>
  );
}

export function QualityStep({ form }: StepProps) {
  const fields: LotFormFields = partOf(form);
  return (
    <Flex direction="column" gap="5">
      <FieldGrid>
        <MeasuredInputs form={fields} />
      </FieldGrid>
      <CertificationInput form={fields} />
    </Flex>
  );
}

/** Selects plots of the typed farm and fills in their place. Renders nothing for a farm without plots. */
function PlotChoice({ form }: { form: FormState<CreateLotForm, CreateLotInput> }) {
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
