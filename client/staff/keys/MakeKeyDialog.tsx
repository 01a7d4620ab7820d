import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { KEY_ROLES } from '../../../server/domain/access/keyInput.ts';
import { Button } from '../../design/Button.tsx';
import { SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { CreatePartnerKeyDocument, type CreatePartnerKeyMutation } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { ShownOnce } from '../admin-shared/ShownOnce.tsx';
import { keyForm, NEW_KEY } from './keyForm.ts';

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
  const [kept, setKept] = useState(false);
  const [reminded, setReminded] = useState(false);
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
  // Escape and the close button must not discard a secret that is shown only once.
  const close = () => (made === null || kept ? onClose() : setReminded(true));
  const isFarmer = form.values.role === 'farmer';
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={close}
      title={made === null ? say('keyForm.title') : say('keyMade.title', { name: made.partnerKey.name })}
      action={say('keys.make')}
      busyLabel={say('keyForm.making')}
      after={
        made === null
          ? undefined
          : {
              children: (
                <ShownOnce
                  secret={made.key}
                  kept={kept}
                  onKept={setKept}
                  reminded={reminded}
                  words={{
                    name: say('keyMade.key'),
                    title: say('keyMade.once'),
                    text: say('keyMade.onceText'),
                    kept: say('keyMade.kept'),
                    keepFirst: say('keyMade.keepFirst'),
                  }}
                />
              ),
              footer: (
                <Button key="done" onClick={close}>
                  {say('keyMade.done')}
                </Button>
              ),
            }
      }
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
        hint={isFarmer ? say('userForm.farmHint') : undefined}
        maxLength={40}
        required={isFarmer}
      />
      <Box fontSize="sm" color="fg.muted">
        {say('keyForm.noExpiry')}
      </Box>
    </FormDialog>
  );
}
