import type { KeyboardEvent } from 'react';
import { useController, type FieldPath, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import {
  CheckboxField,
  type CheckboxFieldProps,
  CheckboxGroupField,
  type CheckboxGroupFieldProps,
  DateField,
  NumberField,
  SelectField,
  type SelectFieldProps,
  TextAreaField,
  type TextAreaFieldProps,
  TextField,
  type TextFieldProps,
} from '../Field.tsx';
import { ComboboxField, type ComboboxFieldProps } from '../ComboboxField.tsx';
import { messageWord, useLocalizedTexts } from '../../words/localizedTexts.ts';
import { numberFromText, steppedText, type Stepping } from './numberText.ts';
import type { FormFields } from './useForm.ts';

/*
 * The controls of `Field.tsx`, bound to a form field by name: <TextInput form={form} field="farmId" label="Farm ID" />.
 * The compiler checks which fields hold text, a choice or a list. Value and message come from the form; a rule's
 * message is a code (`encodeMessage`) that is translated here.
 */
interface Bound<Values extends FieldValues, Input, Value> {
  form: FormFields<Values, Input>;
  field: FieldPathByValue<Values, Value>;
  /** called on each change by the user */
  onTyped?: () => void;
}

type Unbound<Props> = Omit<Props, 'value' | 'checked' | 'onChange' | 'error' | 'form'>;

/** The translated message of a form field; undefined when there is none. For a control that this file does not bind. */
export function useFieldError<Values extends FieldValues, Input>(
  form: FormFields<Values, Input>,
  name: FieldPath<Values>,
): string | undefined {
  const words = useLocalizedTexts();
  const message = useController({ control: form.control, name }).fieldState.error?.message;
  return message === undefined ? undefined : messageWord(words, message);
}

function useBound<Values extends FieldValues, Input>(
  form: FormFields<Values, Input>,
  name: FieldPath<Values>,
  onTyped: (() => void) | undefined,
) {
  const { field, fieldState } = useController({ control: form.control, name });
  const words = useLocalizedTexts();
  const value: unknown = field.value;
  const message = fieldState.error?.message;
  return {
    value,
    error: message === undefined ? undefined : messageWord(words, message),
    onChange: (typed: string | boolean | readonly string[]) => {
      field.onChange(typed);
      form.typed(name);
      onTyped?.();
    },
  };
}

function useText<Values extends FieldValues, Input>({ form, field, onTyped }: Bound<Values, Input, string>) {
  const { value, ...bound } = useBound(form, field, onTyped);
  return { ...bound, value: typeof value === 'string' ? value : '' };
}

type TextInputProps<Values extends FieldValues, Input> = Bound<Values, Input, string> & Unbound<TextFieldProps>;

export function TextInput<Values extends FieldValues, Input>(props: TextInputProps<Values, Input>) {
  const { form: _form, field: _field, onTyped: _onTyped, ...look } = props;
  return <TextField {...look} {...useText(props)} />;
}

/**
 * Holds the figure as typed, also with a decimal comma, which browsers' number inputs do not support everywhere. With a
 * `step` the arrow keys change it within `min` and `max`.
 */
export function NumberInput<Values extends FieldValues, Input>(
  props: Omit<TextInputProps<Values, Input>, keyof Stepping> & Partial<Stepping> & { unit?: string },
) {
  const { form: _form, field: _field, onTyped: _onTyped, step, min, max, ...look } = props;
  const text = useText(props);
  return (
    <NumberField type="text" {...look} {...text} {...(step === undefined ? {} : spinner(text, { step, min, max }))} />
  );
}

const STEPS_OF_KEYS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

function spinner({ value, onChange }: { value: string; onChange: (text: string) => void }, stepping: Stepping) {
  const figure = numberFromText(value);
  return {
    role: 'spinbutton',
    'aria-valuemin': stepping.min,
    'aria-valuemax': stepping.max,
    'aria-valuenow': Number.isNaN(figure) ? undefined : figure,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const by = STEPS_OF_KEYS[event.key];
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onChange(steppedText(value, by, stepping));
    },
  };
}

/** Holds YYYY-MM-DD. */
export function DateInput<Values extends FieldValues, Input>(props: TextInputProps<Values, Input>) {
  const { form: _form, field: _field, onTyped: _onTyped, ...look } = props;
  return <DateField {...look} {...useText(props)} />;
}

/** Holds YYYY-MM-DDTHH:mm in local time. */
export function TimeInput<Values extends FieldValues, Input>(props: TextInputProps<Values, Input>) {
  return <TextInput type="datetime-local" {...props} />;
}

export function TextAreaInput<Values extends FieldValues, Input>(
  props: Bound<Values, Input, string> & Unbound<TextAreaFieldProps>,
) {
  const { form: _form, field: _field, onTyped: _onTyped, ...look } = props;
  return <TextAreaField {...look} {...useText(props)} />;
}

export function SelectInput<Values extends FieldValues, Input>(
  props: Bound<Values, Input, string> & Unbound<SelectFieldProps>,
) {
  const { form: _form, field: _field, onTyped: _onTyped, ...look } = props;
  return <SelectField {...look} {...useText(props)} />;
}

export function ComboboxInput<Values extends FieldValues, Input>(
  props: Bound<Values, Input, string> & Unbound<ComboboxFieldProps>,
) {
  const { form: _form, field: _field, onTyped: _onTyped, ...look } = props;
  return <ComboboxField {...look} {...useText(props)} />;
}

export function CheckboxInput<Values extends FieldValues, Input>({
  form,
  field,
  onTyped,
  ...look
}: Bound<Values, Input, boolean> & Unbound<CheckboxFieldProps>) {
  const { value, ...bound } = useBound(form, field, onTyped);
  return <CheckboxField {...look} {...bound} checked={value === true} />;
}

/** Holds the chosen names, in the order of the options. */
export function CheckboxGroupInput<Values extends FieldValues, Input>({
  form,
  field,
  onTyped,
  ...look
}: Bound<Values, Input, readonly string[]> & Unbound<CheckboxGroupFieldProps>) {
  const { value, ...bound } = useBound(form, field, onTyped);
  const chosen = look.options.filter((name) => Array.isArray(value) && value.includes(name));
  return <CheckboxGroupField {...look} {...bound} value={chosen} />;
}
