import { Dialog } from '../../design/Dialog.tsx';
import { ShortcutList } from '../../design/shortcuts/ShortcutList.tsx';
import { useStaffWords } from '../../words/staffWords.ts';

/** The shortcuts available now, and the switch for single-letter shortcuts. */
export default function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { say } = useStaffWords();
  return (
    <Dialog open={open} onClose={onClose} size="sm" title={say('keys.title')}>
      <ShortcutList characterKeys={say('keys.letters')} />
    </Dialog>
  );
}
