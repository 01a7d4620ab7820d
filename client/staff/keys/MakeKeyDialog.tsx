import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { farmerHasFarm, needsFarm } from '../../../server/domain/access/accountInput.ts';
import { KEY_ROLES, newKeyInput } from '../../../server/domain/access/keyInput.ts';
import { SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { CreatePartnerKeyDocument, type CreatePartnerKeyMutation } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { useShownOnce } from '../admin-shared/useShownOnce.tsx';

const { farmId, ...fields } = newKeyInput.shape;

/** Schema of a new key: the server's rules, for controls that are never undefined. */
export const keyForm = z.strictObject({ ...fields, farmId: farmId.unwrap() }).refine(farmerHasFarm, needsFarm);

export const NEW_KEY: z.input<typeof keyForm> = { name: '', role: 'processor', farmId: '' };

interface MakeKeyDialogProps {
  open: boolean;
  onClose: () => void;
  /** called as soon as the key exists */
  onMade: () => void;
}

/** Creates a key, then shows it once. The dialog closes only after the user confirms that they stored it. */
export function MakeKeyDialog(props: MakeKeyDialogProps) {
  const openings = useOpenings(props.open);
  return <MakeKey key={openings} {...props} />;
}

function MakeKey({ open, onClose, onMade }: MakeKeyDialogProps) {
  const { say } = useOfficeWords();
  const [made, setMade] = useState<CreatePartnerKeyMutation['createPartnerKey'] | null>(null);
  const [create] = useWrite(CreatePartnerKeyDocument, { failed: say('keyForm.failed') });
  const form = useForm({
    schema: keyForm,
    initial: NEW_KEY,
    open,
    send: async (input) => {
      const written = await create({ input });
      return written.kind === 'answered' ? { kind: 'done', result: written.data.createPartnerKey } : written;
    },
    onDone: (answer) => {
      setMade(answer);
      onMade();
    },
  });
  const { close, after } = useShownOnce(
    made?.key ?? null,
    {
      name: say('keyMade.key'),
      title: say('keyMade.once'),
      text: say('keyMade.onceText'),
      kept: say('keyMade.kept'),
      keepFirst: say('keyMade.keepFirst'),
      done: say('keyMade.done'),
    },
    onClose,
  );
  const isFarmer = form.values.role === 'farmer';
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={close}
      title={made === null ? say('keyForm.title') : say('keyMade.title', { name: made.partnerKey.name })}
      action={say('keys.make')}
      busyLabel={say('keyForm.making')}
      after={after}
    >
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
        maxLength={40}
        required={isFarmer}
      />
      <Box fontSize="sm" color="fg.muted">
        {say('keyForm.noExpiry')}
      </Box>
    </FormDialog>
  );
}
