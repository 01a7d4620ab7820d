import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { Ban, Link2, Mail } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Badge } from '../../design/Badge.tsx';
import { ConfirmDialog, Dialog } from '../../design/Dialog.tsx';
import { Panel } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import {
  InvitationsDocument,
  RenewInvitationDocument,
  RevokeInvitationDocument,
  type InvitationRowFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useLinkShown } from './useLinkShown.ts';

/** One page of open invitations. */
export function useInvitations(page: number) {
  const { data, previousData, error, loading, refetch } = useQuery(InvitationsDocument, {
    variables: { page },
    fetchPolicy: 'cache-and-network',
  });
  return {
    shown: (data ?? previousData)?.invitations,
    error,
    loading,
    /** never rejects: a failure is in `error` */
    refetch: () =>
      refetch().then(
        () => undefined,
        () => undefined,
      ),
  };
}

interface OpenInvitationsProps {
  invitations: ReturnType<typeof useInvitations>;
  onPage: (page: number) => void;
  onDone: (message: string) => void;
}

/** Invitations that nobody has accepted yet; nothing while there are none. */
export function OpenInvitations({ invitations, onPage, onDone }: OpenInvitationsProps) {
  const words = useOfficeWords();
  const { say } = words;
  const { shown, error, loading, refetch } = invitations;
  const [failure, setFailure] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<InvitationRowFragment | null>(null);
  const [handed, setHanded] = useState<{ name: string; link: string } | null>(null);
  const [renew] = useWrite(RenewInvitationDocument, { failed: say('invite.failed') });

  const again = async ({ id, name, email }: InvitationRowFragment, byMail: boolean) => {
    const written = await renew({ id, byMail });
    if (written.kind === 'ignored') return;
    setFailure(null);
    if (written.kind === 'failed') return setFailure(written.message);
    const { renewInvitation } = written.data;
    if (renewInvitation.__typename === 'NotFound') return setFailure(localizedText(words, renewInvitation.said));
    if (renewInvitation.link === null) onDone(say('invite.mailed', { name, email }));
    else setHanded({ name, link: renewInvitation.link });
    await refetch();
  };

  const columns = useMemo(() => invitationColumns(words), [words]);
  const mailOffered = shown?.mailOffered ?? false;
  const actions = {
    name: say('users.actions'),
    render: (invitation: InvitationRowFragment) => (
      <ActionMenu
        label={say('invite.actionsOf', { name: invitation.name })}
        actions={[
          ...(mailOffered && invitation.email !== ''
            ? [{ id: 'mail', label: say('invite.mailAgain'), icon: Mail, onSelect: () => void again(invitation, true) }]
            : []),
          { id: 'link', label: say('invite.newLink'), icon: Link2, onSelect: () => void again(invitation, false) },
          {
            id: 'revoke',
            label: say('invite.revoke'),
            icon: Ban,
            danger: true,
            onSelect: () => setRevoking(invitation),
          },
        ]}
      />
    ),
  };
  const isEmpty = shown === undefined || shown.pagination.total === 0;
  return (
    <>
      {(error !== undefined || !isEmpty) && (
        <Panel title={say('invite.open')}>
          {failure !== null && (
            <Banner mb="4" onDismiss={() => setFailure(null)}>
              {failure}
            </Banner>
          )}
          <DataTable
            stacks
            caption={say('invite.open')}
            columns={columns}
            rows={shown?.invitations}
            rowId={({ id }) => id}
            actions={actions}
            loading={say('invite.loading')}
            busy={loading && shown !== undefined}
            error={
              error === undefined || shown !== undefined ? undefined : (
                <LoadFailure title={say('invite.loadFailed')} error={error} onRetry={refetch} />
              )
            }
            empty={null}
          />
          {shown !== undefined && shown.pagination.totalPages > 1 && (
            <PaginationControl
              page={shown.pagination.page}
              totalPages={shown.pagination.totalPages}
              onChange={onPage}
              label={say('invite.open')}
            />
          )}
        </Panel>
      )}
      <RevokeDialog
        invitation={revoking}
        onClose={() => setRevoking(null)}
        onDone={(message) => {
          setRevoking(null);
          onDone(message);
          void refetch();
        }}
      />
      <LinkDialog handed={handed} onClose={() => setHanded(null)} />
    </>
  );
}

interface RevokeDialogProps {
  invitation: InvitationRowFragment | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

function RevokeDialog({ invitation, onClose, onDone }: RevokeDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const [revoke] = useWrite(RevokeInvitationDocument, { failed: say('invite.failed') });
  const name = useLastShown(invitation)?.name ?? '';
  const confirm = async () => {
    if (invitation === null) return;
    const written = await revoke({ id: invitation.id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { revokeInvitation } = written.data;
    if (revokeInvitation.__typename === 'NotFound') throw new Error(localizedText(words, revokeInvitation.said));
    onDone(say('invite.revoked', { name }));
  };
  return (
    <ConfirmDialog
      open={invitation !== null}
      onClose={onClose}
      title={say('invite.revokeTitle', { name })}
      action={say('invite.revoke')}
      busyLabel={say('invite.busy')}
      danger
      onConfirm={confirm}
      message={<Box overflowWrap="anywhere">{say('invite.revokeText')}</Box>}
    />
  );
}

/** The newest link of an invitation, to hand over. */
function LinkDialog({ handed, onClose }: { handed: { name: string; link: string } | null; onClose: () => void }) {
  const shown = useLastShown(handed);
  return shown === null ? null : <LinkOnce key={shown.link} {...shown} open={handed !== null} onClose={onClose} />;
}

function LinkOnce({ name, link, open, onClose }: { name: string; link: string; open: boolean; onClose: () => void }) {
  const { say } = useOfficeWords();
  const { close, after } = useLinkShown(link, onClose);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={say('invite.linkTitle', { name })}
      keepOpenOutside
      footer={after?.footer}
    >
      {after?.children}
    </Dialog>
  );
}

function invitationColumns({ say, formatDateTime }: OfficeWords): Column<InvitationRowFragment>[] {
  return [
    {
      id: 'name',
      name: say('users.name'),
      width: '12rem',
      usual: '10rem',
      render: ({ name }) => <LongText text={name} />,
    },
    { id: 'role', name: say('users.role'), width: '7rem', usual: '5rem', render: ({ role }) => say(`role.${role}`) },
    {
      id: 'sent',
      name: say('invite.how'),
      width: '14rem',
      usual: '10rem',
      render: ({ mail, email }) => <LongText text={say(`invite.mail.${mail}`, { email })} />,
    },
    {
      id: 'until',
      name: say('invite.until'),
      width: '10rem',
      usual: '8rem',
      render: ({ expiresAt }) =>
        new Date(expiresAt) > new Date() ? formatDateTime(expiresAt) : <Badge>{say('invite.expired')}</Badge>,
    },
    {
      id: 'by',
      name: say('invite.by'),
      width: '10rem',
      usual: '8rem',
      render: ({ invitedBy }) => <LongText text={invitedBy} />,
    },
  ];
}
