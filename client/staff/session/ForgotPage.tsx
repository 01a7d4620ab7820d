import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { RESET_MINUTES, passwordResetAskedInput } from '../../../server/domain/access/invitationInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { RequestPasswordResetDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { SignedOutPage } from './SignedOutPage.tsx';

/** Asks for a link to a new password. The answer is the same whether there is such an account. */
export default function ForgotPage() {
  const { say } = useOfficeWords();
  const [asked, setAsked] = useState(false);
  const [ask] = useWrite(RequestPasswordResetDocument, { failed: say('forgot.failed') });
  const form = useForm({
    schema: passwordResetAskedInput,
    initial: { login: '' },
    send: async (input) => {
      const written = await ask(input);
      return written.kind === 'answered' ? { kind: 'done', result: null } : written;
    },
    onDone: () => setAsked(true),
  });
  return (
    <SignedOutPage title={say('forgot.title')} {...(asked ? {} : { lead: say('forgot.lead') })}>
      {asked ? (
        <Banner tone="leaf" title={say('forgot.asked')}>
          {say('forgot.askedText', { minutes: RESET_MINUTES })}
        </Banner>
      ) : (
        <Form form={form}>
          <Flex direction="column" gap="4">
            {form.failure !== null && <Banner>{form.failure}</Banner>}
            <TextInput
              form={form}
              field="login"
              label={say('forgot.login')}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              required
            />
            <Button type="submit" busy={form.busy} busyLabel={say('forgot.busy')}>
              {say('forgot.action')}
            </Button>
            <Box fontSize="sm" color="fg.muted">
              {say('forgot.noMail')}
            </Box>
          </Flex>
        </Form>
      )}
    </SignedOutPage>
  );
}
