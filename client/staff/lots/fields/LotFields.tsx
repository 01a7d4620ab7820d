import { CERTIFICATIONS, VARIETIES } from '../../../../server/domain/lot/cacao.ts';
import { LOT_LIMITS } from '../../../../server/domain/lot/lotInput.ts';
import { factsOf, LOT_TEXTS, type FigureField, type LotText } from '../../../../server/domain/lot/lotTable.ts';
import { FieldGrid } from '../../../design/FieldGrid.tsx';
import {
  CheckboxGroupInput,
  CheckboxInput,
  DateInput,
  NumberInput,
  SelectInput,
  TextInput,
} from '../../../design/form/inputs.tsx';
import { LOT_FIGURES } from '../../../words/lotFigures.ts';
import { type LotListWords, useLotListWords } from '../../../words/lotListWords.ts';
import { FarmInput } from '../../farms/FarmPicker.tsx';
import { varietyWord } from '../../statusLabels.ts';
import { MEASURED_FIELDS, type LotFormFields } from './lotForm.ts';
import { LocateButton } from './PlacePreview.tsx';

/* The inputs for creating and editing a lot. */

const DERIVED_FIELDS = ['temperature', 'qualityScore'] as const;

interface Inputs {
  form: LotFormFields;
}

interface OriginInputsProps extends Inputs {
  /** YYYY-MM-DD */
  today: string;
  farmIsFixed: boolean;
  /** called for a farm that was taken from the list */
  onFarmTaken?: (farmId: string) => void;
  hints: { farmId: string };
}

/** Farm, farmer, variety and harvest date. */
export function OriginInputs({ form, today, farmIsFixed, onFarmTaken, hints }: OriginInputsProps) {
  const words = useLotListWords();
  const { say } = words;
  return (
    <>
      {farmIsFixed ? (
        <TextInput label={say('label.farmId')} required form={form} field="farmId" disabled hint={hints.farmId} />
      ) : (
        <FarmInput
          label={say('label.farmId')}
          required
          form={form}
          field="farmId"
          typed={form.values.farmId}
          hint={hints.farmId}
          onTaken={onFarmTaken}
        />
      )}
      {LOT_TEXTS.map((field) => (
        <TypedTextInput key={field} form={form} field={field} />
      ))}
      <SelectInput
        label={say('label.cacaoVariety')}
        required
        form={form}
        field="cacaoVariety"
        options={VARIETIES.map((name) => ({ value: name, label: varietyWord(words, name) }))}
      />
      <DateInput label={say('label.harvestDate')} required max={today} form={form} field="harvestDate" />
    </>
  );
}

function TypedTextInput({ form, field }: Inputs & { field: LotText }) {
  const { say } = useLotListWords();
  const isOptional = factsOf(field).optional;
  const name = say(`label.${field}`);
  return (
    <TextInput
      label={isOptional ? say('form.optional', { name }) : name}
      required={!isOptional}
      form={form}
      field={field}
      autoComplete="off"
    />
  );
}

/** @param hints input hints, if shown */
export function PlaceInputs({
  form,
  disabled = false,
  hints,
}: Inputs & { disabled?: boolean; hints?: Record<'latitude' | 'longitude', string> }) {
  return (
    <FieldGrid>
      <FigureInput form={form} field="latitude" disabled={disabled} hint={hints?.latitude} />
      <FigureInput form={form} field="longitude" disabled={disabled} hint={hints?.longitude} />
    </FieldGrid>
  );
}

/** Fills in the device's position. */
export function LocatePlace({ form }: Inputs) {
  return (
    <LocateButton
      onFound={(latitude, longitude) => {
        form.set('latitude', latitude);
        form.set('longitude', longitude);
      }}
    />
  );
}

/** Weight, measurements and quality. */
export function MeasuredInputs({ form }: Inputs) {
  return MEASURED_FIELDS.map((field) => <FigureInput key={field} form={form} field={field} />);
}

/** What may be edited of a derived lot: temperature and quality. */
export function DerivedInputs({ form }: Inputs) {
  return DERIVED_FIELDS.map((field) => <FigureInput key={field} form={form} field={field} />);
}

function FigureInput({
  form,
  field,
  disabled,
  hint,
}: Inputs & { field: FigureField; disabled?: boolean; hint?: string | undefined }) {
  const words = useLotListWords();
  const { say } = words;
  const isOptional = factsOf(field).optional;
  const name = say(`label.${field}`);
  return (
    <NumberInput
      label={isOptional ? say('form.optional', { name }) : name}
      required={!isOptional}
      placeholder={field === 'qualityScore' ? say('create.scoreExample') : undefined}
      disabled={disabled}
      hint={hint}
      form={form}
      field={field}
      {...askedFigure(words, field)}
    />
  );
}

/** Properties of a figure's input: its unit and the step of the arrow keys. */
export function askedFigure({ say }: LotListWords, field: FigureField) {
  const { asked, step } = LOT_FIGURES[field];
  const { min, max } = askedBounds(field);
  return {
    unit: asked === null ? undefined : say(`unit.${asked}`),
    step,
    min,
    max,
    // Use a text keyboard: the decimal keyboards of some phones have no minus.
    inputMode: min < 0 ? ('text' as const) : undefined,
  };
}

function askedBounds(field: FigureField): { min: number; max: number } {
  if (field === 'qualityScore') return LOT_LIMITS.formQuality;
  return factsOf(field).figure?.bounds ?? { min: 0, max: LOT_LIMITS.weightKg };
}

export function CertificationInput({ form }: Inputs) {
  const { say } = useLotListWords();
  return (
    <CheckboxGroupInput
      form={form}
      field="certifications"
      label={say('form.optional', { name: say('form.certifications') })}
      options={CERTIFICATIONS}
    />
  );
}

export function AnonymityInput({ form }: Inputs) {
  const { say } = useLotListWords();
  return <CheckboxInput form={form} label={say('create.anonymize')} field="isAnonymized" />;
}
