import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import type { FieldValues } from 'react-hook-form';
import type { Form as FormState } from './useForm.ts';

export interface FormProps<Values extends FieldValues, Input> extends Omit<
  HTMLChakraProps<'form'>,
  'form' | 'id' | 'onSubmit'
> {
  form: FormState<Values, Input>;
  /** what a press does instead of sending, as in the steps before the last one */
  onPress?: () => void;
}

/**
 * A form whose submit button sends it; input that cannot be taken gets its message, and the first such control the focus. Nothing of
 * the browser's own checks is shown: messages are those of the schema.
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
