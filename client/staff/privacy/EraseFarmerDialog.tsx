import { Box } from '@chakra-ui/react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { EraseFarmerDocument, type ReceiptFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/officeWords.ts';
import { saidWord } from '../../words/saidWords.ts';
import type { Farmer } from './ErasePersonPage.tsx';
import { typedConfirmation } from './typedConfirmation.ts';

interface EraseFarmerDialogProps {
  open: boolean;
  farmer: Farmer;
  /** how many lots it reaches */
  lots: number;
  onClose: () => void;
  onErased: (receipt: ReceiptFragment) => void;
}

export function EraseFarmerDialog(props: EraseFarmerDialogProps) {
  const openings = useOpenings(props.open);
  return <Erasing key={openings} {...props} />;
}

function Erasing({ open, farmer, lots, onClose, onErased }: EraseFarmerDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const { farmId: farm, farmerName: name } = farmer;
  const [erase] = useWrite(EraseFarmerDocument, { failed: say('person.failed') });
  const form = useForm({
    schema: typedConfirmation(name, say('person.differs')),
    initial: { typed: '' },
    open,
    send: async () => {
      const written = await erase(farmer);
      if (written.kind !== 'answered') return written;
      const { eraseFarmer } = written.data;
      return eraseFarmer.__typename === 'DataErased'
        ? { kind: 'done', result: eraseFarmer.receipt }
        : { kind: 'failed', message: saidWord(words, eraseFarmer.said) };
    },
    onDone: onErased,
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say('person.dialog', { name, farm })}
      size="sm"
      keepOpenOutside
      busy={form.busy}
      footer={
        <>
          <Button variant="secondary" disabled={form.busy} onClick={onClose}>
            {say('userForm.cancel')}
          </Button>
          <Button variant="danger" type="submit" form={form.id} busy={form.busy} busyLabel={say('erase.busy')}>
            {say('person.action')}
          </Button>
        </>
      }
    >
      <Form form={form} display="grid" gap="4" autoComplete="off">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <Box>{say('person.irrevocable', { lots })}</Box>
        <TextInput form={form} field="typed" label={say('person.type')} autoComplete="off" spellCheck={false} />
      </Form>
    </Dialog>
  );
}
