import { useQuery } from '@apollo/client/react';
import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { acceptInvitationInput } from '../../../server/domain/access/invitationInput.ts';
import { PASSWORD_MAX } from '../../../server/domain/access/accountInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { LoadingText } from '../../design/Loading.tsx';
import { AcceptInvitationDocument, OpenInvitationDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { HOME_PATH } from '../address.ts';
import { usePasswordEye } from '../admin-shared/usePasswordEye.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useSession } from './SessionProvider.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';
import { suggestedName } from './suggestedName.ts';

const joinForm = acceptInvitationInput.pick({ username: true, password: true });

/** Opens an invitation: whoever holds its link chooses user name and password, and is signed in. */
export default function JoinPage() {
  const words = useOfficeWords();
  const { say } = words;
  const token = useLocation().hash.slice(1);
  const { loading } = useSession();
  const [joined, setJoined] = useState(false);
  const { data, error, refetch } = useQuery(OpenInvitationDocument, {
    variables: { token },
    // Until it is known who is signed in, the store may be cleared, and a query under way with it.
    skip: loading,
    fetchPolicy: 'network-only',
  });
  const opened = data?.openInvitation;
  // A sign-in that failed leads from there to the sign-in page.
  if (joined) return <Navigate to={HOME_PATH} replace />;
  if (opened === undefined) {
    return (
      <SignedOutPage title={say('join.title')}>
        {error === undefined ? (
          <LoadingText>{say('join.loading')}</LoadingText>
        ) : (
          <LoadFailure title={say('join.loadFailed')} error={error} onRetry={refetch} />
        )}
      </SignedOutPage>
    );
  }
  if (opened.__typename !== 'OpenInvitation') {
    return (
      <SignedOutPage title={say('join.title')}>
        <Banner>{localizedText(words, opened.said)}</Banner>
      </SignedOutPage>
    );
  }
  const { name, role, farmId, invitedBy } = opened;
  const roleName = say(`role.${role}`);
  return (
    <SignedOutPage
      title={say('join.welcome', { name })}
      lead={
        farmId === ''
          ? say('join.lead', { by: invitedBy, role: roleName })
          : say('join.leadFarm', { by: invitedBy, role: roleName, farm: farmId })
      }
    >
      <JoinForm token={token} suggestion={suggestedName(name)} onJoined={() => setJoined(true)} />
    </SignedOutPage>
  );
}

interface JoinFormProps {
  token: string;
  /** a user name to begin with */
  suggestion: string;
  onJoined: () => void;
}

function JoinForm({ token, suggestion, onJoined }: JoinFormProps) {
  const words = useOfficeWords();
  const { say } = words;
  const eye = usePasswordEye();
  const { login } = useSession();
  const [accept] = useWrite(AcceptInvitationDocument, { failed: say('join.failed') });
  const form = useForm({
    schema: joinForm,
    initial: { username: suggestion, password: '' },
    send: async (input) => {
      const written = await accept({ token, ...input });
      if (written.kind !== 'answered') return written;
      const { acceptInvitation } = written.data;
      if (acceptInvitation.__typename === 'AcceptedInvitation') {
        await login(input.username, input.password);
        // Not in `onDone`: another user's sign-in clears the store, and this form with what it was drawn from.
        onJoined();
        return { kind: 'done', result: null };
      }
      const message = localizedText(words, acceptInvitation.said);
      return acceptInvitation.__typename === 'UsernameTaken'
        ? { kind: 'failed', message, field: 'username' }
        : { kind: 'failed', message };
    },
  });
  return (
    <Form form={form}>
      <Flex direction="column" gap="4">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <TextInput
          form={form}
          field="username"
          label={say('users.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <TextInput
          form={form}
          field="password"
          label={say('login.password')}
          hint={say('password.newHint')}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          {...eye}
        />
        <Button type="submit" busy={form.busy} busyLabel={say('join.busy')}>
          {say('join.action')}
        </Button>
      </Flex>
    </Form>
  );
}
