import { chakra } from '@chakra-ui/react';
import { Ban, CircleCheck, History } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Badge } from '../../design/Badge.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import type { KeyRowFragment } from '../../graphql/generated.ts';
import { DASH } from '../../words/format.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { auditPagePath } from '../audit/auditAddress.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { RelativeTime } from '../../design/RelativeTime.tsx';

interface KeyTableProps {
  rows: readonly KeyRowFragment[] | undefined;
  busy: boolean;
  error: ReactNode;
  empty: ReactNode;
  onRevoke: (key: KeyRowFragment) => void;
}

/** Keys, newest first, including revoked ones. */
export function KeyTable({ rows, busy, error, empty, onRevoke }: KeyTableProps) {
  const words = useOfficeWords();
  const { say } = words;
  const seesAudit = useMay('view_audit');
  const navigate = useNavigate();
  const columns = useMemo(() => keyColumns(words), [words]);
  const actions = useMemo(
    () => ({
      name: say('users.actions'),
      render: (key: KeyRowFragment) => {
        const items = [
          ...(seesAudit
            ? [
                {
                  id: 'audit',
                  label: say('keys.auditOf'),
                  icon: History,
                  onSelect: () => void navigate(auditPagePath({ actor: key.id })),
                },
              ]
            : []),
          ...(key.revokedAt === null
            ? [{ id: 'revoke', label: say('keys.revoke'), icon: Ban, danger: true, onSelect: () => onRevoke(key) }]
            : []),
        ];
        return items.length === 0 ? null : (
          <ActionMenu label={say('keys.actionsOf', { name: key.name })} actions={items} />
        );
      },
    }),
    [say, onRevoke, seesAudit, navigate],
  );
  return (
    <DataTable
      stacks
      caption={say('partnerKeys.list')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      actions={actions}
      loading={say('keys.loading')}
      busy={busy}
      error={error}
      empty={empty}
    />
  );
}

/** A key by its partner; of the key itself, only how it begins. */
function keyColumns(words: OfficeWords): Column<KeyRowFragment>[] {
  const { say, formatDateTime } = words;
  return [
    {
      id: 'name',
      name: say('keys.partner'),
      width: '12rem',
      usual: '10rem',
      render: ({ name }) => <LongText text={name} />,
    },
    {
      id: 'state',
      name: say('keys.state'),
      width: '7rem',
      usual: '5rem',
      render: ({ revokedAt }) =>
        revokedAt === null ? (
          <Badge tone="leaf" icon={CircleCheck}>
            {say('keys.working')}
          </Badge>
        ) : (
          <chakra.span title={say('keys.revokedAt', { when: formatDateTime(revokedAt) })}>
            <Badge icon={Ban}>{say('keys.revoked')}</Badge>
          </chakra.span>
        ),
    },
    { id: 'role', name: say('keys.role'), width: '7rem', usual: '5rem', render: ({ role }) => say(`role.${role}`) },
    {
      id: 'farm',
      name: say('keys.farm'),
      width: '7rem',
      usual: '5rem',
      render: ({ farmId }) => <LongText text={farmId || DASH} />,
    },
    {
      id: 'prefix',
      name: say('keys.begins'),
      width: '8rem',
      usual: '6rem',
      render: ({ prefix }) => <chakra.span fontFamily="mono">{prefix}…</chakra.span>,
    },
    {
      id: 'made',
      name: say('keys.made'),
      width: '11rem',
      usual: '9rem',
      render: ({ createdAt }) => <chakra.span whiteSpace="nowrap">{formatDateTime(createdAt)}</chakra.span>,
    },
    {
      id: 'used',
      name: say('keys.lastUsed'),
      width: '11rem',
      usual: '9rem',
      render: ({ lastUsedAt }) => (
        <chakra.span whiteSpace="nowrap">
          {lastUsedAt === null ? say('keys.never') : <RelativeTime iso={lastUsedAt} />}
        </chakra.span>
      ),
    },
  ];
}
