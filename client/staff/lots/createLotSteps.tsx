import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { LocateFixed, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CERTIFICATIONS, VARIETIES, VARIETY_EMOJI } from '../../../server/domain/cacao.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { CheckboxField, DateField, NumberField, SelectField, TextField } from '../../design/Field.tsx';
import { DASH, formatDate } from '../../words/format.ts';
import { Facts } from '../../design/Page.tsx';
import type { CreateLotForm, FormErrors, StepNumber } from './createLotForm.ts';
import { numberFromText } from './numberText.ts';
import type { ProposedLotId } from './useProposedLotId.ts';

interface StepProps {
  form: CreateLotForm;
  errors: FormErrors;
  set: (change: Partial<CreateLotForm>) => void;
  today: string;
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
  errors,
  set,
  today,
  lotId,
  farmIsFixed,
}: StepProps & { lotId: ProposedLotId; farmIsFixed: boolean }) {
  return (
    <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
      <Box gridColumn={{ md: 'span 2' }}>
        <Flex gap="2" align="flex-start">
          <Box flex="1" minW="0">
            <TextField
              data-autofocus
              label="Lot ID"
              required
              hint={LOT_ID_HINTS[lotId.state]}
              value={form.lotId}
              onChange={(value) => set({ lotId: value })}
              error={errors['lotId']}
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
      <TextField
        label="Farm ID"
        required
        value={form.farmId}
        onChange={(value) => set({ farmId: value })}
        error={errors['farmId']}
        disabled={farmIsFixed}
        hint={farmIsFixed ? 'Your own farm.' : 'Where it was grown.'}
        autoCapitalize="characters"
        autoComplete="off"
      />
      <TextField
        label="Farmer name"
        required
        value={form.farmerName}
        onChange={(value) => set({ farmerName: value })}
        error={errors['farmerName']}
        hint={farmIsFixed ? 'As it should stand on the record.' : 'Who grew it, if that is not you.'}
        autoComplete="off"
      />
      <SelectField
        label="Cacao variety"
        required
        value={form.cacaoVariety}
        onChange={(value) => set({ cacaoVariety: value })}
        error={errors['cacaoVariety']}
        options={VARIETIES.map((name) => ({ value: name, label: `${VARIETY_EMOJI[name]} ${name}` }))}
      />
      <DateField
        label="Harvest date"
        required
        max={today}
        value={form.harvestDate}
        onChange={(value) => set({ harvestDate: value })}
        error={errors['harvestDate']}
      />
    </Grid>
  );
}

type Locating = { state: 'idle' | 'asking' } | { state: 'found'; accuracyM: number } | { state: 'failed'; why: string };

const LOCATION_FAILURES: Record<number, string> = {
  1: 'This device did not allow it.',
  2: 'This device could not find its place.',
  3: 'This device took too long.',
};

export function LocationStep({ form, errors, set }: StepProps) {
  const [locating, setLocating] = useState<Locating>({ state: 'idle' });
  const locate = () => {
    setLocating({ state: 'asking' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        set({ latitude: coords.latitude.toFixed(6), longitude: coords.longitude.toFixed(6) });
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
        <NumberField
          label="Latitude"
          required
          type="text"
          inputMode="text"
          unit="°"
          hint="South is negative, e.g. -6.3149"
          value={form.latitude}
          onChange={(value) => set({ latitude: value })}
          error={errors['latitude']}
        />
        <NumberField
          label="Longitude"
          required
          type="text"
          inputMode="text"
          unit="°"
          hint="West is negative, e.g. 143.9555"
          value={form.longitude}
          onChange={(value) => set({ longitude: value })}
          error={errors['longitude']}
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

export function QualityStep({ form, errors, set }: StepProps) {
  return (
    <Flex direction="column" gap="5">
      <Grid templateColumns={COLUMNS} gap="4" alignItems="start">
        <NumberField
          label="Weight"
          required
          type="text"
          unit="kg"
          value={form.weight}
          onChange={(value) => set({ weight: value })}
          error={errors['weight']}
        />
        <NumberField
          label="Moisture content"
          required
          type="text"
          unit="%"
          value={form.moistureContent}
          onChange={(value) => set({ moistureContent: value })}
          error={errors['moistureContent']}
        />
        <NumberField
          label="Temperature"
          required
          type="text"
          unit="°C"
          value={form.temperature}
          onChange={(value) => set({ temperature: value })}
          error={errors['temperature']}
        />
        <NumberField
          label="Quality score (optional)"
          type="text"
          unit="/10"
          placeholder="0 to 10, e.g. 8.5"
          value={form.qualityScore}
          onChange={(value) => set({ qualityScore: value })}
          error={errors['qualityScore']}
        />
      </Grid>
      <chakra.fieldset border="none" minW="0">
        <chakra.legend fontSize="sm" fontWeight="500" mb="1">
          Certifications (optional)
        </chakra.legend>
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} columnGap="4">
          {CERTIFICATIONS.map((name) => (
            <CheckboxField
              key={name}
              label={name}
              checked={form.certifications.includes(name)}
              onChange={(checked) =>
                set({
                  certifications: CERTIFICATIONS.filter((other) =>
                    other === name ? checked : form.certifications.includes(other),
                  ),
                })
              }
            />
          ))}
        </Grid>
      </chakra.fieldset>
    </Flex>
  );
}

/** A figure as it will be sent, in its unit. */
function figure(text: string, unit: string): string {
  const value = numberFromText(text);
  return value === undefined ? DASH : `${value}${unit}`;
}

export function ReviewStep({ form, errors, set, onChange }: StepProps & { onChange: (step: StepNumber) => void }) {
  return (
    <Flex direction="column" gap="5">
      <Grid templateColumns={COLUMNS} columnGap="8" rowGap="5" alignItems="start">
        <ReviewPart title="Basic Info" first onChange={() => onChange(1)}>
          <Facts
            items={[
              ['Lot ID', form.lotId.trim().toUpperCase()],
              ['Farm ID', form.farmId.trim().toUpperCase()],
              ['Farmer name', form.farmerName.trim()],
              ['Cacao variety', form.cacaoVariety],
              ['Harvest date', formatDate(form.harvestDate || null)],
            ]}
          />
        </ReviewPart>
        <ReviewPart title="Quality" onChange={() => onChange(3)}>
          <Facts
            items={[
              ['Weight', figure(form.weight, ' kg')],
              ['Moisture', figure(form.moistureContent, '%')],
              ['Temperature', figure(form.temperature, '°C')],
              ['Quality score', figure(form.qualityScore, '/10')],
              ['Certifications', form.certifications.join(', ') || DASH],
            ]}
          />
        </ReviewPart>
        <ReviewPart title="Location" onChange={() => onChange(2)}>
          <Facts
            items={[
              ['Latitude', figure(form.latitude, '°')],
              ['Longitude', figure(form.longitude, '°')],
            ]}
          />
        </ReviewPart>
      </Grid>
      <Box borderTopWidth="1px" borderColor="line" pt="3">
        <CheckboxField
          label="I confirm that these details are true. They are recorded on the ledger and checked by satellite as the EUDR asks, and kept as the GDPR allows."
          required
          checked={form.consent}
          onChange={(consent) => set({ consent })}
          error={errors['consent']}
        />
        <CheckboxField
          label="Anonymize farmer data for public QR code access"
          checked={form.isAnonymized}
          onChange={(isAnonymized) => set({ isAnonymized })}
        />
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
