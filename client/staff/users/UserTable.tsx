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
import { useOfficeWords } from '../../words/adminMessages.ts';
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
  const { say, formatDateTime } = words;
  const { id: own } = useUser();
  const seesAudit = useMay('view_audit');
  const navigate = useNavigate();
  const columns = useMemo(
    (): Column<UserRowFragment>[] => [
      {
        id: 'username',
        name: say('users.username'),
        width: '10rem',
        usual: '8rem',
        render: ({ id, username }) => (
          <>
            {username}
            {id === own && (
              <chakra.span color="fg.muted" ms="1.5" fontWeight="400">
                {say('users.you')}
              </chakra.span>
            )}
          </>
        ),
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
    ],
    [say, formatDateTime, own],
  );
  const actions = useMemo(
    () => ({
      name: say('users.actions'),
      render: (user: UserRowFragment) => (
        <ActionMenu
          label={say('users.actionsOf', { username: user.username })}
          actions={[
            { id: 'edit', label: say('users.edit'), icon: Pencil, onSelect: () => onTask({ kind: 'edit', user }) },
            {
              id: 'password',
              label: say('users.setPassword'),
              icon: KeyRound,
              onSelect: () => onTask({ kind: 'password', user }),
            },
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
      ),
    }),
    [say, onTask, seesAudit, navigate],
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
