import { useApolloClient } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { changePasswordInput, PASSWORD_MAX } from '../../../server/domain/access/accountInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Panel } from '../../design/Page.tsx';
import { ChangePasswordDocument, MySessionsDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { usePasswordEye } from '../admin-shared/usePasswordEye.tsx';
import { localizedText } from '../../words/localizedTexts.ts';

/** Form to change the user's password; it clears itself after success. */
export function ChangePassword() {
  const { say } = useOfficeWords();
  const [changed, setChanged] = useState(0);
  return (
    <Panel title={say('password.title')}>
      {changed > 0 && (
        <Banner key={changed} tone="leaf" mb="4">
          {say('password.done')}
        </Banner>
      )}
      <PasswordForm key={`form ${changed}`} onChanged={() => setChanged(changed + 1)} />
    </Panel>
  );
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const words = useOfficeWords();
  const { say } = words;
  const client = useApolloClient();
  const eye = usePasswordEye();
  const [change] = useWrite(ChangePasswordDocument, {
    failed: say('password.failed'),
    onAnswer: () => void client.refetchQueries({ include: [MySessionsDocument] }),
  });
  const form = useForm({
    schema: passwordForm(words),
    initial: { currentPassword: '', newPassword: '', again: '' },
    send: async (input) => {
      const written = await change(input);
      if (written.kind !== 'answered') return written;
      const { changePassword } = written.data;
      if (changePassword.__typename === 'PasswordChanged') return { kind: 'done', result: null };
      return { kind: 'failed', message: localizedText(words, changePassword.said), field: 'currentPassword' };
    },
    onDone: onChanged,
  });
  const look = { maxLength: PASSWORD_MAX, required: true, ...eye };
  return (
    <Form form={form}>
      <Flex direction="column" gap="4">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <TextInput
          form={form}
          field="currentPassword"
          label={say('password.current')}
          autoComplete="current-password"
          {...look}
        />
        <TextInput
          form={form}
          field="newPassword"
          label={say('password.new')}
          hint={say('password.newHint')}
          autoComplete="new-password"
          {...look}
        />
        <TextInput form={form} field="again" label={say('password.again')} autoComplete="new-password" {...look} />
        <Box fontSize="sm" color="fg.muted">
          {say('password.ends')}
        </Box>
        <Box>
          <Button type="submit" busy={form.busy} busyLabel={say('password.busy')}>
            {say('password.action')}
          </Button>
        </Box>
      </Flex>
    </Form>
  );
}

/** Schema of a new password: the server's rules, plus the form's checks (repeated, not the old one). */
export function passwordForm({ say }: OfficeWords) {
  return z
    .object({ ...changePasswordInput.shape, again: z.string() })
    .refine(({ newPassword, again }) => newPassword === again, { path: ['again'], message: say('password.differs') })
    .refine(({ currentPassword, newPassword }) => currentPassword !== newPassword, {
      path: ['newPassword'],
      message: say('password.same'),
    })
    .transform(({ again: _again, ...input }) => input);
}
