import { Box } from '@chakra-ui/react';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { UpdateUserDocument, type UserRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { useLastShown } from '../../design/useLastShown.ts';
import { localizedText } from '../../words/localizedTexts.ts';

interface UserStateDialogProps {
  user: UserRowFragment | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Confirmation before an account is disabled or enabled, with the consequences. */
export function UserStateDialog({ user, onClose, onDone }: UserStateDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const [update] = useWrite(UpdateUserDocument, { failed: say('userState.failed') });
  const shown = useLastShown(user);
  const username = shown?.username ?? '';
  const isDisabled = shown?.disabled ?? false;

  const confirm = async () => {
    if (user === null) return;
    const written = await update({ id: user.id, input: { disabled: !user.disabled } });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { updateUser } = written.data;
    if (updateUser.__typename !== 'StaffUser') throw new Error(localizedText(words, updateUser.said));
    onDone(say(updateUser.disabled ? 'userState.disabled' : 'userState.enabled', { username }));
  };

  return (
    <ConfirmDialog
      open={user !== null}
      onClose={onClose}
      title={say(isDisabled ? 'userState.enableTitle' : 'userState.disableTitle', { username })}
      action={say(isDisabled ? 'userState.enableAction' : 'userState.disableAction', { username })}
      busyLabel={say(isDisabled ? 'userState.enabling' : 'userState.disabling')}
      danger={!isDisabled}
      onConfirm={confirm}
      message={
        <Box overflowWrap="anywhere">
          {say(isDisabled ? 'userState.enableText' : 'userState.disableText', { name: shown?.name ?? '' })}
        </Box>
      }
    />
  );
}
