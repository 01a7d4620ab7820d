import { Box } from '@chakra-ui/react';
import type { Role } from '../../../server/domain/access/permissions.ts';
import { FieldGrid } from '../../design/FieldGrid.tsx';
import { SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { UpdateUserDocument, type UserRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { useUser } from '../session/SessionProvider.tsx';
import { changesOf, editedUser, editUserForm, NEW_USER } from './userForm.ts';

interface EditUserDialogProps {
  user: UserRowFragment | null;
  roles: readonly Role[];
  onClose: () => void;
  onDone: (message: string) => void;
}

export function EditUserDialog(props: EditUserDialogProps) {
  const openings = useOpenings(props.user !== null);
  return <EditUser key={openings} {...props} />;
}

function EditUser({ user, roles, onClose, onDone }: EditUserDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const self = useUser();
  const [update] = useWrite(UpdateUserDocument, { failed: say('userForm.failed') });
  const { username: _username, password: _password, ...nothing } = NEW_USER;
  const shown = useLastShown(user);
  const form = useForm({
    schema: editUserForm,
    initial: user === null ? nothing : editedUser(user),
    open: user !== null,
    send: async (input) => {
      if (user === null) return { kind: 'ignored' };
      const written = await update({ id: user.id, input: changesOf(user, input) });
      if (written.kind !== 'answered') return written;
      const { updateUser } = written.data;
      return updateUser.__typename === 'StaffUser'
        ? { kind: 'done', result: updateUser }
        : { kind: 'failed', message: localizedText(words, updateUser.said) };
    },
    onDone: ({ username }) => onDone(say('userForm.changed', { username })),
  });
  const isFarmer = form.values.role === 'farmer';
  const keepsRole = shown?.id === self.id && self.role !== 'admin';
  return (
    <FormDialog
      form={form}
      open={user !== null}
      onClose={onClose}
      title={say('userForm.editTitle', { username: shown?.username ?? '' })}
      size="lg"
      action={say('userForm.save')}
      busyLabel={say('userForm.saving')}
      disabled={form.changed.length === 0}
    >
      <FieldGrid>
        <TextInput form={form} field="name" label={say('users.name')} maxLength={120} required />
        <TextInput form={form} field="email" type="email" label={say('userForm.emailOptional')} maxLength={254} />
        <SelectInput
          form={form}
          field="role"
          label={say('users.role')}
          hint={keepsRole ? say('userForm.ownRole') : undefined}
          disabled={keepsRole}
          options={roles.map((role) => ({ value: role, label: say(`role.${role}`) }))}
        />
        <TextInput
          form={form}
          field="farmId"
          label={say(isFarmer ? 'userForm.farm' : 'userForm.farmOptional')}
          maxLength={40}
          required={isFarmer}
        />
      </FieldGrid>
      <Box fontSize="sm" color="fg.muted">
        {say('userForm.roleHolds')}
      </Box>
    </FormDialog>
  );
}
