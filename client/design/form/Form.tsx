import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import type { FieldValues } from 'react-hook-form';
import type { FormState } from './useForm.ts';

export interface FormProps<Values extends FieldValues, Input> extends Omit<
  HTMLChakraProps<'form'>,
  'form' | 'id' | 'onSubmit'
> {
  form: FormState<Values, Input>;
  /** called instead of submitting, as in all steps before the last one */
  onPress?: () => void;
}

/**
 * A form with a submit button. Invalid input shows messages, and the first invalid control gets focus. The browser's
 * own validation is off: messages come from the schema.
 */
export function Form<Values extends FieldValues, Input>({ form, onPress, ...rest }: FormProps<Values, Input>) {
  const { id, ref } = form;
  const send = async () => {
    const submitted = await form.submit();
    if ('wrong' in submitted && submitted.wrong.length > 0) form.focus('wrong');
  };
  return (
    <chakra.form
      {...rest}
      id={id}
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (onPress === undefined) void send();
        else onPress();
      }}
    />
  );
}
