import { createFormControl, type FieldPath, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { formSettings } from '../../client/design/form/useForm.ts';
import { messageWord, localizedTextsIn } from '../../client/words/localizedTexts.ts';
import { firstWrongStep } from '../../client/design/wizard/Wizard.tsx';

/** The messages that a form shows at these fields when they are checked, as before the next step of a wizard. */
export async function checkedMessages<Values extends FieldValues, Input>(
  schema: z.ZodType<Input, Values>,
  values: Values,
  fields: readonly FieldPath<Values>[],
): Promise<Record<string, string>> {
  const form = createFormControl(formSettings(schema, values));
  await form.trigger([...fields]);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const message = form.getFieldState(field).error?.message;
      return message === undefined ? [] : [[field, messageWord(localizedTextsIn(), message)]];
    }),
  );
}

/** What a press on a form's button does: what it sends, or to which of its steps it leads, counted from 0. */
export async function pressed<Values extends FieldValues, Input>(
  schema: z.ZodType<Input, Values>,
  values: Values,
  steps: readonly (readonly FieldPath<Values>[])[] = [],
): Promise<{ input: Input } | { step: number | null }> {
  const form = createFormControl(formSettings(schema, values));
  let outcome: { input: Input } | { step: number | null } | undefined;
  await form.handleSubmit(
    (input) => {
      outcome = { input };
    },
    (errors) => {
      outcome = { step: firstWrongStep(steps, Object.keys(errors)) };
    },
  )();
  if (outcome === undefined) throw new Error('The form neither sent nor refused');
  return outcome;
}
