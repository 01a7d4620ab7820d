import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { conclusionInput } from '../../../server/domain/due-diligence/dueDiligenceInput.ts';
import { CONCLUSIONS } from '../../../server/domain/due-diligence/riskCriteria.ts';
import { DateInput, SelectInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { ConcludeRiskAssessmentDocument, type AssessmentPartsFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';

const USUAL_REVIEW_DAYS = 365;
const DAY_MS = 86_400_000;

const concludeForm = z
  .strictObject({ conclusion: z.string(), nextReviewOn: z.string() })
  .pipe(conclusionInput.omit({ version: true }));

interface ConcludeDialogProps {
  assessment: AssessmentPartsFragment;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Concludes an assessment with the day of its next review. */
export function ConcludeDialog(props: ConcludeDialogProps) {
  const openings = useOpenings(props.open);
  return <Conclude key={openings} {...props} />;
}

function Conclude({ assessment, open, onClose, onDone }: ConcludeDialogProps) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const [conclude] = useWrite(ConcludeRiskAssessmentDocument, { failed: say('assess.concludeFailed') });
  const [review] = useState(() => new Date(Date.now() + USUAL_REVIEW_DAYS * DAY_MS).toISOString().slice(0, 10));
  const form = useForm({
    schema: concludeForm,
    initial: { conclusion: 'negligible', nextReviewOn: review },
    open,
    send: async (given) => {
      const { id, version } = assessment;
      const written = await conclude({ id, version, ...given });
      if (written.kind !== 'answered')
        return written.kind === 'ignored' ? written : { kind: 'failed', message: written.message };
      const { concludeRiskAssessment: answered } = written.data;
      return answered.__typename === 'AssessmentSaved'
        ? { kind: 'done', result: undefined }
        : { kind: 'failed', message: localizedText(words, answered.said) };
    },
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('assess.concludeTitle')}
      action={say('assess.conclude')}
      busyLabel={say('assess.concluding')}
    >
      <Box color="fg.muted" fontSize="sm">
        {say('assess.concludeHint')}
      </Box>
      <SelectInput
        form={form}
        field="conclusion"
        label={say('assess.conclusion')}
        options={CONCLUSIONS.map((one) => ({ value: one, label: say(`conclusion.${one}`) }))}
      />
      <DateInput form={form} field="nextReviewOn" label={say('assess.review')} required />
    </FormDialog>
  );
}
