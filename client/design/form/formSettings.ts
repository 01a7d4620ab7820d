import { zodResolver } from '@hookform/resolvers/zod';
import type { DefaultValues, FieldValues, UseFormProps } from 'react-hook-form';
import type { z } from 'zod';

/**
 * Default form options: validation runs on submit or on demand, not at each key. Typing clears a field's message and
 * the next submit sets it again, so half-typed input shows no error. `useFormFocus` moves the focus.
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
