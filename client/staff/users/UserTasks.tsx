import { Box } from '@chakra-ui/react';
import { PASSWORD_MAX, setPasswordInput } from '../../../server/domain/access/accountInput.ts';
import type { Role } from '../../../server/domain/access/permissions.ts';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { SetUserPasswordDocument, UpdateUserDocument, type UserRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { usePasswordEye } from '../admin-shared/usePasswordEye.tsx';
import { AddUserDialog } from './AddUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';

/** The current task on accounts; `state` toggles between enabled and disabled. */
export type UserTask = { kind: 'add' } | { kind: 'edit' | 'password' | 'state'; user: UserRowFragment };

interface UserTasksProps {
  task: UserTask | null;
  /** roles that the user may assign */
  roles: readonly Role[];
  onClose: () => void;
  /** receives the success message for the page */
  onDone: (message: string) => void;
}

/** The dialogs of the account list. Each stays mounted while it closes, so that the focus returns. */
export function UserTasks({ task, roles, onClose, onDone }: UserTasksProps) {
  const userOf = (kind: UserTask['kind']) =>
    task !== null && task.kind !== 'add' && task.kind === kind ? task.user : null;
  return (
    <>
      <AddUserDialog open={task?.kind === 'add'} roles={roles} onClose={onClose} onDone={onDone} />
      <EditUserDialog user={userOf('edit')} roles={roles} onClose={onClose} onDone={onDone} />
      <UserPasswordDialog user={userOf('password')} onClose={onClose} onDone={onDone} />
      <UserStateDialog user={userOf('state')} onClose={onClose} onDone={onDone} />
    </>
  );
}

interface UserStateDialogProps {
  user: UserRowFragment | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Confirmation before an account is disabled or enabled, with the consequences. */
function UserStateDialog({ user, onClose, onDone }: UserStateDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const [update] = useWrite(UpdateUserDocument, { failed: say('userState.failed') });
  const shown = useLastShown(user);
  const username = shown?.username ?? '';
  const isDisabled = shown?.disabled ?? false;

  const confirm = async () => {
    if (user === null) return;
    const written = await update({ id: user.id, input: { disabled: !user.disabled } });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { updateUser } = written.data;
    if (updateUser.__typename !== 'StaffUser') throw new Error(localizedText(words, updateUser.said));
    onDone(say(updateUser.disabled ? 'userState.disabled' : 'userState.enabled', { username }));
  };

  return (
    <ConfirmDialog
      open={user !== null}
      onClose={onClose}
      title={say(isDisabled ? 'userState.enableTitle' : 'userState.disableTitle', { username })}
      action={say(isDisabled ? 'userState.enableAction' : 'userState.disableAction', { username })}
      busyLabel={say(isDisabled ? 'userState.enabling' : 'userState.disabling')}
      danger={!isDisabled}
      onConfirm={confirm}
      message={
        <Box overflowWrap="anywhere">
          {say(isDisabled ? 'userState.enableText' : 'userState.disableText', { name: shown?.name ?? '' })}
        </Box>
      }
    />
  );
}

interface UserPasswordDialogProps {
  user: UserRowFragment | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

function UserPasswordDialog(props: UserPasswordDialogProps) {
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
