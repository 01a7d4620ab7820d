import { Box, chakra, Flex } from '@chakra-ui/react';
import { Eye, EyeOff, LogIn } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button, IconButton } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { LoadingText } from '../../design/Loading.tsx';
import { Mark } from '../../design/Mark.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { StaffRich, useStaffWords } from '../../words/staffWords.ts';
import { fetchDemoAccounts, type DemoAccount } from './demoAccounts.ts';
import { loginForm } from './loginForm.ts';
import { useSession } from './SessionProvider.tsx';

const TYPING_RESTS_MS = 300;
const VERSION = '1.0.0';

/** The sign-in page (staff specification, section 2, 'Login screen'). */
export default function LoginPage() {
  const { say } = useStaffWords();
  const { user, loading, initialized, error, retry } = useSession();
  if (user !== null) return <Navigate to="/admin/dashboard" replace />;
  if (!initialized && loading) return <LoadingText>{say('app.initializing')}</LoadingText>;
  return (
    <Flex direction="column" align="center" minH="100dvh" px="4" py={{ base: '6', md: '12' }}>
      <title>{say('app.title', { page: say('login.title') })}</title>
      <Flex as="main" direction="column" gap="5" w="full" maxW="26rem" flex="1" justify="center">
        <Flex direction="column" align="center" textAlign="center" gap="1">
          <Mark size="3rem" />
          <Box fontSize="sm" color="fg.muted" mt="2">
            {say('app.name')}
          </Box>
          <chakra.h1 fontSize="2xl" fontWeight="600" letterSpacing="-0.02em" lineHeight="1.2">
            {say('login.title')}
          </chakra.h1>
          <Box color="fg.muted">{say('login.purpose')}</Box>
        </Flex>
        {error !== null && !initialized && (
          <Banner
            tone="pod"
            action={
              <Button variant="secondary" size="sm" onClick={retry}>
                {say('again.retry')}
              </Button>
            }
          >
            {error}
          </Banner>
        )}
        <LoginForm />
        <Box textAlign="center">
          <TextLink asChild>
            <Link to="/verify">{say('login.toVerify')}</Link>
          </TextLink>
        </Box>
      </Flex>
      <Box as="footer" mt="10" maxW="34rem" textAlign="center" fontSize="xs" color="fg.muted">
        <Box>{say('login.version', { version: VERSION })}</Box>
        <StaffRich id="login.gdpr" parts={{ link: <PrivacyLink /> }} />
      </Box>
    </Flex>
  );
}

function PrivacyLink({ children }: { children?: ReactNode }) {
  return (
    <TextLink asChild>
      <Link to="/privacy">{children}</Link>
    </TextLink>
  );
}

function LoginForm() {
  const { say } = useStaffWords();
  const { login } = useSession();
  const [shown, setShown] = useState(false);
  // The account whose quick login runs.
  const [chosen, setChosen] = useState<string | null>(null);
  const form = useForm({
    schema: loginForm,
    initial: { username: '', password: '' },
    restMs: TYPING_RESTS_MS,
    send: async ({ username, password }) => {
      const message = await login(username, password);
      return message === null ? { kind: 'done', result: null } : { kind: 'failed', message };
    },
  });
  const signInAs = async ({ username, password }: DemoAccount) => {
    if (chosen !== null || form.busy) return;
    form.forget();
    form.setFailure(null);
    setChosen(username);
    const message = await login(username, password);
    setChosen(null);
    form.setFailure(message);
  };

  return (
    <>
      <Panel p={{ base: '4', md: '6' }}>
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
            <Button type="submit" busy={form.busy} busyLabel={say('login.signingIn')} disabled={chosen !== null}>
              {say('login.signIn')}
            </Button>
          </Flex>
        </Form>
      </Panel>
      <QuickLogin chosen={chosen} disabled={form.busy} onChoose={(account) => void signInAs(account)} />
    </>
  );
}

interface QuickLoginProps {
  chosen: string | null;
  disabled: boolean;
  onChoose: (account: DemoAccount) => void;
}

function QuickLogin({ chosen, disabled, onChoose }: QuickLoginProps) {
  const { say } = useStaffWords();
  const [accounts, setAccounts] = useState<DemoAccount[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const show = async () => {
      const found = await fetchDemoAccounts(leaving.signal);
      if (!leaving.signal.aborted) setAccounts(found);
    };
    void show();
    return () => leaving.abort();
  }, []);
  if (accounts.length === 0) return null;
  return (
    <Panel title={say('login.demo')} p={{ base: '4', md: '6' }}>
      <Box fontSize="sm" color="fg.muted" mb="3" mt="-2">
        {say('login.demoHint')}
      </Box>
      <Flex gap="2" wrap="wrap">
        {accounts.map((account) => (
          <Button
            key={account.username}
            variant="secondary"
            flex="1"
            px="2"
            busy={chosen === account.username}
            disabled={disabled || (chosen !== null && chosen !== account.username)}
            onClick={() => onChoose(account)}
          >
            <LogIn aria-hidden />
            {account.label}
          </Button>
        ))}
      </Flex>
    </Panel>
  );
}
