import { Flex } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useSharedWords } from '../../words/sharedWords.ts';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Form } from '../form/Form.tsx';
import type { FormState } from '../form/useForm.ts';
import type { FormPlace } from '../form/useFormFocus.ts';
import { GoToStep } from './goToStep.ts';
import { WizardSteps } from './WizardSteps.tsx';

export interface WizardStep<Values extends FieldValues> {
  name: string;
  /** fields to validate before the next step; an error in one returns to this step */
  fields: readonly Path<Values>[];
  content: ReactNode;
}

export interface WizardProps<Values extends FieldValues, Input> {
  open: boolean;
  onClose: () => void;
  title: string;
  form: FormState<Values, Input>;
  /** the last step is the review, whose button sends the form */
  steps: readonly WizardStep<Values>[];
  /** label of the last button; names the action */
  action: string;
  busyLabel: string;
  /** initial step, counted from 0 */
  start?: number;
  /** shown above the form in each step */
  notice?: ReactNode;
  /** shown above the buttons, so that they keep their place when it appears */
  strip?: ReactNode;
  returnFocusTo?: () => HTMLElement | null;
}

/**
 * <Wizard open onClose title="Create New Lot" form={form} steps={[{ name, fields, content }]} action="Create Lot"
 *     busyLabel="Creating..." />
 *
 * A form in steps, in a dialog. Each step is validated before the next one, and all of them before sending; the first
 * invalid step is shown. A new step is announced and gets focus. The dialog cannot be closed while sending; otherwise
 * it closes without a question, and the owner of the form keeps the input. Give the component with the form a `key`
 * from `useOpenings`, so that each opening starts fresh.
 */
export function Wizard<Values extends FieldValues, Input>({
  open,
  onClose,
  title,
  form,
  steps,
  action,
  busyLabel,
  start = 0,
  notice,
  strip,
  returnFocusTo,
}: WizardProps<Values, Input>) {
  const { say } = useSharedWords();
  const [current, setCurrent] = useState(start);
  const here = steps[current];
  const last = current === steps.length - 1;

  const show = (step: number, place: FormPlace) => {
    form.forget(steps.filter((_, index) => place === 'start' || index !== step).flatMap(({ fields }) => fields));
    setCurrent(step);
    form.focus(place);
  };
  const go = (step: number) => show(step, 'start');

  const press = async () => {
    if (form.busy || here === undefined) return;
    if (!last) {
      if (await form.check(here.fields)) go(current + 1);
      else form.focus('wrong');
      return;
    }
    const submitted = await form.submit();
    const wrong = 'wrong' in submitted ? submitted.wrong : [];
    const first = firstWrongStep(
      steps.map(({ fields }) => fields),
      wrong,
    );
    if (first !== null) show(first, 'wrong');
  };

  return (
    <GoToStep value={go}>
      <Dialog
        open={open}
        onClose={onClose}
        busy={form.busy}
        returnFocusTo={returnFocusTo}
        size="lg"
        steady
        keepOpenOutside
        title={title}
        footer={
          <Flex direction="column" w="full" gap="3">
            {strip}
            <Flex gap="3" justify="flex-end">
              {current > 0 && (
                <Button variant="secondary" disabled={form.busy} onClick={() => go(current - 1)} me="auto">
                  {say('wizard.previous')}
                </Button>
              )}
              {last ? (
                // A separate key: React must not turn the pressed button into the submit button.
                <Button key="send" type="submit" form={form.id} busy={form.busy} busyLabel={busyLabel}>
                  {action}
                </Button>
              ) : (
                <Button key="next" type="submit" form={form.id}>
                  {say('wizard.next')}
                </Button>
              )}
            </Flex>
          </Flex>
        }
      >
        <WizardSteps steps={steps.map(({ name }) => name)} current={current + 1} />
        {form.failure !== null && (
          <Banner mb="4" onDismiss={() => form.setFailure(null)}>
            {form.failure}
          </Banner>
        )}
        {notice}
        <Form form={form} onPress={() => void press()}>
          {here?.content}
        </Form>
      </Dialog>
    </GoToStep>
  );
}

/** The first step, counted from 0, with an invalid field or part of a field ('weights.2'); null if there is none. */
export function firstWrongStep(steps: readonly (readonly string[])[], wrong: readonly string[]): number | null {
  const names = new Set(wrong.map((field) => field.split('.')[0]));
  const first = steps.findIndex((fields) => fields.some((field) => names.has(field)));
  return first === -1 ? null : first;
}
