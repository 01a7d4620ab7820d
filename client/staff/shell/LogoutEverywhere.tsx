import { ConfirmDialog } from '../../design/Dialog.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { useSession } from '../session/SessionProvider.tsx';

interface LogoutEverywhereProps {
  open: boolean;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
}

/** Confirmation that ends the user's sessions on every device. */
export default function LogoutEverywhere(props: LogoutEverywhereProps) {
  const { say } = useStaffWords();
  const { logoutEverywhere } = useSession();
  return (
    <ConfirmDialog
      {...props}
      title={say('shell.logOutEverywhere')}
      message={say('shell.logOutEverywhereSure')}
      action={say('shell.logOutEverywhere')}
      busyLabel={say('shell.loggingOut')}
      onConfirm={async () => {
        const message = await logoutEverywhere();
        if (message !== null) throw new Error(message);
      }}
    />
  );
}
