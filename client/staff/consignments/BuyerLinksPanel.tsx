import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { Ban, CircleCheck, Clock, History, Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { Panel } from '../../design/Page.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import {
  LinksOfConsignmentDocument,
  RevokeBuyerLinkDocument,
  type BuyerLinkRowFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useConsignmentWords, type ConsignmentWords } from '../../words/consignmentWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { auditPagePath } from '../audit/auditAddress.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { CreateLinkDialog } from './CreateLinkDialog.tsx';

/** Links by which the buyer reads a consignment: made, listed and revoked. Their use is in the audit trail. */
export function BuyerLinksPanel({ consignmentId }: { consignmentId: string }) {
  const words = useConsignmentWords();
  const { say } = words;
  const manages = useMay('manage_consignments');
  const [creating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<BuyerLinkRowFragment | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(LinksOfConsignmentDocument, {
    variables: { id: consignmentId },
    fetchPolicy: 'cache-and-network',
  });
  const again = () => void refetch().catch(() => undefined);
  const columns = useMemo(() => linkColumns(words), [words]);
  const actions = useLinkActions(setRevoked);
  const links = data?.consignment?.links;
  return (
    <Panel
      title={say('links.title')}
      actions={
        manages && (
          <Button size="sm" variant="secondary" onClick={() => setCreating(true)}>
            <Link2 aria-hidden />
            {say('links.create')}
          </Button>
        )
      }
    >
      <Box color="fg.muted" fontSize="sm" mb="4">
        {say('links.lead')}
      </Box>
      {done !== null && (
        <Banner tone="leaf" mb="4" onDismiss={() => setDone(null)}>
          {done}
        </Banner>
      )}
      <DataTable
        stacks
        caption={say('links.list')}
        columns={columns}
        rows={links}
        rowId={({ id }) => id}
        {...(actions === null ? {} : { actions })}
        loading={say('links.loading')}
        expected={2}
        error={
          error === undefined || links !== undefined ? undefined : (
            <LoadFailure title={say('links.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={<Box p="4">{say('links.none')}</Box>}
      />
      <CreateLinkDialog
        consignmentId={consignmentId}
        open={creating}
        onClose={() => setCreating(false)}
        onMade={again}
      />
      <RevokeLinkDialog
        link={revoked}
        onClose={() => setRevoked(null)}
        onDone={() => {
          setRevoked(null);
          setDone(say('links.revokeDone'));
          again();
        }}
      />
    </Panel>
  );
}

/** What the user can do with a link; null if nothing. */
function useLinkActions(onRevoke: (link: BuyerLinkRowFragment) => void) {
  const { say, formatDateTime } = useConsignmentWords();
  const manages = useMay('manage_consignments');
  const seesAudit = useMay('view_audit');
  const navigate = useNavigate();
  return useMemo(() => {
    if (!manages && !seesAudit) return null;
    const itemsOf = (link: BuyerLinkRowFragment) => [
      ...(seesAudit
        ? [
            {
              id: 'audit',
              label: say('links.audit'),
              icon: History,
              onSelect: () => void navigate(auditPagePath({ subject: link.id })),
            },
          ]
        : []),
      ...(manages && link.revokedAt === null
        ? [{ id: 'revoke', label: say('links.revoke'), icon: Ban, danger: true, onSelect: () => onRevoke(link) }]
        : []),
    ];
    return {
      name: say('links.actions'),
      render: (link: BuyerLinkRowFragment) => {
        const items = itemsOf(link);
        if (items.length === 0) return null;
        return <ActionMenu label={say('links.actionsOf', { when: formatDateTime(link.createdAt) })} actions={items} />;
      },
    };
  }, [manages, seesAudit, navigate, onRevoke, say, formatDateTime]);
}

function linkColumns({ say, formatDateTime }: ConsignmentWords): Column<BuyerLinkRowFragment>[] {
  return [
    {
      id: 'made',
      name: say('links.made'),
      width: '11rem',
      usual: '9rem',
      render: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      id: 'ends',
      name: say('links.ends'),
      width: '11rem',
      usual: '9rem',
      render: ({ expiresAt }) => formatDateTime(expiresAt),
    },
    {
      id: 'state',
      name: say('links.state'),
      width: '7rem',
      usual: '5rem',
      render: (link) => <LinkState link={link} />,
    },
  ];
}

function LinkState({ link: { revokedAt, expiresAt } }: { link: BuyerLinkRowFragment }) {
  const { say } = useConsignmentWords();
  // As of the last render: a link that ends meanwhile is refused by the server.
  const [now] = useState(() => Date.now());
  if (revokedAt !== null) return <Badge icon={Ban}>{say('links.revoked')}</Badge>;
  if (Date.parse(expiresAt) <= now) return <Badge icon={Clock}>{say('links.over')}</Badge>;
  return (
    <Badge tone="leaf" icon={CircleCheck}>
      {say('links.valid')}
    </Badge>
  );
}

interface RevokeLinkDialogProps {
  link: BuyerLinkRowFragment | null;
  onClose: () => void;
  onDone: () => void;
}

/** Confirmation before a link is revoked for good. */
function RevokeLinkDialog({ link, onClose, onDone }: RevokeLinkDialogProps) {
  const words = useConsignmentWords();
  const { say, formatDateTime } = words;
  const [revoke] = useWrite(RevokeBuyerLinkDocument, { failed: say('links.revokeFailed') });
  const shown = useLastShown(link);
  const confirm = async () => {
    if (link === null) return;
    const written = await revoke({ id: link.id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { revokeBuyerLink } = written.data;
    if (revokeBuyerLink.__typename !== 'BuyerLinkRevoked') throw new Error(localizedText(words, revokeBuyerLink.said));
    onDone();
  };
  return (
    <ConfirmDialog
      open={link !== null}
      onClose={onClose}
      title={say('links.revokeTitle')}
      action={say('links.revoke')}
      busyLabel={say('links.revoking')}
      danger
      onConfirm={confirm}
      message={say('links.revokeText', { when: formatDateTime(shown?.createdAt) })}
    />
  );
}
