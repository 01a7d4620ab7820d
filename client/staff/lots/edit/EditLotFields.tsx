import { Box, Flex } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import { mayMoveFarm } from '../../../../server/domain/lot/editRules.ts';
import { Banner } from '../../../design/Banner.tsx';
import { FieldGrid } from '../../../design/FieldGrid.tsx';
import { type FormFields, partOf } from '../../../design/form/useForm.ts';
import type { EditedLotFragment } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { useUser } from '../../session/SessionProvider.tsx';
import { EditedPlots } from './EditedPlots.tsx';
import type { EditLotForm } from './editLotForm.ts';
import type { LotFormFields } from '../fields/lotForm.ts';
import {
  AnonymityInput,
  CertificationInput,
  LocatePlace,
  MeasuredInputs,
  OriginInputs,
  PlaceInputs,
} from '../fields/LotFields.tsx';
import { PlacePreview } from '../fields/PlacePreview.tsx';
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
  return (
    <>
      <FieldGrid>
        <OriginInputs
          form={fields}
          today={today}
          farmIsFixed={!movesFarm}
          hints={{
            farmId: say(movesFarm ? 'create.farmId.others' : 'edit.farmLocked'),
            farmerName: say('create.farmerName.others'),
          }}
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
