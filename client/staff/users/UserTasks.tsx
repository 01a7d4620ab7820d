import type { Role } from '../../../server/domain/access/permissions.ts';
import type { UserRowFragment } from '../../graphql/generated.ts';
import { AddUserDialog } from './AddUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { UserPasswordDialog } from './UserPasswordDialog.tsx';
import { UserStateDialog } from './UserStateDialog.tsx';

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
