import { Box } from '@chakra-ui/react';
import { PASSWORD_MAX, setPasswordInput } from '../../../server/domain/access/accountInput.ts';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { SetUserPasswordDocument, type UserRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { usePasswordEye } from '../admin-shared/usePasswordEye.tsx';
import { localizedText } from '../../words/localizedTexts.ts';

interface UserPasswordDialogProps {
  user: UserRowFragment | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function UserPasswordDialog(props: UserPasswordDialogProps) {
  const openings = useOpenings(props.user !== null);
  return <UserPassword key={openings} {...props} />;
}

function UserPassword({ user, onClose, onDone }: UserPasswordDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const eye = usePasswordEye();
  const [set] = useWrite(SetUserPasswordDocument, { failed: say('userPassword.failed') });
  const shown = useLastShown(user);
  const form = useForm({
    schema: setPasswordInput,
    initial: { newPassword: '' },
    open: user !== null,
    send: async ({ newPassword }) => {
      if (user === null) return { kind: 'ignored' };
      const written = await set({ id: user.id, newPassword });
      if (written.kind !== 'answered') return written;
      const { setUserPassword } = written.data;
      return setUserPassword.__typename === 'StaffUser'
        ? { kind: 'done', result: setUserPassword }
        : { kind: 'failed', message: localizedText(words, setUserPassword.said) };
    },
    onDone: ({ username }) => onDone(say('userPassword.done', { username })),
  });
  return (
    <FormDialog
      form={form}
      open={user !== null}
      onClose={onClose}
      title={say('userPassword.title', { username: shown?.username ?? '' })}
      size="sm"
      action={say('userPassword.action')}
      busyLabel={say('userPassword.busy')}
    >
      <Box overflowWrap="anywhere">{say('userPassword.lead', { name: shown?.name ?? '' })}</Box>
      <TextInput
        form={form}
        field="newPassword"
        label={say('userPassword.label')}
        hint={say('password.newHint')}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
        {...eye}
      />
    </FormDialog>
  );
}
