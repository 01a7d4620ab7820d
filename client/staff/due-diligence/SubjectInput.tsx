import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { TextField } from '../../design/Field.tsx';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import { SelectInput, TextInput } from '../../design/form/inputs.tsx';
import type { FormFields } from '../../design/form/useForm.ts';
import { FarmPlotsDocument } from '../../graphql/generated.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { useDebounced } from '../users/useDebounced.ts';
import type { DocumentFormValues, TypedDocument } from './documentForm.ts';

const TYPING_RESTS_MS = 300;

/** What a document is about: a farm id, a lot id, the number of a consignment, or a plot of a farm. */
export function SubjectInput({ form }: { form: FormFields<DocumentFormValues, TypedDocument> }) {
  const { say } = useDueDiligenceWords();
  const { subjectKind } = form.values;
  if (subjectKind === 'plot') return <PlotInput form={form} />;
  const label =
    { lot: say('docForm.lot'), consignment: say('docForm.consignment') }[subjectKind] ?? say('docForm.farm');
  return <TextInput form={form} field="subject" label={label} maxLength={40} autoComplete="off" required />;
}

function PlotInput({ form }: { form: FormFields<DocumentFormValues, TypedDocument> }) {
  const { say } = useDueDiligenceWords();
  const user = useUser();
  const [farm, setFarm] = useState(user.farmId);
  const [asked, setAsked] = useState(farm);
  useDebounced(farm, TYPING_RESTS_MS, setAsked);
  const farmId = asked.trim().toUpperCase();
  const { data, error } = useQuery(FarmPlotsDocument, { variables: { farmId }, skip: farmId === '' });
  const plots = error === undefined && farmId !== '' ? (data?.farmPlots?.plots ?? []) : [];
  return (
    <FieldGrid>
      <TextField
        label={say('docForm.farm')}
        value={farm}
        onChange={setFarm}
        maxLength={40}
        autoComplete="off"
        required
      />
      <SelectInput
        form={form}
        field="subject"
        label={say('docForm.plot')}
        required
        options={[
          { value: '', label: say('docForm.choosePlot') },
          ...plots.map(({ id, name }) => ({ value: id, label: name ?? id })),
        ]}
      />
    </FieldGrid>
  );
}
