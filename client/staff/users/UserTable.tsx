import { chakra } from '@chakra-ui/react';
import { Ban, CircleCheck, History, KeyRound, Pencil } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Badge } from '../../design/Badge.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import type { UserRowFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { auditPagePath } from '../audit/auditAddress.ts';
import { useMay, useUser } from '../session/SessionProvider.tsx';
import type { UserTask } from './UserTasks.tsx';

interface UserTableProps {
  rows: readonly UserRowFragment[] | undefined;
  busy: boolean;
  error: ReactNode;
  empty: ReactNode;
  onTask: (task: UserTask) => void;
}

/** Accounts by user name; a row opens the edit dialog. */
export function UserTable({ rows, busy, error, empty, onTask }: UserTableProps) {
  const words = useOfficeWords();
  const { say } = words;
  const { id: own } = useUser();
  const columns = useMemo(() => userColumns(words, own), [words, own]);
  const actions = useMemo(
    () => ({
      name: say('users.actions'),
      render: (user: UserRowFragment) => <UserActions user={user} onTask={onTask} />,
    }),
    [say, onTask],
  );
  return (
    <DataTable
      stacks
      caption={say('users.list')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      onOpen={(user) => onTask({ kind: 'edit', user })}
      actions={actions}
      loading={say('users.loading')}
      busy={busy}
      error={error}
      empty={empty}
    />
  );
}

/** What can be done with an account. */
function UserActions({ user, onTask }: { user: UserRowFragment; onTask: UserTableProps['onTask'] }) {
  const { say } = useOfficeWords();
  const seesAudit = useMay('view_audit');
  const navigate = useNavigate();
  return (
    <ActionMenu
      label={say('users.actionsOf', { username: user.username })}
      actions={[
        { id: 'edit', label: say('users.edit'), icon: Pencil, onSelect: () => onTask({ kind: 'edit', user }) },
        ...(user.disabled
          ? []
          : [
              {
                id: 'password',
                label: say('users.resetPassword'),
                icon: KeyRound,
                onSelect: () => onTask({ kind: 'password', user }),
              },
            ]),
        ...(seesAudit
          ? [
              {
                id: 'audit',
                label: say('users.auditOf'),
                icon: History,
                onSelect: () => void navigate(auditPagePath({ actor: user.username })),
              },
            ]
          : []),
        user.disabled
          ? {
              id: 'enable',
              label: say('users.enable'),
              icon: CircleCheck,
              onSelect: () => onTask({ kind: 'state', user }),
            }
          : {
              id: 'disable',
              label: say('users.disable'),
              icon: Ban,
              danger: true,
              onSelect: () => onTask({ kind: 'state', user }),
            },
      ]}
    />
  );
}

/** @param own UUID of the caller's account */
function userColumns(words: OfficeWords, own: string): Column<UserRowFragment>[] {
  const { say, formatDateTime } = words;
  return [
    {
      id: 'username',
      name: say('users.username'),
      width: '10rem',
      usual: '8rem',
      render: ({ id, username }) => <Username username={username} id={id} own={own} />,
    },
    {
      id: 'name',
      name: say('users.name'),
      width: '12rem',
      usual: '10rem',
      render: ({ name }) => <LongText text={name} />,
    },
    { id: 'role', name: say('users.role'), width: '7rem', usual: '5rem', render: ({ role }) => say(`role.${role}`) },
    {
      id: 'farm',
      name: say('users.farm'),
      width: '7rem',
      usual: '5rem',
      render: ({ farmId }) => <LongText text={farmId || DASH} />,
    },
    {
      id: 'email',
      name: say('users.email'),
      width: '12rem',
      usual: '10rem',
      render: ({ email }) => <LongText text={email || DASH} />,
    },
    {
      id: 'state',
      name: say('users.state'),
      width: '7rem',
      usual: '5rem',
      render: ({ disabled }) =>
        disabled ? (
          <Badge icon={Ban}>{say('users.disabled')}</Badge>
        ) : (
          <Badge tone="leaf" icon={CircleCheck}>
            {say('users.enabled')}
          </Badge>
        ),
    },
    {
      id: 'added',
      name: say('users.added'),
      width: '10rem',
      usual: '8rem',
      render: ({ createdAt }) => <chakra.span whiteSpace="nowrap">{formatDateTime(createdAt)}</chakra.span>,
    },
  ];
}

function Username({ username, id, own }: { username: string; id: string; own: string }) {
  const { say } = useOfficeWords();
  return (
    <>
      {username}
      {id === own && (
        <chakra.span color="fg.muted" ms="1.5" fontWeight="400">
          {say('users.you')}
        </chakra.span>
      )}
    </>
  );
}
