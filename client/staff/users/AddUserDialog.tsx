import { Box } from '@chakra-ui/react';
import { PASSWORD_MAX } from '../../../server/domain/access/accountInput.ts';
import type { Role } from '../../../server/domain/access/permissions.ts';
import { FieldGrid, WHOLE_ROW } from '../../design/FieldGrid.tsx';
import { SelectInput, TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { CreateUserDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { usePasswordEye } from '../admin-shared/usePasswordEye.tsx';
import { localizedText } from '../../words/localizedTexts.ts';
import { addUserForm, NEW_USER } from './userForm.ts';

interface AddUserDialogProps {
  open: boolean;
  roles: readonly Role[];
  onClose: () => void;
  onDone: (message: string) => void;
}

export function AddUserDialog(props: AddUserDialogProps) {
  const openings = useOpenings(props.open);
  return <AddUser key={openings} {...props} />;
}

function AddUser({ open, roles, onClose, onDone }: AddUserDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const eye = usePasswordEye();
  const [create] = useWrite(CreateUserDocument, { failed: say('userForm.failed') });
  const form = useForm({
    schema: addUserForm,
    initial: NEW_USER,
    open,
    send: async (input) => {
      const written = await create({ input });
      if (written.kind !== 'answered') return written;
      const { createUser } = written.data;
      if (createUser.__typename === 'StaffUser') return { kind: 'done', result: createUser };
      return { kind: 'failed', message: localizedText(words, createUser.said), field: 'username' };
    },
    onDone: ({ name, username }) => onDone(say('userForm.added', { name, username })),
  });
  const isFarmer = form.values.role === 'farmer';
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('userForm.addTitle')}
      size="lg"
      action={say('users.add')}
      busyLabel={say('userForm.adding')}
    >
      <FieldGrid>
        <TextInput
          form={form}
          field="username"
          label={say('users.username')}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <TextInput form={form} field="name" label={say('users.name')} maxLength={120} required />
        <SelectInput
          form={form}
          field="role"
          label={say('users.role')}
          options={roles.map((role) => ({ value: role, label: say(`role.${role}`) }))}
        />
        <TextInput
          form={form}
          field="farmId"
          label={say(isFarmer ? 'userForm.farm' : 'userForm.farmOptional')}
          maxLength={40}
          required={isFarmer}
        />
        <TextInput form={form} field="email" type="email" label={say('userForm.emailOptional')} maxLength={254} />
        <Box {...WHOLE_ROW}>
          <TextInput
            form={form}
            field="password"
            label={say('userForm.password')}
            hint={say('userForm.passwordHint')}
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            required
            {...eye}
          />
        </Box>
      </FieldGrid>
    </FormDialog>
  );
}
