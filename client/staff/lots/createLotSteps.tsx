import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { LocateFixed, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
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
import { numberFromText } from '../../design/form/numberText.ts';
import type { Form } from '../../design/form/useForm.ts';
import { useGoToStep } from '../../design/wizard/goToStep.ts';
import { DASH, formatDate } from '../../words/format.ts';
import { Facts } from '../../design/Page.tsx';
import type { CreateLotInput } from '../../graphql/generated.ts';
import type { CreateLotForm } from './createLotForm.ts';
import type { ProposedLotId } from './useProposedLotId.ts';

interface StepProps {
  form: Form<CreateLotForm, CreateLotInput>;
}

const COLUMNS = { base: '1fr', md: '1fr 1fr' } as const;

const LOT_ID_HINTS: Record<ProposedLotId['state'], string> = {
  asking: 'Asking for a free number...',
  free: 'This number is free.',
  unchecked: 'Not checked with the server.',
  typed: 'LOT and 3 to 5 digits.',
};

export function BasicInfoStep({
  form,
  today,
  lotId,
  farmIsFixed,
}: StepProps & { today: string; lotId: ProposedLotId; farmIsFixed: boolean }) {
  return (
    <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
      <Box gridColumn={{ md: 'span 2' }}>
        <Flex gap="2" align="flex-start">
          <Box flex="1" minW="0">
            <TextInput
              data-autofocus
              label="Lot ID"
              required
              hint={LOT_ID_HINTS[lotId.state]}
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
            <Button variant="secondary" busy={lotId.state === 'asking'} busyLabel="Asking..." onClick={lotId.generate}>
              <RefreshCw aria-hidden /> Generate
            </Button>
          </Box>
        </Flex>
      </Box>
      <TextInput
        label="Farm ID"
        required
        form={form}
        field="farmId"
        disabled={farmIsFixed}
        hint={farmIsFixed ? 'Your own farm.' : 'Where it was grown.'}
        autoCapitalize="characters"
        autoComplete="off"
      />
      <TextInput
        label="Farmer name"
        required
        form={form}
        field="farmerName"
        hint={farmIsFixed ? 'As it should stand on the record.' : 'Who grew it, if that is not you.'}
        autoComplete="off"
      />
      <SelectInput
        label="Cacao variety"
        required
        form={form}
        field="cacaoVariety"
        options={VARIETIES.map((name) => ({ value: name, label: `${VARIETY_EMOJI[name]} ${name}` }))}
      />
      <DateInput label="Harvest date" required max={today} form={form} field="harvestDate" />
    </Grid>
  );
}

type Locating = { state: 'idle' | 'asking' } | { state: 'found'; accuracyM: number } | { state: 'failed'; why: string };

const LOCATION_FAILURES: Record<number, string> = {
  1: 'This device did not allow it.',
  2: 'This device could not find its place.',
  3: 'This device took too long.',
};

export function LocationStep({ form }: StepProps) {
  const [locating, setLocating] = useState<Locating>({ state: 'idle' });
  const locate = () => {
    setLocating({ state: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        form.set('latitude', coords.latitude.toFixed(6));
        form.set('longitude', coords.longitude.toFixed(6));
        setLocating({ state: 'found', accuracyM: Math.round(coords.accuracy) });
      },
      ({ code }) => setLocating({ state: 'failed', why: LOCATION_FAILURES[code] ?? '' }),
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  };
  return (
    <Flex direction="column" gap="4">
      <Box fontSize="sm" color="fg.muted">
        The place where this lot was grown, in degrees. The satellite check looks exactly there.
      </Box>
      <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
        {/* A text keyboard: the decimal ones of some phones have no minus. */}
        <NumberInput
          label="Latitude"
          required
          inputMode="text"
          unit="°"
          hint="South is negative, e.g. -6.3149"
          form={form}
          field="latitude"
        />
        <NumberInput
          label="Longitude"
          required
          inputMode="text"
          unit="°"
          hint="West is negative, e.g. 143.9555"
          form={form}
          field="longitude"
        />
      </Grid>
      {'geolocation' in navigator && (
        <Flex gap="3" align="center" wrap="wrap">
          <Button variant="secondary" busy={locating.state === 'asking'} busyLabel="Finding..." onClick={locate}>
            <LocateFixed aria-hidden /> Use my location
          </Button>
          <Box fontSize="sm" color="fg.muted" flex="1" minW="12rem" aria-live="polite">
            {locating.state === 'found' && `Filled in from this device, accurate to about ${locating.accuracyM} m.`}
            {locating.state === 'failed' && `${locating.why} Please type the coordinates.`}
            {locating.state === 'idle' && 'Only when you stand on the plot.'}
          </Box>
        </Flex>
      )}
    </Flex>
  );
}

export function QualityStep({ form }: StepProps) {
  return (
    <Flex direction="column" gap="5">
      <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
        <NumberInput label="Weight" required unit="kg" form={form} field="weight" />
        <NumberInput label="Moisture content" required unit="%" form={form} field="moistureContent" />
        <NumberInput label="Temperature" required unit="°C" form={form} field="temperature" />
        <NumberInput
          label="Quality score (optional)"
          unit="/10"
          placeholder="0 to 10, e.g. 8.5"
          form={form}
          field="qualityScore"
        />
      </Grid>
      <CheckboxGroupInput
        form={form}
        field="certifications"
        label="Certifications (optional)"
        options={CERTIFICATIONS}
      />
    </Flex>
  );
}

/** A figure as it will be sent, in its unit. */
function figure(text: string, unit: string): string {
  const value = numberFromText(text);
  return value === undefined ? DASH : `${value}${unit}`;
}

export function ReviewStep({ form }: StepProps) {
  const { values } = form;
  const go = useGoToStep();
  return (
    <Flex direction="column" gap="5">
      <Grid templateColumns={COLUMNS} columnGap="8" rowGap="5" alignItems="start">
        <ReviewPart title="Basic Info" first onChange={() => go(0)}>
          <Facts
            items={[
              ['Lot ID', values.lotId.trim().toUpperCase()],
              ['Farm ID', values.farmId.trim().toUpperCase()],
              ['Farmer name', values.farmerName.trim()],
              ['Cacao variety', values.cacaoVariety],
              ['Harvest date', formatDate(values.harvestDate || null)],
            ]}
          />
        </ReviewPart>
        <ReviewPart title="Quality" onChange={() => go(2)}>
          <Facts
            items={[
              ['Weight', figure(values.weight, ' kg')],
              ['Moisture', figure(values.moistureContent, '%')],
              ['Temperature', figure(values.temperature, '°C')],
              ['Quality score', figure(values.qualityScore, '/10')],
              ['Certifications', values.certifications.join(', ') || DASH],
            ]}
          />
        </ReviewPart>
        <ReviewPart title="Location" onChange={() => go(1)}>
          <Facts
            items={[
              ['Latitude', figure(values.latitude, '°')],
              ['Longitude', figure(values.longitude, '°')],
            ]}
          />
        </ReviewPart>
      </Grid>
      <Box borderTopWidth="1px" borderColor="line" pt="3">
        <CheckboxInput
          form={form}
          label="I confirm that these details are true. They are recorded on the ledger and checked by satellite as the EUDR asks, and kept as the GDPR allows."
          required
          field="consent"
        />
        <CheckboxInput form={form} label="Anonymize farmer data for public QR code access" field="isAnonymized" />
      </Box>
      <Banner tone="sky">
        After you create it, the lot is written to the ledger and its place is checked by satellite. Both take a moment.
      </Banner>
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
        <Button size="sm" variant="quiet" me="-3" aria-label={`Change ${title}`} onClick={onChange}>
          Change
        </Button>
      </Flex>
      {children}
    </Box>
  );
}
