import type { Role } from '../../../server/domain/access/permissions.ts';
import type { UserRowFragment } from '../../graphql/generated.ts';
import { AddUserDialog } from './AddUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { UserPasswordDialog } from './UserPasswordDialog.tsx';
import { UserStateDialog } from './UserStateDialog.tsx';

/** What is being done about accounts; `state` disables an enabled one and enables a disabled one. */
export type UserTask = { kind: 'add' } | { kind: 'edit' | 'password' | 'state'; user: UserRowFragment };

interface UserTasksProps {
  task: UserTask | null;
  /** roles that may be given */
  roles: readonly Role[];
  onClose: () => void;
  /** told what was done, for the page to say */
  onDone: (message: string) => void;
}

/** The dialogs of the list of accounts. Each stays while it closes, so that focus returns. */
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
