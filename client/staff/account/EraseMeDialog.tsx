import { Box } from '@chakra-ui/react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { EraseMyDataDocument, type ReceiptFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/officeWords.ts';
import { typedConfirmation } from '../privacy/typedConfirmation.ts';
import { saidWord } from '../../words/saidWords.ts';
import { useUser } from '../session/SessionProvider.tsx';

interface EraseMeDialogProps {
  open: boolean;
  onClose: () => void;
  onErased: (receipt: ReceiptFragment) => void;
}

export function EraseMeDialog(props: EraseMeDialogProps) {
  const openings = useOpenings(props.open);
  return <Erasing key={openings} {...props} />;
}

function Erasing({ open, onClose, onErased }: EraseMeDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const { username } = useUser();
  const [erase] = useWrite(EraseMyDataDocument, { failed: say('erase.failed') });
  const form = useForm({
    schema: typedConfirmation(username, say('erase.differs', { username })),
    initial: { typed: '' },
    open,
    send: async () => {
      const written = await erase({});
      if (written.kind !== 'answered') return written;
      const { eraseMyData } = written.data;
      return eraseMyData.__typename === 'DataErased'
        ? { kind: 'done', result: eraseMyData.receipt }
        : { kind: 'failed', message: saidWord(words, eraseMyData.said) };
    },
    onDone: onErased,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say('erase.dialog', { username })}
      size="sm"
      keepOpenOutside
      busy={form.busy}
      footer={
        <>
          <Button variant="secondary" disabled={form.busy} onClick={onClose}>
            {say('userForm.cancel')}
          </Button>
          <Button variant="danger" type="submit" form={form.id} busy={form.busy} busyLabel={say('erase.busy')}>
            {say('erase.action')}
          </Button>
        </>
      }
    >
      <Form form={form} display="grid" gap="4" autoComplete="off">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <Box>{say('erase.lead')}</Box>
        <TextInput
          form={form}
          field="typed"
          label={say('erase.type', { username })}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </Form>
    </Dialog>
  );
}
