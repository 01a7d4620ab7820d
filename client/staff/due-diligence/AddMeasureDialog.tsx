import { useQuery } from '@apollo/client/react';
import { z } from 'zod';
import { DUE_DILIGENCE_LIMITS, newMeasureInput } from '../../../server/domain/due-diligence/dueDiligenceInput.ts';
import { DateInput, SelectInput, TextAreaInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import {
  AssessmentChoicesDocument,
  ConsignmentChoicesDocument,
  CreateMitigationMeasureDocument,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';

const { what, responsible, dueOn } = newMeasureInput.shape;
const measureForm = z
  .strictObject({ what, responsible, dueOn, assessmentId: z.string(), consignmentId: z.string() })
  .transform(({ assessmentId, consignmentId, ...given }) => ({
    ...given,
    assessmentId: assessmentId === '' ? null : assessmentId,
    consignmentId: consignmentId === '' ? null : consignmentId,
  }));

interface AddMeasureDialogProps {
  open: boolean;
  /** the assessment whose risk it lowers; null: the person chooses */
  assessmentId: string | null;
  onClose: () => void;
  onDone: () => void;
}

/** Adds a measure. Each opening begins with an empty form. */
export function AddMeasureDialog(props: AddMeasureDialogProps) {
  const openings = useOpenings(props.open);
  return <AddMeasure key={openings} {...props} />;
}

function AddMeasure({ open, assessmentId, onClose, onDone }: AddMeasureDialogProps) {
  const { say } = useDueDiligenceWords();
  const [create] = useWrite(CreateMitigationMeasureDocument, { failed: say('measures.addFailed') });
  const { data: assessed } = useQuery(AssessmentChoicesDocument, { skip: !open });
  const { data: shipped } = useQuery(ConsignmentChoicesDocument, { skip: !open });
  const form = useForm({
    schema: measureForm,
    initial: { what: '', responsible: '', dueOn: '', assessmentId: assessmentId ?? '', consignmentId: '' },
    open,
    send: async (input) => {
      const written = await create({ input });
      if (written.kind === 'failed') return { kind: 'failed', message: written.message };
      return written.kind === 'ignored' ? written : { kind: 'done', result: undefined };
    },
    onDone,
  });
  const none = { value: '', label: say('concerns.aboutNone') };
  const assessments = assessed?.riskAssessments.assessments ?? [];
  const consignments = shipped?.consignments.consignments ?? [];
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('measures.add')}
      action={say('docForm.send')}
      busyLabel={say('measures.adding')}
    >
      <TextAreaInput
        form={form}
        field="what"
        label={say('measures.what')}
        maxLength={DUE_DILIGENCE_LIMITS.textLength}
        required
      />
      <TextInput
        form={form}
        field="responsible"
        label={say('measures.responsible')}
        maxLength={DUE_DILIGENCE_LIMITS.titleLength}
        required
      />
      <DateInput form={form} field="dueOn" label={say('measures.due')} required />
      <SelectInput
        form={form}
        field="assessmentId"
        label={say('measures.assessment')}
        options={[none, ...assessments.map(({ id, title }) => ({ value: id, label: title ?? id }))]}
      />
      <SelectInput
        form={form}
        field="consignmentId"
        label={say('assess.consignment')}
        options={[none, ...consignments.map(({ id, number }) => ({ value: id, label: number }))]}
      />
    </FormDialog>
  );
}
