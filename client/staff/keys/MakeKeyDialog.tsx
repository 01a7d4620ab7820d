import { Box } from '@chakra-ui/react';
import { KEY_ROLES } from '../../../server/domain/keyInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Form } from '../../design/form/Form.tsx';
import { SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { CreatePartnerKeyDocument, type CreatePartnerKeyMutation } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/officeWords.ts';
import { keyForm, NEW_KEY } from './keyForm.ts';

interface MakeKeyDialogProps {
  open: boolean;
  onClose: () => void;
  onDone: (made: CreatePartnerKeyMutation['createPartnerKey']) => void;
}

export function MakeKeyDialog(props: MakeKeyDialogProps) {
  const openings = useOpenings(props.open);
  return <MakeKey key={openings} {...props} />;
}

function MakeKey({ open, onClose, onDone }: MakeKeyDialogProps) {
  const { say } = useOfficeWords();
  const [create] = useWrite(CreatePartnerKeyDocument, { failed: say('keyForm.failed') });
  const form = useForm({
    schema: keyForm,
    initial: NEW_KEY,
    open,
    send: async (input) => {
      const written = await create({ input });
      return written.kind === 'answered' ? { kind: 'done', result: written.data.createPartnerKey } : written;
    },
    onDone,
  });
  const isFarmer = form.values.role === 'farmer';
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={say('keyForm.title')}
      keepOpenOutside
      busy={form.busy}
      footer={
        <>
          <Button variant="secondary" disabled={form.busy} onClick={onClose}>
            {say('userForm.cancel')}
          </Button>
          <Button type="submit" form={form.id} busy={form.busy} busyLabel={say('keyForm.making')}>
            {say('keys.make')}
          </Button>
        </>
      }
    >
      <Form form={form} display="grid" gap="5" autoComplete="off">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <TextInput
          form={form}
          field="name"
          label={say('keyForm.name')}
          hint={say('keyForm.nameHint')}
          maxLength={80}
          required
        />
        <SelectInput
          form={form}
          field="role"
          label={say('keys.role')}
          hint={say('keyForm.roleHint')}
          options={KEY_ROLES.map((role) => ({ value: role, label: say(`role.${role}`) }))}
        />
        <TextInput
          form={form}
          field="farmId"
          label={say(isFarmer ? 'userForm.farm' : 'userForm.farmOptional')}
          hint={isFarmer ? say('userForm.farmHint') : undefined}
          maxLength={40}
          required={isFarmer}
        />
        <Box fontSize="sm" color="fg.muted">
          {say('keyForm.noExpiry')}
        </Box>
      </Form>
    </Dialog>
  );
}
