import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import {
  concernAnswerInput,
  DUE_DILIGENCE_LIMITS,
  newConcernInput,
} from '../../../server/domain/due-diligence/dueDiligenceInput.ts';
import { DateInput, SelectInput, TextAreaInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import {
  AnswerConcernDocument,
  ConsignmentChoicesDocument,
  LogConcernDocument,
  LotOfConcernDocument,
  type ConcernPartsFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';

const concernForm = z
  .strictObject({
    raisedBy: newConcernInput.shape.raisedBy,
    receivedOn: newConcernInput.shape.receivedOn,
    text: newConcernInput.shape.text,
    consignmentId: z.string(),
    lot: z.string(),
  })
  .transform(({ consignmentId, lot, ...given }) => ({
    ...given,
    consignmentId: consignmentId === '' ? null : consignmentId,
    lot: lot.trim(),
  }));

interface LogConcernDialogProps {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Logs a concern. Each opening begins with an empty form. */
export function LogConcernDialog(props: LogConcernDialogProps) {
  const openings = useOpenings(props.open);
  return <LogOne key={openings} {...props} />;
}

function LogOne({ open, onClose, onDone }: LogConcernDialogProps) {
  const { say } = useDueDiligenceWords();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const [log] = useWrite(LogConcernDocument, { failed: say('concerns.logFailed') });
  const { data } = useQuery(ConsignmentChoicesDocument, { skip: !open });
  const consignments = data?.consignments.consignments ?? [];
  const client = useApolloClient();
  /** its UUID; undefined for none */
  const lotOf = async (id: string): Promise<string | undefined> => {
    const answer = await client.query({ query: LotOfConcernDocument, variables: { id }, fetchPolicy: 'network-only' });
    return answer.data?.lot?.id;
  };
  const form = useForm({
    schema: concernForm,
    initial: { raisedBy: '', receivedOn: today, text: '', consignmentId: '', lot: '' },
    open,
    send: async ({ lot, ...given }) => {
      const lotId = lot === '' ? null : await lotOf(lot);
      if (lotId === undefined) return { kind: 'failed', message: say('concerns.noLot', { id: lot }) };
      const written = await log({ input: { ...given, lotId } });
      if (written.kind === 'failed') return { kind: 'failed', message: written.message };
      return written.kind === 'ignored' ? written : { kind: 'done', result: undefined };
    },
    onDone,
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('concerns.log')}
      action={say('concerns.log')}
      busyLabel={say('concerns.logging')}
    >
      <TextInput
        form={form}
        field="raisedBy"
        label={say('concerns.from')}
        maxLength={DUE_DILIGENCE_LIMITS.titleLength}
        required
      />
      <DateInput form={form} field="receivedOn" label={say('concerns.on')} required />
      <TextAreaInput
        form={form}
        field="text"
        label={say('concerns.text')}
        maxLength={DUE_DILIGENCE_LIMITS.textLength}
        required
      />
      <SelectInput
        form={form}
        field="consignmentId"
        label={say('assess.consignment')}
        options={[
          { value: '', label: say('concerns.aboutNone') },
          ...consignments.map(({ id, number }) => ({ value: id, label: number })),
        ]}
      />
      <TextInput form={form} field="lot" label={say('concerns.lot')} maxLength={40} autoComplete="off" />
    </FormDialog>
  );
}

interface AnswerConcernDialogProps {
  /** null: closed */
  concern: ConcernPartsFragment | null;
  onClose: () => void;
  onDone: () => void;
}

/** Answers a concern, once. */
export function AnswerConcernDialog({ concern, ...props }: AnswerConcernDialogProps) {
  const openings = useOpenings(concern !== null);
  const shown = useLastShown(concern);
  if (shown === null) return null;
  return <AnswerOneConcern key={openings} {...props} concern={shown} open={concern !== null} />;
}

function AnswerOneConcern({
  concern,
  open,
  onClose,
  onDone,
}: AnswerConcernDialogProps & { concern: ConcernPartsFragment; open: boolean }) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const [answer] = useWrite(AnswerConcernDocument, { failed: say('concerns.answerFailed') });
  const form = useForm({
    schema: concernAnswerInput,
    initial: { answer: '' },
    open,
    send: async (given) => {
      const written = await answer({ id: concern.id, ...given });
      if (written.kind !== 'answered')
        return written.kind === 'ignored' ? written : { kind: 'failed', message: written.message };
      const { answerConcern: answered } = written.data;
      return answered.__typename === 'ConcernSaved'
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
      title={say('concerns.answerOf', { name: concern.raisedBy ?? say('dueDiligence.gone') })}
      action={say('concerns.answer')}
      busyLabel={say('concerns.answering')}
    >
      <Box overflowWrap="anywhere">{concern.text ?? say('dueDiligence.gone')}</Box>
      <TextAreaInput
        form={form}
        field="answer"
        label={say('concerns.answerColumn')}
        hint={say('concerns.answerHint')}
        maxLength={DUE_DILIGENCE_LIMITS.textLength}
        required
      />
    </FormDialog>
  );
}
