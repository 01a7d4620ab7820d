import { Box, Flex } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import { mayMoveFarm } from '../../../server/domain/editRules.ts';
import { Banner } from '../../design/Banner.tsx';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import type { PlaceLock } from '../../graphql/generated.ts';
import { useLotListWords } from '../../words/lotListWords.ts';
import { useUser } from '../session/SessionProvider.tsx';
import type { LotFormFields } from './lotForm.ts';
import {
  AnonymityInput,
  CertificationInput,
  LocatePlace,
  MeasuredInputs,
  OriginInputs,
  PlaceInputs,
} from './LotFields.tsx';
import { PlacePreview } from './PlacePreview.tsx';
import type { PlaceLook } from './usePlaceLook.ts';

interface EditLotFieldsProps {
  form: LotFormFields;
  look: PlaceLook;
  /** YYYY-MM-DD */
  today: string;
  /** why the place may not be changed; null when it may */
  lock: PlaceLock | null;
}

export function EditLotFields({ form, look, today, lock }: EditLotFieldsProps) {
  const { say } = useLotListWords();
  const movesFarm = mayMoveFarm(useUser().role);
  return (
    <>
      <FieldGrid>
        <OriginInputs
          form={form}
          today={today}
          farmIsFixed={!movesFarm}
          hints={{
            farmId: say(movesFarm ? 'create.farmId.others' : 'edit.farmLocked'),
            farmerName: say('create.farmerName.others'),
          }}
        />
        <MeasuredInputs form={form} />
      </FieldGrid>
      <PlaceFields form={form} look={look} lock={lock} />
      <CertificationInput form={form} />
      <AnonymityInput form={form} />
    </>
  );
}

function PlaceFields({ form, look, lock }: Omit<EditLotFieldsProps, 'today'>) {
  const { say } = useLotListWords();
  const moves = form.changed.includes('latitude') || form.changed.includes('longitude');
  return (
    <Flex direction="column" gap="3">
      <PlaceInputs form={form} disabled={lock !== null} />
      {lock !== null && (
        <Flex gap="2" align="flex-start" fontSize="sm" color="fg.muted">
          <Box flexShrink="0" mt="0.5">
            <Lock aria-hidden size={16} strokeWidth={1.75} />
          </Box>
          {say(`edit.placeLock.${lock}`)}
        </Flex>
      )}
      {lock === null && <LocatePlace form={form} />}
      {moves && (
        <>
          <Banner tone="sky">{say('edit.placeMoves')}</Banner>
          <PlacePreview look={look} />
        </>
      )}
    </Flex>
  );
}
