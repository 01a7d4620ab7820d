import { Box, Flex, Grid } from '@chakra-ui/react';
import { RefreshCw } from 'lucide-react';
import { CERTIFICATIONS, VARIETIES, VARIETY_EMOJI } from '../../../server/domain/cacao.ts';
import { LIMITS } from '../../../server/domain/lotInput.ts';
import { Button } from '../../design/Button.tsx';
import { CheckboxGroupInput, DateInput, NumberInput, SelectInput, TextInput } from '../../design/form/inputs.tsx';
import type { Form } from '../../design/form/useForm.ts';
import type { CreateLotInput } from '../../graphql/generated.ts';
import { type StaffId, useStaffWords } from '../../words/staffWords.ts';
import { varietyWord } from '../tradeWords.ts';
import type { CreateLotForm } from './createLotForm.ts';
import { LocateButton, PlacePreview } from './PlacePreview.tsx';
import type { PlaceLook } from './usePlaceLook.ts';
import type { ProposedLotId } from './useProposedLotId.ts';

interface StepProps {
  form: Form<CreateLotForm, CreateLotInput>;
}

/** Degrees; about 11 m. */
const PLACE_STEP = 0.0001;
const COLUMNS = { base: '1fr', md: '1fr 1fr' } as const;

const LOT_ID_HINTS: Record<ProposedLotId['state'], StaffId> = {
  asking: 'create.lotId.asking',
  free: 'create.lotId.free',
  unchecked: 'create.lotId.unchecked',
  typed: 'create.lotId.typed',
};

export function BasicInfoStep({
  form,
  today,
  lotId,
  farmIsFixed,
}: StepProps & { today: string; lotId: ProposedLotId; farmIsFixed: boolean }) {
  const words = useStaffWords();
  const { say } = words;
  return (
    <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
      <Box gridColumn={{ md: 'span 2' }}>
        <Flex gap="2" align="flex-start">
          <Box flex="1" minW="0">
            <TextInput
              data-autofocus
              label={say('create.lotId')}
              required
              hint={say(LOT_ID_HINTS[lotId.state])}
              form={form}
              field="lotId"
              onTyped={lotId.keep}
              autoCapitalize="characters"
              autoComplete="off"
              fontVariantNumeric="tabular-nums"
            />
          </Box>
          {/* Level with the control, below its label and hint. */}
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
      <TextInput
        label={say('create.farmId')}
        required
        form={form}
        field="farmId"
        disabled={farmIsFixed}
        hint={say(farmIsFixed ? 'create.farmId.own' : 'create.farmId.others')}
        autoCapitalize="characters"
        autoComplete="off"
      />
      <TextInput
        label={say('create.farmerName')}
        required
        form={form}
        field="farmerName"
        hint={say(farmIsFixed ? 'create.farmerName.own' : 'create.farmerName.others')}
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
    </Grid>
  );
}

export function LocationStep({ form, look }: StepProps & { look: PlaceLook }) {
  const { say } = useStaffWords();
  return (
    <Flex direction="column" gap="4">
      <Box fontSize="sm" color="fg.muted">
        {say('create.place')}
      </Box>
      <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
        {/* A text keyboard: the decimal ones of some phones have no minus. */}
        <NumberInput
          label={say('create.latitude')}
          required
          inputMode="text"
          unit={say('unit.degrees')}
          hint={say('create.latitudeHint')}
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
          unit={say('unit.degrees')}
          hint={say('create.longitudeHint')}
          form={form}
          field="longitude"
          step={PLACE_STEP}
          min={-180}
          max={180}
        />
      </Grid>
      <LocateButton
        onFound={(latitude, longitude) => {
          form.set('latitude', latitude);
          form.set('longitude', longitude);
        }}
      />
      <PlacePreview look={look} />
    </Flex>
  );
}

export function QualityStep({ form }: StepProps) {
  const { say } = useStaffWords();
  return (
    <Flex direction="column" gap="5">
      <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
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
          unit={say('unit.celsius')}
          form={form}
          inputMode="text"
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
      <CheckboxGroupInput
        form={form}
        field="certifications"
        label={say('create.certifications')}
        options={CERTIFICATIONS}
      />
    </Flex>
  );
}
