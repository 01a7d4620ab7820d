import { Eraser, History, Pencil } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import type { PartyRowFragment } from '../../graphql/generated.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { DASH } from '../../words/format.ts';
import { auditPagePath } from '../audit/auditAddress.ts';
import { useMay } from '../session/SessionProvider.tsx';

/** The current task on parties. */
export type PartyTask = { kind: 'add' } | { kind: 'edit' | 'erase'; party: PartyRowFragment };

interface PartyTableProps {
  rows: readonly PartyRowFragment[] | undefined;
  busy: boolean;
  error: ReactNode;
  empty: ReactNode;
  onTask: (task: PartyTask) => void;
}

/** Parties by name. For those who manage them, a row opens the edit dialog. */
export function PartyTable({ rows, busy, error, empty, onTask }: PartyTableProps) {
  const words = useOfficeWords();
  const { say } = words;
  const manages = useMay('manage_parties');
  const seesAudit = useMay('view_audit');
  const columns = useMemo(() => partyColumns(words), [words]);
  const actions = useMemo(
    () => ({
      name: say('parties.actions'),
      render: (party: PartyRowFragment) => <PartyActions party={party} onTask={onTask} />,
    }),
    [say, onTask],
  );
  return (
    <DataTable
      stacks
      caption={say('parties.list')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      {...(manages ? { onOpen: (party: PartyRowFragment) => onTask({ kind: 'edit', party }) } : {})}
      {...(manages || seesAudit ? { actions } : {})}
      loading={say('parties.loading')}
      busy={busy}
      error={error}
      empty={empty}
    />
  );
}

/** What the user can do with a party. */
function PartyActions({ party, onTask }: { party: PartyRowFragment; onTask: PartyTableProps['onTask'] }) {
  const { say } = useOfficeWords();
  const manages = useMay('manage_parties');
  const seesAudit = useMay('view_audit');
  const navigate = useNavigate();
  const edit = {
    id: 'edit',
    label: say('parties.edit'),
    icon: Pencil,
    onSelect: () => onTask({ kind: 'edit', party }),
  };
  const audit = {
    id: 'audit',
    label: say('parties.auditOf'),
    icon: History,
    onSelect: () => void navigate(auditPagePath({ subject: party.id })),
  };
  const erase = {
    id: 'erase',
    label: say('parties.erase'),
    icon: Eraser,
    danger: true,
    onSelect: () => onTask({ kind: 'erase', party }),
  };
  return (
    <ActionMenu
      label={say('parties.actionsOf', { name: party.name })}
      actions={[...(manages ? [edit] : []), ...(seesAudit ? [audit] : []), ...(manages ? [erase] : [])]}
    />
  );
}

function partyColumns({ say, formatCountry }: OfficeWords): Column<PartyRowFragment>[] {
  return [
    {
      id: 'name',
      name: say('parties.name'),
      width: '14rem',
      usual: '10rem',
      render: ({ name }) => <LongText text={name} />,
    },
    {
      id: 'kind',
      name: say('parties.kind'),
      width: '8rem',
      usual: '6rem',
      render: ({ kind }) => say(`parties.kind.${kind}`),
    },
    {
      id: 'country',
      name: say('parties.country'),
      width: '8rem',
      usual: '6rem',
      render: ({ country }) => formatCountry(country) ?? country,
    },
    {
      id: 'address',
      name: say('parties.address'),
      width: '14rem',
      usual: '10rem',
      render: ({ address }) => <LongText text={address || DASH} />,
    },
    {
      id: 'eori',
      name: say('parties.eori'),
      width: '10rem',
      usual: '8rem',
      render: ({ eori }) => <LongText text={eori || DASH} />,
    },
    {
      id: 'email',
      name: say('parties.email'),
      width: '12rem',
      usual: '10rem',
      render: ({ email }) => <LongText text={email || DASH} />,
    },
  ];
}
