import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { mayMoveFarm } from '../../../../server/domain/lot/editRules.ts';
import { Banner } from '../../../design/Banner.tsx';
import { FieldGrid } from '../../../design/FieldGrid.tsx';
import { CheckboxGroupInput } from '../../../design/form/inputs.tsx';
import { type FormFields, partOf } from '../../../design/form/useForm.ts';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { EditedPlotsDocument, PlotChoiceDocument, type EditedLotFragment } from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { useUser } from '../../session/SessionProvider.tsx';
import type { EditLotForm } from './editLotForm.ts';
import type { LotFormFields } from '../fields/lotForm.ts';
import {
  AnonymityInput,
  CertificationInput,
  DerivedInputs,
  LocatePlace,
  MeasuredInputs,
  OriginInputs,
  PlaceInputs,
} from '../fields/LotFields.tsx';
import { offeredPlots, withoutTwins, type OfferedPlot } from '../fields/offeredPlots.ts';
import { placeOfPlots } from '../fields/placeOfPlots.ts';
import { PlacePreview } from '../fields/PlacePreview.tsx';
import { PlotsUnread } from '../fields/PlotsUnread.tsx';
import type { LocationCheck } from '../fields/useLocationCheck.ts';

interface EditLotFieldsProps {
  form: FormFields<EditLotForm, unknown>;
  look: LocationCheck;
  /** YYYY-MM-DD */
  today: string;
  /** the stored lot */
  lot: EditedLotFragment;
}

export function EditLotFields({ form, look, today, lot }: EditLotFieldsProps) {
  const { say } = useLotListWords();
  const fields: LotFormFields = partOf(form);
  const movesFarm = mayMoveFarm(useUser().role);
  // All else of a derived lot is inherited from its origins, or weighed.
  if (lot.kind === 'derived') {
    return (
      <>
        <Banner tone="sky">{say('edit.derived')}</Banner>
        <FieldGrid>
          <DerivedInputs form={fields} />
        </FieldGrid>
      </>
    );
  }
  return (
    <>
      <FieldGrid>
        <OriginInputs
          form={fields}
          today={today}
          farmIsFixed={!movesFarm}
          hints={{ farmId: say(movesFarm ? 'create.farmId.others' : 'edit.farmLocked') }}
        />
        <MeasuredInputs form={fields} />
      </FieldGrid>
      <PlaceFields form={form} look={look} lot={lot} />
      <CertificationInput form={fields} />
      <AnonymityInput form={fields} />
    </>
  );
}

function PlaceFields({ form, look, lot }: Omit<EditLotFieldsProps, 'today'>) {
  const { say } = useLotListWords();
  const { placeLock: lock } = lot;
  const fields: LotFormFields = partOf(form);
  const isFromPlots = form.values.plots.length > 0;
  const moves = (['plots', 'latitude', 'longitude'] as const).some((field) => form.changed.includes(field));
  return (
    <Flex direction="column" gap="3">
      <EditedPlots form={form} lot={lot} />
      <PlaceInputs form={fields} disabled={lock !== null || isFromPlots} />
      {lock !== null && (
        <Flex gap="2" align="flex-start" fontSize="sm" color="fg.muted">
          <Box flexShrink="0" mt="0.5">
            <Lock aria-hidden size={16} strokeWidth={1.75} />
          </Box>
          {say(`edit.placeLock.${lock}`)}
        </Flex>
      )}
      {lock === null && !isFromPlots && <LocatePlace form={fields} />}
      {moves && (
        <>
          <Banner tone="sky">{say('edit.placeMoves')}</Banner>
          <PlacePreview look={look} />
        </>
      )}
    </Flex>
  );
}

interface EditedPlotsProps {
  form: FormFields<EditLotForm, unknown>;
  /** the stored lot */
  lot: EditedLotFragment;
}

/** Selects the plots of a lot and fills in their place. Renders nothing if neither the lot nor its farm has plots. */
function EditedPlots({ form, lot }: EditedPlotsProps) {
  const words = useLotListWords();
  const { say } = words;
  const { set, values } = form;
  const { plots: chosen, latitude, longitude } = values;
  const farmId = values.farmId.trim().toUpperCase();
  const named = lot.farmId === farmId ? (lot.plots ?? []) : [];
  const farm = useQuery(PlotChoiceDocument, { variables: { farmId }, skip: farmId === '' });
  const kept = useQuery(EditedPlotsDocument, { variables: { id: lot.lotId }, skip: named.length === 0 });
  const ofFarm = farm.data?.farmPlots.plots;
  const isKnown = ofFarm !== undefined && (named.length === 0 || kept.data !== undefined);
  const offered = offeredPlots(named, kept.data?.lotPlots ?? [], ofFarm ?? []);
  const isAsOpened = JSON.stringify(chosen) === JSON.stringify(lot.plots ?? []);
  const before = useRef(chosen);
  useEffect(() => {
    if (!isKnown || isAsOpened || chosen.length === 0) {
      before.current = chosen;
      return;
    }
    // Selected plots of another farm, or removed ones.
    const there = chosen.filter((value) => offered.some((one) => one.value === value));
    const left = withoutTwins(offered, there, before.current);
    before.current = left;
    if (left.length < chosen.length) set('plots', left);
    const place = placeOfPlots(offered.filter(({ value }) => left.includes(value)));
    if (place === null || (place.latitude === latitude && place.longitude === longitude)) return;
    set('latitude', place.latitude);
    set('longitude', place.longitude);
  });
  const unread = [farm, kept].filter(({ error, data }) => error !== undefined && data === undefined);
  const failure = unread.length > 0 && (
    <PlotsUnread
      text={say('edit.plotsUnread', { reason: errorMessage(words, unread[0]?.error) })}
      onRetry={() => Promise.all(unread.map(({ refetch }) => refetch()))}
    />
  );
  if (offered.length === 0) return failure;
  const nameOf = (value: string): string => {
    const plot = offered.find((one) => one.value === value);
    return plot === undefined ? value : called(plot);
  };
  const called = ({ name, outline }: OfferedPlot): string => {
    const known = name ?? say('edit.plotNoName');
    if (outline === 'only') return known;
    return say(outline === 'then' ? 'edit.plotThen' : 'edit.plotNow', { name: known });
  };
  return (
    <Flex direction="column" gap="2">
      <Scroller label={say('form.plots')} maxH="20rem">
        <CheckboxGroupInput
          form={form}
          field="plots"
          label={say('form.optional', { name: say('form.plots') })}
          options={offered.map(({ value }) => value)}
          nameOf={nameOf}
          disabled={lot.placeLock !== null}
        />
      </Scroller>
      {failure}
      <Box fontSize="sm" color="fg.muted">
        {say('edit.plotsHint')}
      </Box>
    </Flex>
  );
}
