import { Box } from '@chakra-ui/react';
import type { Role } from '../../../server/domain/access/permissions.ts';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { UpdateUserDocument, type UserRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { AddUserDialog } from './AddUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { ResetLinkDialog } from './ResetLinkDialog.tsx';

/** The current task on accounts; `state` toggles between enabled and disabled. */
export type UserTask = { kind: 'add' | 'invite' } | { kind: 'edit' | 'password' | 'state'; user: UserRowFragment };

interface UserTasksProps {
  task: UserTask | null;
  /** roles that the user may assign */
  roles: readonly Role[];
  /** the server sends mail */
  mailOffered: boolean;
  onClose: () => void;
  /** receives the success message for the page */
  onDone: (message: string) => void;
  /** an invitation was made, and its link is still shown */
  onInvited: () => void;
}

/** The dialogs of the account list. Each stays mounted while it closes, so that the focus returns. */
export function UserTasks({ task, roles, mailOffered, onClose, onDone, onInvited }: UserTasksProps) {
  const userOf = (kind: UserTask['kind']) => (task !== null && 'user' in task && task.kind === kind ? task.user : null);
  return (
    <>
      <AddUserDialog open={task?.kind === 'add'} roles={roles} onClose={onClose} onDone={onDone} />
      <EditUserDialog user={userOf('edit')} roles={roles} onClose={onClose} onDone={onDone} />
      <InviteDialog
        open={task?.kind === 'invite'}
        roles={roles}
        mailOffered={mailOffered}
        onClose={onClose}
        onMade={(message) => (message === null ? onInvited() : onDone(message))}
      />
      <ResetLinkDialog user={userOf('password')} mailOffered={mailOffered} onClose={onClose} onDone={onDone} />
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
