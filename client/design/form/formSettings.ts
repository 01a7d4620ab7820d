import { zodResolver } from '@hookform/resolvers/zod';
import type { DefaultValues, FieldValues, UseFormProps } from 'react-hook-form';
import type { z } from 'zod';

/**
 * How every form of ours behaves: judged by its schema when it is sent or asked to, and not at each key. A message goes with the next
 * key and comes with the next press, so nobody is told that half a word is wrong. The focus is moved by `useFormFocus`.
 */
export function formSettings<Values extends FieldValues, Input>(
  schema: z.ZodType<Input, Values>,
  initial: Values,
): UseFormProps<Values, unknown, Input> {
  return {
    resolver: zodResolver(schema, undefined, { mode: 'sync' }),
    defaultValues: initial as DefaultValues<Values>,
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  };
}
