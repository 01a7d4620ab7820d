import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { accountFields, farmerHasFarm, needsFarm } from '../../../server/domain/access/accountInput.ts';
import type { Role } from '../../../server/domain/access/permissions.ts';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import { SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { InviteUserDocument, type InviteUserMutation } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { useLinkShown } from './useLinkShown.ts';

const { name, role, email, farmId } = accountFields;

/** Schema of an invitation: the server's rules, for controls that are never undefined. */
export const inviteForm = z
  .strictObject({ name, role, email: email.unwrap(), farmId: farmId.unwrap() })
  .refine(farmerHasFarm, needsFarm);

interface InviteDialogProps {
  open: boolean;
  roles: readonly Role[];
  mailOffered: boolean;
  onClose: () => void;
  /** called as soon as the invitation exists; the message is null while its link is shown */
  onMade: (message: string | null) => void;
}

/** Invites somebody; where the link is not mailed, shows it once. */
export function InviteDialog(props: InviteDialogProps) {
  const openings = useOpenings(props.open);
  return <Invite key={openings} {...props} />;
}

function Invite({ open, roles, mailOffered, onClose, onMade }: InviteDialogProps) {
  const { say } = useOfficeWords();
  const [made, setMade] = useState<InviteUserMutation['inviteUser'] | null>(null);
  const [invite] = useWrite(InviteUserDocument, { failed: say('invite.failed') });
  const form = useForm({
    schema: inviteForm,
    initial: { name: '', role: roles.includes('processor') ? 'processor' : 'farmer', email: '', farmId: '' },
    open,
    send: async (input) => {
      const written = await invite({ input: { ...input, byMail: mailOffered && input.email !== '' } });
      return written.kind === 'answered' ? { kind: 'done', result: written.data.inviteUser } : written;
    },
    onDone: (answer) => {
      if (answer.link === null) {
        onMade(say('invite.mailed', { name: answer.invitation.name, email: answer.invitation.email }));
        return;
      }
      setMade(answer);
      onMade(null);
    },
  });
  const { close, after } = useLinkShown(made?.link ?? null, onClose);
  const isFarmer = form.values.role === 'farmer';
  const byMail = mailOffered && form.values.email !== '';
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={close}
      title={made === null ? say('invite.title') : say('invite.linkTitle', { name: made.invitation.name })}
      size="lg"
      action={say(byMail ? 'invite.send' : 'invite.makeLink')}
      busyLabel={say('invite.busy')}
      after={after}
    >
      <FieldGrid>
        <TextInput form={form} field="name" label={say('users.name')} maxLength={120} required />
        <TextInput form={form} field="email" type="email" label={say('userForm.emailOptional')} maxLength={254} />
        <SelectInput
          form={form}
          field="role"
          label={say('users.role')}
          options={roles.map((one) => ({ value: one, label: say(`role.${one}`) }))}
        />
        <TextInput
          form={form}
          field="farmId"
          label={say(isFarmer ? 'userForm.farm' : 'userForm.farmOptional')}
          maxLength={40}
          required={isFarmer}
        />
      </FieldGrid>
      <Box fontSize="sm" color="fg.muted" aria-live="polite">
        {say(byMail ? 'invite.byMail' : 'invite.byHand')}
      </Box>
    </FormDialog>
  );
}
