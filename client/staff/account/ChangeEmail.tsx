import { useApolloClient } from '@apollo/client/react';
import { changeEmailInput, PASSWORD_MAX } from '../../../server/domain/access/accountInput.ts';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { ChangeMyEmailDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FormDialog } from '../admin-shared/FormDialog.tsx';
import { usePasswordEye } from '../admin-shared/usePasswordEye.tsx';

interface ChangeEmailProps {
  open: boolean;
  account: { id: string; email: string };
  onClose: () => void;
  onChanged: (email: string) => void;
}

/** Changes the mail address of one's account, to which a link to a new password goes. It takes the password. */
export function ChangeEmail(props: ChangeEmailProps) {
  const openings = useOpenings(props.open);
  return <EmailForm key={openings} {...props} />;
}

function EmailForm({ open, account: { id, email }, onClose, onChanged }: ChangeEmailProps) {
  const words = useOfficeWords();
  const { say } = words;
  const eye = usePasswordEye();
  const { cache } = useApolloClient();
  const [change] = useWrite(ChangeMyEmailDocument, { failed: say('email.failed') });
  const form = useForm({
    schema: changeEmailInput,
    initial: { email, currentPassword: '' },
    open,
    send: async (input) => {
      const written = await change(input);
      if (written.kind !== 'answered') return written;
      const { changeMyEmail } = written.data;
      if (changeMyEmail.__typename === 'EmailChanged') return { kind: 'done', result: changeMyEmail.email };
      return { kind: 'failed', message: localizedText(words, changeMyEmail.said), field: 'currentPassword' };
    },
    onDone: (changed) => {
      cache.modify({ id: cache.identify({ __typename: 'User', id }) ?? '', fields: { email: () => changed } });
      onChanged(changed);
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={say('email.title')}
      size="sm"
      action={say('email.action')}
      busyLabel={say('email.busy')}
    >
      <TextInput
        form={form}
        field="email"
        type="email"
        label={say('users.email')}
        hint={say('email.hint')}
        autoComplete="email"
        maxLength={254}
      />
      <TextInput
        form={form}
        field="currentPassword"
        label={say('password.current')}
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        required
        {...eye}
      />
    </FormDialog>
  );
}
