import { useMemo } from 'react';
import { ComboboxField, type ComboboxFieldProps } from '../../design/ComboboxField.tsx';
import { ComboboxInput } from '../../design/form/inputs.tsx';
import type { FormFields, FormValues, TextFieldName } from '../../design/form/useForm.ts';
import { useLotListWords } from '../../words/lotListWords.ts';
import { useFarmChoices } from './useFarmChoices.ts';

type Look = Pick<ComboboxFieldProps, 'label' | 'hint' | 'required' | 'onTaken'>;

/** Props of both pickers: farms as options, and a listbox with a name of its own. */
function useFarmOptions(typed: string) {
  const { say } = useLotListWords();
  const { farms } = useFarmChoices(typed);
  const options = useMemo(
    () =>
      (farms ?? []).map(({ farmId, detail }) => ({
        value: farmId,
        label: farmId,
        ...(detail !== '' && { detail }),
      })),
    [farms],
  );
  return { options, listLabel: say('farmPicker.list'), maxLength: 100 };
}

/**
 * A farm id as a form field: two characters search by id, name, village and farmer, before that the last farms are
 * offered. Another id may be typed. `onTaken` is called for a farm of the list.
 */
export function FarmInput<Values extends FormValues, Input>({
  form,
  field,
  typed,
  ...look
}: Look & {
  form: FormFields<Values, Input>;
  field: TextFieldName<Values>;
  /** the field's text */
  typed: string;
}) {
  return <ComboboxInput form={form} field={field} {...useFarmOptions(typed)} {...look} />;
}

/** The same for a value outside of a form. */
export function FarmPicker({ value, ...look }: Look & Pick<ComboboxFieldProps, 'value' | 'onChange'>) {
  return <ComboboxField value={value} {...useFarmOptions(value)} {...look} />;
}
