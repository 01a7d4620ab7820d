import { Box, Flex, Grid } from '@chakra-ui/react';
import { Lock } from 'lucide-react';
import { CERTIFICATIONS, VARIETIES, VARIETY_EMOJI } from '../../../server/domain/cacao.ts';
import { mayMoveFarm } from '../../../server/domain/editRules.ts';
import { LIMITS } from '../../../server/domain/lotInput.ts';
import { Banner } from '../../design/Banner.tsx';
import {
  CheckboxGroupInput,
  CheckboxInput,
  DateInput,
  NumberInput,
  SelectInput,
  TextInput,
} from '../../design/form/inputs.tsx';
import type { Form } from '../../design/form/useForm.ts';
import type { PlaceLock, UpdateLotInput } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { varietyWord } from '../tradeWords.ts';
import type { EditLotForm } from './editLotForm.ts';
import { LocateButton, PlacePreview } from './PlacePreview.tsx';
import type { PlaceLook } from './usePlaceLook.ts';

interface EditLotFieldsProps {
  form: Form<EditLotForm, UpdateLotInput>;
  look: PlaceLook;
  /** YYYY-MM-DD */
  today: string;
  /** why the place may not be changed; null when it may */
  lock: PlaceLock | null;
}

const COLUMNS = { base: '1fr', md: '1fr 1fr' } as const;
const PLACE_STEP = 0.0001;

export function EditLotFields({ form, look, today, lock }: EditLotFieldsProps) {
  const words = useStaffWords();
  const { say } = words;
  const movesFarm = mayMoveFarm(useUser().role);
  return (
    <>
      <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
        <TextInput
          label={say('create.farmId')}
          required
          form={form}
          field="farmId"
          disabled={!movesFarm}
          hint={movesFarm ? say('create.farmId.others') : say('edit.farmLocked')}
          autoCapitalize="characters"
          autoComplete="off"
        />
        <TextInput
          label={say('create.farmerName')}
          required
          form={form}
          field="farmerName"
          hint={say('create.farmerName.others')}
          autoComplete="off"
        />
        <SelectInput
          label={say('create.variety')}
          required
          form={form}
          field="cacaoVariety"
          options={VARIETIES.map((name) => ({
            value: name,
            label: say('create.varietyOption', { emoji: VARIETY_EMOJI[name], variety: varietyWord(words, name) }),
          }))}
        />
        <DateInput label={say('create.harvestDate')} required max={today} form={form} field="harvestDate" />
        <NumberInput
          label={say('create.weight')}
          required
          unit={say('unit.kg')}
          form={form}
          field="weight"
          step={0.1}
          min={0}
          max={LIMITS.weightKg}
        />
        <NumberInput
          label={say('create.moisture')}
          required
          unit={say('unit.percent')}
          form={form}
          field="moistureContent"
          step={0.1}
          min={0}
          max={100}
        />
        <NumberInput
          label={say('create.temperature')}
          required
          inputMode="text"
          unit={say('unit.celsius')}
          form={form}
          field="temperature"
          step={0.1}
          min={-50}
          max={60}
        />
        <NumberInput
          label={say('create.score')}
          unit={say('unit.ofTen')}
          placeholder={say('create.scoreExample')}
          form={form}
          field="qualityScore"
          step={0.1}
          min={LIMITS.formQuality.min}
          max={LIMITS.formQuality.max}
        />
      </Grid>
      <PlaceFields form={form} look={look} lock={lock} />
      <CheckboxGroupInput
        form={form}
        field="certifications"
        label={say('create.certifications')}
        options={CERTIFICATIONS}
      />
      <CheckboxInput form={form} label={say('create.anonymize')} field="isAnonymized" />
    </>
  );
}

function PlaceFields({ form, look, lock }: Omit<EditLotFieldsProps, 'today'>) {
  const { say } = useStaffWords();
  const moves = form.changed.includes('latitude') || form.changed.includes('longitude');
  return (
    <Flex direction="column" gap="3">
      <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
        <NumberInput
          label={say('create.latitude')}
          required
          inputMode="text"
          disabled={lock !== null}
          unit={say('unit.degrees')}
          form={form}
          field="latitude"
          step={PLACE_STEP}
          min={-90}
          max={90}
        />
        <NumberInput
          label={say('create.longitude')}
          required
          inputMode="text"
          disabled={lock !== null}
          unit={say('unit.degrees')}
          form={form}
          field="longitude"
          step={PLACE_STEP}
          min={-180}
          max={180}
        />
      </Grid>
      {lock !== null && (
        <Flex gap="2" align="flex-start" fontSize="sm" color="fg.muted">
          <Box flexShrink="0" mt="0.5">
            <Lock aria-hidden size={16} strokeWidth={1.75} />
          </Box>
          {say(`edit.placeLock.${lock}`)}
        </Flex>
      )}
      {lock === null && (
        <LocateButton
          onFound={(latitude, longitude) => {
            form.set('latitude', latitude);
            form.set('longitude', longitude);
          }}
        />
      )}
      {moves && (
        <>
          <Banner tone="sky">{say('edit.placeMoves')}</Banner>
          <PlacePreview look={look} />
        </>
      )}
    </Flex>
  );
}
