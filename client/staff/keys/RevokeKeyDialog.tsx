import { Box } from '@chakra-ui/react';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { RevokePartnerKeyDocument, type KeyRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { localizedText } from '../../words/localizedTexts.ts';

interface RevokeKeyDialogProps {
  partnerKey: KeyRowFragment | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Confirmation before a key is permanently revoked. */
export function RevokeKeyDialog({ partnerKey, onClose, onDone }: RevokeKeyDialogProps) {
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
