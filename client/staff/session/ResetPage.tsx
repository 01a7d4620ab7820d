import { Flex } from '@chakra-ui/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { PASSWORD_MAX, setPasswordInput } from '../../../server/domain/access/accountInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { ResetPasswordDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { HOME_PATH } from '../address.ts';
import { usePasswordEye } from '../admin-shared/usePasswordEye.tsx';
import { useSession } from './SessionProvider.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';

/** Sets a new password by a link; whoever did is signed in. */
export default function ResetPage() {
  const words = useOfficeWords();
  const { say } = words;
  const token = useLocation().hash.slice(1);
  const eye = usePasswordEye();
  const { login } = useSession();
  const navigate = useNavigate();
  const [reset] = useWrite(ResetPasswordDocument, { failed: say('reset.failed') });
  const form = useForm({
    schema: setPasswordInput,
    initial: { newPassword: '' },
    send: async ({ newPassword }) => {
      const written = await reset({ token, newPassword });
      if (written.kind !== 'answered') return written;
      const { resetPassword } = written.data;
      if (resetPassword.__typename !== 'PasswordReset') {
        return { kind: 'failed', message: localizedText(words, resetPassword.said) };
      }
      await login(resetPassword.username, newPassword);
      return { kind: 'done', result: null };
    },
    // A sign-in that failed leads to the sign-in page.
    onDone: () => void navigate(HOME_PATH, { replace: true }),
  });
  return (
    <SignedOutPage title={say('reset.title')} lead={say('reset.lead')}>
      <Form form={form}>
        <Flex direction="column" gap="4">
          {form.failure !== null && <Banner>{form.failure}</Banner>}
          <TextInput
            form={form}
            field="newPassword"
            label={say('password.new')}
            hint={say('password.newHint')}
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            required
            {...eye}
          />
          <Button type="submit" busy={form.busy} busyLabel={say('reset.busy')}>
            {say('reset.action')}
          </Button>
        </Flex>
      </Form>
    </SignedOutPage>
  );
}
