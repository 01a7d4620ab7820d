import { Box, chakra, Flex } from '@chakra-ui/react';
import { Eye, EyeOff, LogIn } from 'lucide-react';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button, IconButton } from '../../design/Button.tsx';
import { TextField } from '../../design/Field.tsx';
import { LoadingText } from '../../design/Loading.tsx';
import { Mark } from '../../design/Mark.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { fetchDemoAccounts, type DemoAccount } from './demoAccounts.ts';
import { loginErrors, type LoginErrors } from './loginForm.ts';
import { useSession } from './SessionProvider.tsx';

const DEBOUNCE_MS = 300;

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
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [errors, setErrors] = useState<LoginErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  // Which sign-in runs: the form's own, or the quick login of one account.
  const [busy, setBusy] = useState<string | null>(null);
  const timers = useRef(new Map<keyof LoginErrors, ReturnType<typeof setTimeout>>());
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const pending = timers.current;
    return () => pending.forEach(clearTimeout);
  }, []);

  const clearSoon = (field: keyof LoginErrors) => {
    clearTimeout(timers.current.get(field));
    timers.current.set(
      field,
      setTimeout(() => {
        setErrors((before) => ({ ...before, [field]: undefined }));
        setFailure(null);
      }, DEBOUNCE_MS),
    );
  };

  const signIn = async (who: string, name: string, secret: string) => {
    if (busy !== null) return;
    timers.current.forEach(clearTimeout);
    setBusy(who);
    setFailure(null);
    const said = await login(name, secret);
    setBusy(null);
    setFailure(said);
  };

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    timers.current.forEach(clearTimeout);
    const found = loginErrors(username, password);
    setErrors(found);
    if (found.username !== undefined) usernameInput.current?.focus();
    else if (found.password !== undefined) passwordInput.current?.focus();
    else void signIn('form', username.trim(), password);
  };

  return (
    <>
      <Panel p={{ base: '4', md: '6' }}>
        <form onSubmit={submit} noValidate>
          <Flex direction="column" gap="4">
            {failure !== null && <Banner>{failure}</Banner>}
            <TextField
              ref={usernameInput}
              label="Username"
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              error={errors.username}
              onChange={(text) => {
                setUsername(text);
                clearSoon('username');
              }}
            />
            <TextField
              ref={passwordInput}
              label="Password"
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              value={password}
              error={errors.password}
              onChange={(text) => {
                setPassword(text);
                clearSoon('password');
              }}
              end={
                <IconButton
                  label={shown ? 'Hide password' : 'Show password'}
                  icon={shown ? <EyeOff /> : <Eye />}
                  onClick={() => setShown(!shown)}
                />
              }
            />
            <Button
              type="submit"
              busy={busy === 'form'}
              busyLabel="Signing in..."
              disabled={busy !== null && busy !== 'form'}
            >
              Sign In
            </Button>
          </Flex>
        </form>
      </Panel>
      <QuickLogin
        busy={busy}
        onChoose={(account) => {
          setErrors({});
          void signIn(account.username, account.username, account.password);
        }}
      />
    </>
  );
}

function QuickLogin({ busy, onChoose }: { busy: string | null; onChoose: (account: DemoAccount) => void }) {
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
            busy={busy === account.username}
            disabled={busy !== null && busy !== account.username}
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
