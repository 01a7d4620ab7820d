import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { z } from 'zod';
import { criterionAnswer, DUE_DILIGENCE_LIMITS } from '../../../server/domain/due-diligence/dueDiligenceInput.ts';
import { CRITERION_RISKS, type RiskCriterion } from '../../../server/domain/due-diligence/riskCriteria.ts';
import { CheckboxGroupInput, SelectInput, TextAreaInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import {
  AnswerRiskAssessmentDocument,
  DueDiligenceDocumentsDocument,
  type AssessmentPartsFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';

const answerForm = z
  .strictObject({ risk: z.string(), reason: criterionAnswer.shape.reason, evidence: z.array(z.string()) })
  .transform((given): unknown => given)
  .pipe(criterionAnswer.omit({ criterion: true }));

interface AnswerDialogProps {
  assessment: AssessmentPartsFragment;
  /** null: closed */
  criterion: RiskCriterion | null;
  onClose: () => void;
  onDone: () => void;
}

/** Answers one criterion. Each opening begins with the answer that stands. */
export function AnswerDialog({ criterion, ...props }: AnswerDialogProps) {
  const openings = useOpenings(criterion !== null);
  const shown = useLastShown(criterion);
  if (shown === null) return null;
  return <AnswerOne key={openings} {...props} criterion={shown} open={criterion !== null} />;
}

function AnswerOne({
  assessment,
  criterion,
  open,
  onClose,
  onDone,
}: AnswerDialogProps & { criterion: RiskCriterion; open: boolean }) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const [save] = useWrite(AnswerRiskAssessmentDocument, { failed: say('assess.saveFailed') });
  const known = assessment.answers.find((answer) => answer.criterion === criterion);
  // The newest documents; others are found on their own page.
  const { data } = useQuery(DueDiligenceDocumentsDocument, {
    variables: { page: 1, limit: 50, documentClass: null, subjectKind: null, subject: null, expiring: false },
    skip: !open,
  });
  const documents = data?.dueDiligenceDocuments.documents ?? [];
  const form = useForm({
    schema: answerForm,
    initial: { risk: known?.risk ?? 'negligible', reason: known?.reason ?? '', evidence: [...(known?.evidence ?? [])] },
    open,
    send: async (answer) => {
      const { id, version } = assessment;
      const written = await save({ id, version, answers: [{ criterion, ...answer }] });
      if (written.kind !== 'answered')
        return written.kind === 'ignored' ? written : { kind: 'failed', message: written.message };
      const { answerRiskAssessment: answered } = written.data;
      return answered.__typename === 'AssessmentSaved'
        ? { kind: 'done', result: undefined }
        : { kind: 'failed', message: localizedText(words, answered.said) };
    },
    onDone,
  });
  const titles = new Map(documents.map(({ id, title }) => [id, title || say('docs.untitled')]));
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('assess.answerOf', { letter: criterion })}
      action={say('assess.save')}
      busyLabel={say('assess.saving')}
    >
      <Box>{say(`criterion.${criterion}`)}</Box>
      <SelectInput
        form={form}
        field="risk"
        label={say('assess.risk')}
        options={CRITERION_RISKS.map((risk) => ({ value: risk, label: say(`risk.${risk}`) }))}
      />
      <TextAreaInput
        form={form}
        field="reason"
        label={say('assess.reason')}
        maxLength={DUE_DILIGENCE_LIMITS.textLength}
        required
      />
      {documents.length > 0 && (
        <CheckboxGroupInput
          form={form}
          field="evidence"
          label={say('assess.evidenceField')}
          options={documents.map(({ id }) => id)}
          nameOf={(id) => titles.get(id) ?? id}
        />
      )}
    </FormDialog>
  );
}
