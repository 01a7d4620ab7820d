import { Box } from '@chakra-ui/react';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import { LoginForm } from './LoginForm.tsx';
import { useSession, useUser } from './SessionProvider.tsx';

/**
 * Sign-in dialog over a page whose session expired. The same user continues with their input; another user starts clean
 * (docs/spec/staff-screens.md, 'Admin gate').
 */
export default function EndedSession() {
  const { say } = useStaffWords();
  const { username, name } = useUser();
  const { logout } = useSession();
  return (
    <Dialog
      open
      required
      onClose={() => undefined}
      size="sm"
      title={say('ended.title')}
      footer={
        <LinkButton variant="quiet" to="/login" onClick={() => void logout()}>
          {say('ended.leave')}
        </LinkButton>
      }
    >
      <Box mb="4" overflowWrap="anywhere">
        {say('ended.text', { name })}
      </Box>
      <LoginForm username={username} />
    </Dialog>
  );
}
