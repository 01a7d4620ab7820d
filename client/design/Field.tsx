import { Box, chakra, Flex, Grid, mergeRefs, type HTMLChakraProps } from '@chakra-ui/react';
import { ChevronDown, CircleAlert } from 'lucide-react';
import { useId, type ReactNode, type Ref } from 'react';
import { useTypedBefore } from './useTypedBefore.ts';

/*
 * <TextField label="Farm ID" value={farmId} onChange={setFarmId} error={errors.farmId} hint="As on the farm card"
 *     required />
 * <NumberField ... unit="kg" step={0.1} min={0} />  value and onChange use the text as typed; parse it on validation
 * <DateField ... max="2026-03-14" />, <TextField type="datetime-local" />, <TextAreaField rows={5} />
 * <SelectField ... options={[{ value, label }]} />  native select
 * <CheckboxField label="..." checked onChange />
 * <CheckboxGroupField label="..." options={names} value={chosen} onChange />  value in the order of the options
 * <Field label hint error>{(aria) => <input {...aria} />}</Field>  for other controls: provides id, aria-describedby,
 *     aria-invalid
 *
 * The error is linked to its control and announced when it appears. Controls are 44 px high on phones and 16 px text
 * there (iOS would zoom otherwise).
 */
export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  required?: boolean;
  hideLabel?: boolean;
}

export interface ControlAria {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** Styles of form controls. */
export const CONTROL = {
  w: 'full',
  minH: { base: '11', md: '10' },
  px: '3',
  bg: 'bg.raised',
  color: 'fg',
  borderWidth: '1px',
  borderColor: 'edge',
  borderRadius: 'control',
  fontSize: { base: 'md', md: 'sm' },
  _invalid: { borderColor: 'alarm.solid', boxShadow: 'inset 0 0 0 1px var(--chakra-colors-alarm-solid)' },
  _disabled: { bg: 'bg.sunken', color: 'fg.muted', cursor: 'not-allowed' },
} as const;

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Box id={id} fontSize="sm" color="fg.muted">
      {children}
    </Box>
  );
}

export function InvalidFieldText({ id, error }: { id: string; error: string | null | undefined }) {
  // The live region is always rendered: screen readers often skip a region that appears together with its text.
  return (
    <Box id={id} aria-live="polite">
      {error && (
        <Flex gap="1.5" align="flex-start" fontSize="sm" color="alarm" fontWeight="500">
          <Box flexShrink="0" mt="0.5">
            <CircleAlert aria-hidden size={16} strokeWidth={1.75} />
          </Box>
          {error}
        </Flex>
      )}
    </Box>
  );
}

function useFieldIds(hint: ReactNode, error: string | null | undefined, required = false) {
  const id = useId();
  const aria: ControlAria = {
    id,
    'aria-describedby':
      [hint === undefined ? '' : `${id}-hint`, error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  return { id, aria };
}

export function Field({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  children,
}: FieldProps & { children: (aria: ControlAria) => ReactNode }) {
  const { id, aria } = useFieldIds(hint, error, required);
  return (
    <Flex data-field="" direction="column" gap="1" minW="0">
      <chakra.label htmlFor={id} fontSize="sm" fontWeight="500" srOnly={hideLabel}>
        {label}
        {required && (
          <chakra.span aria-hidden color="alarm">
            {' *'}
          </chakra.span>
        )}
      </chakra.label>
      {hint !== undefined && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {children(aria)}
      <InvalidFieldText id={`${id}-error`} error={error} />
    </Flex>
  );
}

type Native<Tag extends 'input' | 'select' | 'textarea'> = Omit<
  HTMLChakraProps<Tag>,
  'value' | 'onChange' | 'required' | 'children' | 'css'
>;

interface Valued {
  value: string;
  onChange: (value: string) => void;
}

export interface TextFieldProps extends FieldProps, Valued, Omit<Native<'input'>, keyof FieldProps> {
  /** a button or unit inside the right end of the control */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  hint,
  error,
  required,
  hideLabel,
  value,
  onChange,
  end,
  ref,
  ...rest
}: TextFieldProps) {
  const typedBefore = useTypedBefore<HTMLInputElement>(value, onChange);
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(aria) => (
        <Box position="relative">
          <chakra.input
            type="text"
            {...CONTROL}
            pe={end === undefined ? '3' : '12'}
            {...rest}
            {...aria}
            ref={mergeRefs(typedBefore, ref)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {end !== undefined && (
            <Flex position="absolute" insetEnd="0" top="0" h="full" align="center" color="fg.muted" fontSize="sm">
              {end}
            </Flex>
          )}
        </Box>
      )}
    </Field>
  );
}

export function NumberField({ unit, ...rest }: TextFieldProps & { unit?: string }) {
  return (
    <TextField
      type="number"
      inputMode="decimal"
      fontVariantNumeric="tabular-nums"
      end={unit === undefined ? undefined : <Box pe="3">{unit}</Box>}
      {...rest}
    />
  );
}

/** Value, min and max as YYYY-MM-DD. */
export function DateField(props: TextFieldProps) {
  return <TextField type="date" {...props} />;
}

export interface TextAreaFieldProps extends FieldProps, Valued, Omit<Native<'textarea'>, keyof FieldProps> {}

export function TextAreaField({
  label,
  hint,
  error,
  required,
  hideLabel,
  value,
  onChange,
  ...rest
}: TextAreaFieldProps) {
  const typedBefore = useTypedBefore<HTMLTextAreaElement>(value, onChange);
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(aria) => (
        <chakra.textarea
          rows={3}
          {...CONTROL}
          py="2"
          resize="vertical"
          {...rest}
          {...aria}
          ref={typedBefore}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface SelectFieldProps extends FieldProps, Valued, Omit<Native<'select'>, keyof FieldProps> {
  options: readonly { value: string; label: string }[];
}

export function SelectField({
  label,
  hint,
  error,
  required,
  hideLabel,
  value,
  onChange,
  options,
  ...rest
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(aria) => (
        <Box position="relative">
          <chakra.select
            {...CONTROL}
            appearance="none"
            textOverflow="ellipsis"
            pe="8"
            cursor="pointer"
            {...rest}
            {...aria}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </chakra.select>
          <Flex position="absolute" insetEnd="3" top="0" h="full" align="center" pointerEvents="none" color="fg.muted">
            <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
          </Flex>
        </Box>
      )}
    </Field>
  );
}

export interface CheckboxFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  error?: string | null;
  required?: boolean;
  disabled?: boolean;
}

export function CheckboxField({ label, checked, onChange, hint, error, required, disabled }: CheckboxFieldProps) {
  const { id, aria } = useFieldIds(hint, error, required);
  return (
    <Flex direction="column" gap="1">
      <chakra.label
        display="flex"
        alignItems="flex-start"
        gap="3"
        py={{ base: '2.5', md: '1.5' }}
        fontSize="sm"
        cursor="pointer"
      >
        <chakra.input
          type="checkbox"
          {...aria}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          boxSize="5"
          flexShrink="0"
          accentColor="leaf.solid"
          cursor="pointer"
        />
        <chakra.span minW="0" overflowWrap="anywhere">
          {label}
        </chakra.span>
      </chakra.label>
      {hint !== undefined && <Hint id={`${id}-hint`}>{hint}</Hint>}
      <InvalidFieldText id={`${id}-error`} error={error} />
    </Flex>
  );
}

const itself = (option: string): string => option;

export interface CheckboxGroupFieldProps {
  label: string;
  options: readonly string[];
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  error?: string | null;
  disabled?: boolean;
  /** display name of an option; default: the option itself */
  nameOf?: (option: string) => string;
}

export function CheckboxGroupField({
  label,
  options,
  value,
  onChange,
  error,
  disabled,
  nameOf = itself,
}: CheckboxGroupFieldProps) {
  const { id, aria } = useFieldIds(undefined, error);
  return (
    <chakra.fieldset border="none" minW="0" aria-describedby={aria['aria-describedby']}>
      <chakra.legend fontSize="sm" fontWeight="500" mb="1">
        {label}
      </chakra.legend>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        columnGap="4"
        overflowWrap="anywhere"
      >
        {options.map((name) => (
          <CheckboxField
            key={name}
            label={nameOf(name)}
            disabled={disabled}
            checked={value.includes(name)}
            onChange={(checked) =>
              onChange(options.filter((other) => (other === name ? checked : value.includes(other))))
            }
          />
        ))}
      </Grid>
      <InvalidFieldText id={`${id}-error`} error={error} />
    </chakra.fieldset>
  );
}
