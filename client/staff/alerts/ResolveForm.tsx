import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { ALERT_OUTCOMES } from '../../../server/domain/alert/alerts.ts';
import { Banner } from '../../design/Banner.tsx';
import { Form } from '../../design/form/Form.tsx';
import { SelectInput, TextAreaInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { statusWord } from '../statusLabels.ts';
import { ALERT_NOTE_LENGTH, LEAVE, resolutionForm } from './resolutionForm.ts';
import type { useAlertSteps } from './useAlertSteps.ts';

interface ResolveFormProps {
  alertId: string;
  /** id of the form, for a submit button outside it */
  formId: string;
  resolve: ReturnType<typeof useAlertSteps>['resolve'];
  onResolved: () => void;
}

/** Form for the outcome of an alert; its submit button is outside. */
export function ResolveForm({ alertId, formId, resolve, onResolved }: ResolveFormProps) {
  const words = useStaffWords();
  const { say } = words;
  const [schema] = useState(() => resolutionForm(words));
  const form = useForm({
    id: formId,
    schema,
    initial: { outcome: '', note: '' },
    send: async ({ note, outcome }) => resolve(alertId, note, outcome),
    onDone: onResolved,
  });
  const { failure } = form;
  const needsNote = form.values.outcome !== '' && form.values.outcome !== LEAVE;
  return (
    <Form form={form} display="grid" gap="4" pt="5" borderTopWidth="1px" borderColor="line">
      <chakra.h3 fontWeight="600">{say('resolve.title')}</chakra.h3>
      <SelectInput
        form={form}
        field="outcome"
        label={say('resolve.outcome')}
        required
        options={[
          { value: '', label: say('resolve.choose') },
          ...ALERT_OUTCOMES.map((name) => ({ value: name, label: statusWord(words, name) })),
          { value: LEAVE, label: say('resolve.leave') },
        ]}
        onTyped={() => form.forget(['note'])}
      />
      <TextAreaInput
        form={form}
        field="note"
        label={say(needsNote ? 'resolve.note' : 'resolve.noteOptional')}
        hint={say('resolve.noteHint')}
        required={needsNote}
        maxLength={ALERT_NOTE_LENGTH}
      />
      {failure !== null && <Banner>{failure}</Banner>}
    </Form>
  );
}
