import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { LocateFixed, RefreshCw } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { CERTIFICATIONS, VARIETIES, VARIETY_EMOJI } from '../../../server/domain/cacao.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import {
  CheckboxGroupInput,
  CheckboxInput,
  DateInput,
  NumberInput,
  SelectInput,
  TextInput,
} from '../../design/form/inputs.tsx';
import type { Form } from '../../design/form/useForm.ts';
import { useGoToStep } from '../../design/wizard/goToStep.ts';
import { DASH } from '../../words/format.ts';
import { type StaffId, useStaffWords } from '../../words/staffWords.ts';
import { Facts } from '../../design/Page.tsx';
import type { CreateLotInput } from '../../graphql/generated.ts';
import { varietyWord } from '../tradeWords.ts';
import type { CreateLotForm } from './createLotForm.ts';
import { typed } from './typedFigure.ts';
import type { ProposedLotId } from './useProposedLotId.ts';

interface StepProps {
  form: Form<CreateLotForm, CreateLotInput>;
}

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

type Locating =
  { state: 'idle' | 'asking' } | { state: 'found'; accuracyM: number } | { state: 'failed'; why: StaffId };

/** By the code of the browser's error. */
const LOCATION_FAILURES: Record<number, StaffId> = {
  1: 'create.locate.notAllowed',
  2: 'create.locate.notFound',
  3: 'create.locate.tooLong',
};

const neverChanges = () => () => undefined;
const canLocate = () => 'geolocation' in navigator;

export function LocationStep({ form }: StepProps) {
  const { say } = useStaffWords();
  const locatable = useSyncExternalStore(neverChanges, canLocate, () => false);
  const [locating, setLocating] = useState<Locating>({ state: 'idle' });
  const locate = () => {
    setLocating({ state: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.set('latitude', coords.latitude.toFixed(6));
        form.set('longitude', coords.longitude.toFixed(6));
        setLocating({ state: 'found', accuracyM: Math.round(coords.accuracy) });
      },
      ({ code }) => setLocating({ state: 'failed', why: LOCATION_FAILURES[code] ?? 'create.locate.notFound' }),
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  };
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
        />
        <NumberInput
          label={say('create.longitude')}
          required
          inputMode="text"
          unit={say('unit.degrees')}
          hint={say('create.longitudeHint')}
          form={form}
          field="longitude"
        />
      </Grid>
      {locatable && (
        <Flex gap="3" align="center" wrap="wrap">
          <Button
            variant="secondary"
            busy={locating.state === 'asking'}
            busyLabel={say('create.locating')}
            onClick={locate}
          >
            <LocateFixed aria-hidden /> {say('create.locate')}
          </Button>
          <Box fontSize="sm" color="fg.muted" flex="1" minW="12rem" aria-live="polite">
            {locating.state === 'found' && say('create.locate.found', { metres: locating.accuracyM })}
            {locating.state === 'failed' && say(locating.why)}
            {locating.state === 'idle' && say('create.locate.idle')}
          </Box>
        </Flex>
      )}
    </Flex>
  );
}

export function QualityStep({ form }: StepProps) {
  const { say } = useStaffWords();
  return (
    <Flex direction="column" gap="5">
      <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
        <NumberInput label={say('create.weight')} required unit={say('unit.kg')} form={form} field="weight" />
        <NumberInput
          label={say('create.moisture')}
          required
          unit={say('unit.percent')}
          form={form}
          field="moistureContent"
        />
        <NumberInput
          label={say('create.temperature')}
          required
          unit={say('unit.celsius')}
          form={form}
          field="temperature"
        />
        <NumberInput
          label={say('create.score')}
          unit={say('unit.ofTen')}
          placeholder={say('create.scoreExample')}
          form={form}
          field="qualityScore"
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

export function ReviewStep({ form }: StepProps) {
  const words = useStaffWords();
  const { say, formatDate } = words;
  const { values } = form;
  const go = useGoToStep();
  return (
    <Flex direction="column" gap="5">
      <Grid templateColumns={COLUMNS} columnGap="8" rowGap="5" alignItems="start">
        <ReviewPart title={say('create.basicInfo')} first onChange={() => go(0)}>
          <Facts
            items={[
              [say('create.lotId'), values.lotId.trim().toUpperCase()],
              [say('create.farmId'), values.farmId.trim().toUpperCase()],
              [say('create.farmerName'), values.farmerName.trim()],
              [say('create.variety'), varietyWord(words, values.cacaoVariety)],
              [say('create.harvestDate'), formatDate(values.harvestDate || null)],
            ]}
          />
        </ReviewPart>
        <ReviewPart title={say('create.quality')} onChange={() => go(2)}>
          <Facts
            items={[
              [say('create.weight'), typed(words, values.weight, 'typed.kg')],
              [say('create.review.moisture'), typed(words, values.moistureContent, 'typed.percent')],
              [say('create.temperature'), typed(words, values.temperature, 'typed.celsius')],
              [say('create.review.score'), typed(words, values.qualityScore, 'typed.ofTen')],
              [say('create.review.certifications'), values.certifications.join(', ') || DASH],
            ]}
          />
        </ReviewPart>
        <ReviewPart title={say('create.location')} onChange={() => go(1)}>
          <Facts
            items={[
              [say('create.latitude'), typed(words, values.latitude, 'typed.degrees')],
              [say('create.longitude'), typed(words, values.longitude, 'typed.degrees')],
            ]}
          />
        </ReviewPart>
      </Grid>
      <Box borderTopWidth="1px" borderColor="line" pt="3">
        <CheckboxInput form={form} label={say('create.consent')} required field="consent" />
        <CheckboxInput form={form} label={say('create.anonymize')} field="isAnonymized" />
      </Box>
      <Banner tone="sky">{say('create.after')}</Banner>
    </Flex>
  );
}

interface ReviewPartProps {
  title: string;
  /** where focus goes when the review opens, so that it is read from its start */
  first?: boolean;
  onChange: () => void;
  children: ReactNode;
}

function ReviewPart({ title, first = false, onChange, children }: ReviewPartProps) {
  const { say } = useStaffWords();
  return (
    <Box minW="0">
      <Flex align="center" justify="space-between" mb="1">
        <chakra.h3
          fontSize="sm"
          fontWeight="600"
          tabIndex={-1}
          data-step-start={first || undefined}
          _focusVisible={{ outline: 'none' }}
        >
          {title}
        </chakra.h3>
        <Button
          size="sm"
          variant="quiet"
          me="-3"
          aria-label={say('create.review.changePart', { part: title })}
          onClick={onChange}
        >
          {say('create.review.change')}
        </Button>
      </Flex>
      {children}
    </Box>
  );
}
