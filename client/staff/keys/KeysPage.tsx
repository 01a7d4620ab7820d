import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Page } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { PartnerKeysDocument, RevokePartnerKeyDocument, type KeyRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { KeyTable } from './KeyTable.tsx';
import { MakeKeyDialog } from './MakeKeyDialog.tsx';

/** API keys of partners, for users who manage keys. */
export default function KeysPage() {
  const words = useOfficeWords();
  const { say } = words;
  const [page, setPage] = useState(1);
  const [making, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<KeyRowFragment | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { data, previousData, error, loading, refetch } = useQuery(PartnerKeysDocument, {
    variables: { page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.partnerKeys;
  const again = () => void refetch().catch(() => undefined);

  return (
    <Page
      title={say('partnerKeys.title')}
      actions={
        <Button onClick={() => setMaking(true)}>
          <Plus aria-hidden />
          {say('keys.make')}
        </Button>
      }
    >
      <PageIntro>{say('keys.lead')}</PageIntro>
      {done !== null && (
        <Banner tone="leaf" onDismiss={() => setDone(null)}>
          {done}
        </Banner>
      )}
      <KeyTable
        rows={shown?.keys}
        busy={loading && shown !== undefined}
        onRevoke={setRevoked}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('keys.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState icon={KeyRound} title={say('keys.none')}>
            {say('keys.noneHint')}
          </EmptyState>
        }
      />
      <PaginationControl
        page={page}
        totalPages={shown?.pagination.totalPages ?? 1}
        onChange={setPage}
        label={say('partnerKeys.list')}
      />
      <MakeKeyDialog open={making} onClose={() => setMaking(false)} onMade={again} />
      <RevokeKeyDialog
        partnerKey={revoked}
        onClose={() => setRevoked(null)}
        onDone={(message) => {
          setRevoked(null);
          setDone(message);
          again();
        }}
      />
    </Page>
  );
}

interface RevokeKeyDialogProps {
  partnerKey: KeyRowFragment | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Confirmation before a key is permanently revoked. */
function RevokeKeyDialog({ partnerKey, onClose, onDone }: RevokeKeyDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const [revoke] = useWrite(RevokePartnerKeyDocument, { failed: say('keyRevoke.failed') });
  const shown = useLastShown(partnerKey);
  const name = shown?.name ?? '';

  const confirm = async () => {
    if (partnerKey === null) return;
    const written = await revoke({ id: partnerKey.id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { revokePartnerKey } = written.data;
    if (revokePartnerKey.__typename !== 'RevokedPartnerKey')
      throw new Error(localizedText(words, revokePartnerKey.said));
    onDone(say('keyRevoke.done', { name }));
  };

  return (
    <ConfirmDialog
      open={partnerKey !== null}
      onClose={onClose}
      title={say('keyRevoke.title', { name })}
      action={say('keyRevoke.action')}
      busyLabel={say('keyRevoke.busy')}
      danger
      onConfirm={confirm}
      message={<Box overflowWrap="anywhere">{say('keyRevoke.text', { prefix: shown?.prefix ?? '' })}</Box>}
    />
  );
}
