import { Box } from '@chakra-ui/react';
import { Download, Trash2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { DocumentValidity } from '../../../server/domain/due-diligence/documentClasses.ts';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Badge } from '../../design/Badge.tsx';
import type { ToneName } from '../../design/colors.ts';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import type { DocumentPartsFragment } from '../../graphql/generated.ts';
import { useDueDiligenceWords, type DueDiligenceWords } from '../../words/dueDiligenceWords.ts';
import { useDownload } from '../lot/useDownload.ts';
import { useMay } from '../session/SessionProvider.tsx';

const VALIDITY_TONES: Record<DocumentValidity, ToneName> = {
  valid: 'leaf',
  expires_soon: 'pod',
  expired: 'alarm',
  not_yet: 'sky',
};

interface DocumentTableProps {
  rows: readonly DocumentPartsFragment[] | undefined;
  busy: boolean;
  error: ReactNode;
  empty: ReactNode;
  onRemove: (document: DocumentPartsFragment) => void;
}

/** Documents by the order of the server; each is downloaded, and by managers deleted, from its menu. */
export function DocumentTable({ rows, busy, error, empty, onRemove }: DocumentTableProps) {
  const words = useDueDiligenceWords();
  const { say } = words;
  const seesAll = useMay('view_all_lots');
  const manages = useMay('manage_due_diligence') && seesAll;
  const { download } = useDownload();
  const columns = useMemo(() => documentColumns(words), [words]);
  const actions = {
    name: say('docs.actions'),
    render: (row: DocumentPartsFragment) => (
      <ActionMenu
        label={say('docs.actionsOf', { title: row.title || say('docs.untitled') })}
        actions={[
          {
            id: 'download',
            label: say('docs.download'),
            icon: Download,
            onSelect: () => download(`/due-diligence/documents/${row.id}/file`, row.name),
          },
          ...(manages
            ? [{ id: 'remove', label: say('docs.remove'), icon: Trash2, danger: true, onSelect: () => onRemove(row) }]
            : []),
        ]}
      />
    ),
  };
  return (
    <DataTable
      stacks
      caption={say('docs.list')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      actions={actions}
      loading={say('docs.loading')}
      busy={busy}
      error={error}
      empty={empty}
    />
  );
}

function documentColumns(words: DueDiligenceWords): Column<DocumentPartsFragment>[] {
  const { say, formatDate } = words;
  return [
    {
      id: 'title',
      name: say('docs.titleColumn'),
      width: '14rem',
      usual: '10rem',
      render: ({ title }) => <LongText text={title || say('docs.untitled')} />,
    },
    {
      id: 'class',
      name: say('docs.class'),
      width: '11rem',
      usual: '8rem',
      render: ({ documentClass }) => say(`class.${documentClass}`),
    },
    {
      id: 'about',
      name: say('docs.about'),
      width: '11rem',
      usual: '8rem',
      render: ({ subjectKind, subjectName, subject }) => (
        <LongText text={say('subject.named', { kind: say(`subject.${subjectKind}`), name: subjectName ?? subject })} />
      ),
    },
    {
      id: 'validity',
      name: say('docs.validity'),
      width: '11rem',
      usual: '8rem',
      render: ({ validity, validUntil }) => (
        <Box>
          <Badge tone={VALIDITY_TONES[validity]}>{say(`validity.${validity}`)}</Badge>
          <Box fontSize="sm" color="fg.muted">
            {validUntil === null ? say('docs.noEnd') : say('docs.until', { day: formatDate(validUntil) })}
          </Box>
        </Box>
      ),
    },
    {
      id: 'ledger',
      name: say('docs.ledger'),
      width: '8rem',
      usual: '5rem',
      render: ({ isAnchored }) => say(isAnchored ? 'docs.anchored' : 'docs.waiting'),
    },
  ];
}
