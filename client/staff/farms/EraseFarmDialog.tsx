import { ConfirmDialog } from '../../design/Dialog.tsx';
import { EraseFarmDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';

interface EraseFarmDialogProps {
  open: boolean;
  farmId: string;
  onClose: () => void;
  onDone: () => void;
}

/** Confirmation before the values of a register entry are erased for good. */
export function EraseFarmDialog({ open, farmId, onClose, onDone }: EraseFarmDialogProps) {
  const words = useFarmWords();
  const { say } = words;
  const [erase] = useWrite(EraseFarmDocument, { failed: say('farmErase.failed') });
  const confirm = async () => {
    const written = await erase({ farmId });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { eraseFarm } = written.data;
    if (eraseFarm.__typename !== 'FarmErased') throw new Error(localizedText(words, eraseFarm.said));
    onDone();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={say('farmErase.title', { farmId })}
      action={say('farmErase.action')}
      busyLabel={say('farmErase.busy')}
      danger
      onConfirm={confirm}
      message={say('farmErase.text', { farmId })}
    />
  );
}
