import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { HANDED_RESET_HOURS, RESET_MINUTES } from '../../../server/domain/access/invitationInput.ts';
import { Button } from '../../design/Button.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { MakeResetLinkDocument, type UserRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useLinkShown } from './useLinkShown.ts';

interface ResetLinkDialogProps {
  user: UserRowFragment | null;
  mailOffered: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Lets somebody set a new password themselves: by a mailed link, or one to hand over. */
export function ResetLinkDialog(props: ResetLinkDialogProps) {
  const openings = useOpenings(props.user !== null);
  return <ResetLink key={openings} {...props} />;
}

function ResetLink({ user, mailOffered, onClose, onDone }: ResetLinkDialogProps) {
  const words = useOfficeWords();
  const { say } = words;
  const shown = useLastShown(user);
  const [link, setLink] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [make, busy] = useWrite(MakeResetLinkDocument, { failed: say('resetLink.failed') });
  const { close, after } = useLinkShown(link, onClose);
  const run = async (byMail: boolean) => {
    if (user === null) return;
    setFailure(null);
    const written = await make({ id: user.id, byMail });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') return setFailure(written.message);
    const { makeResetLink } = written.data;
    if (makeResetLink.__typename === 'NotFound') return setFailure(localizedText(words, makeResetLink.said));
    if (makeResetLink.link === null) onDone(say('resetLink.mailed', { email: user.email }));
    else setLink(makeResetLink.link);
  };
  const byMail = mailOffered && shown !== null && shown.email !== '';
  return (
    <Dialog
      open={user !== null}
      onClose={close}
      title={say('resetLink.title', { username: shown?.username ?? '' })}
      size="sm"
      busy={busy}
      footer={
        after?.footer ?? (
          <>
            <Button variant={byMail ? 'secondary' : 'primary'} busy={busy} onClick={() => void run(false)}>
              {say('resetLink.make')}
            </Button>
            {byMail && (
              <Button busy={busy} onClick={() => void run(true)}>
                {say('resetLink.mail')}
              </Button>
            )}
          </>
        )
      }
    >
      {after?.children ?? (
        <>
          {failure !== null && <Banner mb="4">{failure}</Banner>}
          <Box overflowWrap="anywhere">
            {byMail
              ? say('resetLink.leadMail', { email: shown.email, minutes: RESET_MINUTES, hours: HANDED_RESET_HOURS })
              : say('resetLink.lead', { name: shown?.name ?? '', hours: HANDED_RESET_HOURS })}
          </Box>
        </>
      )}
    </Dialog>
  );
}
