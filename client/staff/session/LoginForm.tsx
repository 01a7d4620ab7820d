import { Flex } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button, IconButton } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { loginForm } from './loginRules.ts';
import { useSession } from './SessionProvider.tsx';

const TYPING_RESTS_MS = 300;

interface LoginFormProps {
  /** expected user; none by default */
  username?: string;
  /** moves the focus to the first field, because the program opened the page and the previous focus is gone */
  focused?: boolean;
  disabled?: boolean;
  onSend?: () => void;
}

/**
 * User name and password (docs/spec/staff-screens.md, 'Sign-in rules'), for the sign-in page and the dialog over an
 * expired session.
 */
export function LoginForm({ username = '', focused = false, disabled = false, onSend }: LoginFormProps) {
  const { say } = useStaffWords();
  const { login } = useSession();
  const [shown, setShown] = useState(false);
  const form = useForm({
    schema: loginForm,
    initial: { username, password: '' },
    restMs: TYPING_RESTS_MS,
    send: async (typed) => {
      onSend?.();
      const message = await login(typed.username, typed.password);
      return message === null ? { kind: 'done', result: null } : { kind: 'failed', message };
    },
  });
  const { focus } = form;
  const beginsFocused = useEffectEvent(() => {
    if (focused) focus('start');
  });
  useEffect(() => beginsFocused(), []);
  return (
    <Form form={form}>
      <Flex direction="column" gap="4">
        {form.failure !== null && <Banner>{form.failure}</Banner>}
        <TextInput
          form={form}
          field="username"
          label={say('login.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          form={form}
          field="password"
          // A dialog focuses the first empty field.
          data-autofocus={username === '' ? undefined : ''}
          label={say('login.password')}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          end={
            <IconButton
              label={say(shown ? 'login.hidePassword' : 'login.showPassword')}
              icon={shown ? <EyeOff /> : <Eye />}
              onClick={() => setShown(!shown)}
            />
          }
        />
        <Button type="submit" busy={form.busy} busyLabel={say('login.signingIn')} disabled={disabled}>
          {say('login.signIn')}
        </Button>
      </Flex>
    </Form>
  );
}
