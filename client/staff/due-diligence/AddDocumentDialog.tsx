import { Box, chakra } from '@chakra-ui/react';
import { Paperclip } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import {
  DOCUMENT_CLASS_FACTS,
  DOCUMENT_CLASSES,
  type DocumentClass,
  type DocumentSubject,
} from '../../../server/domain/due-diligence/documentClasses.ts';
import { DUE_DILIGENCE_LIMITS } from '../../../server/domain/due-diligence/dueDiligenceInput.ts';
import { Button } from '../../design/Button.tsx';
import { FieldGrid, WHOLE_ROW } from '../../design/FieldGrid.tsx';
import { CheckboxInput, DateInput, SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { askRest, refusalOf } from '../../graphql/files.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useDueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { useUser } from '../session/SessionProvider.tsx';
import { documentForm, newDocument, type DocumentFormValues } from './documentForm.ts';
import { SubjectInput } from './SubjectInput.tsx';
import { thumbnailOf } from './thumbnailOf.ts';

const MOST_BYTES = DUE_DILIGENCE_LIMITS.megabytes * 1024 * 1024;
const KINDS = '.pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png';
const FIELDS = [
  'documentClass',
  'subjectKind',
  'subject',
  'title',
  'validFrom',
  'validUntil',
] as const satisfies readonly (keyof DocumentFormValues)[];

interface AddDocumentDialogProps {
  open: boolean;
  documentClass: DocumentClass | null;
  subjectKind: DocumentSubject | null;
  subject: string;
  onClose: () => void;
  /** with the title of the new document */
  onDone: (title: string) => void;
}

/** Adds a document with its file. Each opening begins with what the list is narrowed by. */
export function AddDocumentDialog(props: AddDocumentDialogProps) {
  const openings = useOpenings(props.open);
  return <AddDocument key={openings} {...props} />;
}

function AddDocument({ open, documentClass, subjectKind, subject, onClose, onDone }: AddDocumentDialogProps) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const { farmId } = useUser();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const [file, setFile] = useState<File | null>(null);
  const [fileFault, setFileFault] = useState<string | null>(null);
  const form = useForm({
    schema: documentForm,
    initial: newDocument(today, {
      documentClass,
      subjectKind,
      subject: subject === '' ? farmId : subject,
    }),
    open,
    send: async (given) => {
      if (file === null) {
        setFileFault(say('docForm.noFile'));
        return { kind: 'ignored' };
      }
      const body = new FormData();
      body.set('file', file);
      const thumbnail = await thumbnailOf(file);
      // The server takes it after the file.
      if (thumbnail !== null) body.set('thumbnail', thumbnail, 'thumbnail.jpg');
      try {
        await askRest(`/due-diligence/documents?${new URLSearchParams(given).toString()}`, { form: body });
        return { kind: 'done', result: given.title };
      } catch (error) {
        const { said, details } = refusalOf(error);
        const spoken = details?.[0]?.said ?? said;
        const reason = spoken === undefined ? errorMessage(words, error) : localizedText(words, spoken);
        const field = FIELDS.find((one) => one === details?.[0]?.field);
        return { kind: 'failed', message: say('docForm.failed', { reason }), ...(field !== undefined && { field }) };
      }
    },
    onDone,
  });
  const subjects = subjectsOf(form.values.documentClass);
  const { propose } = form;
  const [first] = subjects;
  const fits = subjects.some((one) => one === form.values.subjectKind);
  // A paper on tax is about a lot or a consignment alone.
  useEffect(() => {
    if (!fits && first !== undefined) propose('subjectKind', first);
  }, [fits, first, propose]);
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('docForm.title')}
      size="lg"
      action={say('docForm.send')}
      busyLabel={say('docForm.sending')}
    >
      <FieldGrid>
        <Box {...WHOLE_ROW}>
          <FileChoice
            file={file}
            fault={fileFault}
            onFile={(chosen) => {
              setFileFault(chosen.size > MOST_BYTES ? say('docForm.tooLarge', { name: chosen.name }) : null);
              setFile(chosen.size > MOST_BYTES ? null : chosen);
            }}
          />
        </Box>
        <SelectInput
          form={form}
          field="documentClass"
          label={say('docForm.class')}
          options={DOCUMENT_CLASSES.map((one) => ({ value: one, label: say(`class.${one}`) }))}
        />
        <SelectInput
          form={form}
          field="subjectKind"
          label={say('docForm.kind')}
          options={subjects.map((one) => ({ value: one, label: say(`subject.${one}`) }))}
        />
        <Box {...WHOLE_ROW}>
          <SubjectInput form={form} />
        </Box>
        <Box {...WHOLE_ROW}>
          <TextInput
            form={form}
            field="title"
            label={say('docForm.name')}
            hint={say('docForm.nameHint')}
            maxLength={DUE_DILIGENCE_LIMITS.titleLength}
            required
          />
        </Box>
        <DateInput form={form} field="validFrom" label={say('docForm.from')} required />
        <DateInput form={form} field="validUntil" label={say('docForm.until')} />
        <Box {...WHOLE_ROW}>
          <CheckboxInput
            form={form}
            field="namesPerson"
            label={say('docForm.person')}
            hint={say('docForm.personHint')}
          />
        </Box>
        {file?.type.startsWith('image/') === true && (
          <Box {...WHOLE_ROW}>
            <CheckboxInput
              form={form}
              field="keepPlaceAndTime"
              label={say('docForm.keepPlace')}
              hint={say('docForm.keepPlaceHint')}
            />
          </Box>
        )}
      </FieldGrid>
    </FormDialog>
  );
}

/** What a document of a class may be about. */
function subjectsOf(documentClass: string): readonly DocumentSubject[] {
  const found = DOCUMENT_CLASSES.find((one) => one === documentClass);
  return found === undefined ? [] : DOCUMENT_CLASS_FACTS[found].subjects;
}

interface FileChoiceProps {
  file: File | null;
  fault: string | null;
  onFile: (file: File) => void;
}

function FileChoice({ file, fault, onFile }: FileChoiceProps) {
  const { say } = useDueDiligenceWords();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  return (
    <Box display="grid" gap="1" justifyItems="start">
      <Button variant="secondary" aria-describedby={hint} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
        {say('docForm.choose')}
      </Button>
      <Box aria-live="polite" fontSize="sm" fontWeight="500" overflowWrap="anywhere">
        {file?.name}
      </Box>
      <Box
        id={hint}
        fontSize="sm"
        color={fault === null ? 'fg.muted' : 'alarm'}
        role={fault === null ? undefined : 'alert'}
      >
        {fault ?? say('docForm.fileHint')}
      </Box>
      <chakra.input
        ref={input}
        type="file"
        accept={KINDS}
        aria-label={say('docForm.choose')}
        tabIndex={-1}
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          // Clear the input, so that the same file can be selected again.
          event.target.value = '';
          if (chosen !== undefined) onFile(chosen);
        }}
      />
    </Box>
  );
}
