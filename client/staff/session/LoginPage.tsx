import { Box, chakra, Flex } from '@chakra-ui/react';
import { Eye, EyeOff, LogIn } from 'lucide-react';
import { useEffect, useState } from 'react';
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
import { fetchDemoAccounts, type DemoAccount } from './demoAccounts.ts';
import { loginForm } from './loginForm.ts';
import { useSession } from './SessionProvider.tsx';

const TYPING_RESTS_MS = 300;

/** The sign-in page (staff specification, section 2, 'Login screen'). */
export default function LoginPage() {
  const { user, loading, initialized, error, retry } = useSession();
  if (user !== null) return <Navigate to="/admin/dashboard" replace />;
  if (!initialized && loading) return <LoadingText>Initializing Manam-Trace...</LoadingText>;
  return (
    <Flex direction="column" align="center" minH="100dvh" px="4" py={{ base: '6', md: '12' }}>
      <title>Admin Portal - Manam-Trace</title>
      <Flex as="main" direction="column" gap="5" w="full" maxW="26rem" flex="1" justify="center">
        <Flex direction="column" align="center" textAlign="center" gap="1">
          <Mark size="3rem" />
          <Box fontSize="sm" color="fg.muted" mt="2">
            Manam-Trace
          </Box>
          <chakra.h1 fontSize="2xl" fontWeight="600" letterSpacing="-0.02em" lineHeight="1.2">
            Admin Portal
          </chakra.h1>
          <Box color="fg.muted">Sign in to manage your cacao supply chain</Box>
        </Flex>
        {error !== null && !initialized && (
          <Banner
            tone="pod"
            action={
              <Button variant="secondary" size="sm" onClick={retry}>
                Retry
              </Button>
            }
          >
            {error}
          </Banner>
        )}
        <LoginForm />
        <Box textAlign="center">
          <TextLink asChild>
            <Link to="/verify">Back to product verification</Link>
          </TextLink>
        </Box>
      </Flex>
      <Box as="footer" mt="10" maxW="34rem" textAlign="center" fontSize="xs" color="fg.muted">
        <Box>Version 1.0.0</Box>
        GDPR notice: we process your account and the entries you make to document the supply chain, as EU Regulation
        2023/1115 asks. You may see, export and erase your data.{' '}
        <TextLink asChild>
          <Link to="/privacy">Privacy</Link>
        </TextLink>
      </Box>
    </Flex>
  );
}

function LoginForm() {
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
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextInput
              form={form}
              field="password"
              label="Password"
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              end={
                <IconButton
                  label={shown ? 'Hide password' : 'Show password'}
                  icon={shown ? <EyeOff /> : <Eye />}
                  onClick={() => setShown(!shown)}
                />
              }
            />
            <Button type="submit" busy={form.busy} busyLabel="Signing in..." disabled={chosen !== null}>
              Sign In
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
    <Panel title="Demo accounts" p={{ base: '4', md: '6' }}>
      <Box fontSize="sm" color="fg.muted" mb="3" mt="-2">
        One click signs you in. This server runs on demo data.
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
