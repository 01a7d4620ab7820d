import { Box, chakra, Flex } from '@chakra-ui/react';
import { Eye, EyeOff, LogIn } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button, IconButton } from '../../design/Button.tsx';
import { TextField } from '../../design/Field.tsx';
import { LoadingText } from '../../design/Loading.tsx';
import { Mark } from '../../design/Mark.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { StaffRich, useStaffWords } from '../../words/staffWords.ts';
import { fetchDemoAccounts, type DemoAccount } from './demoAccounts.ts';
import { loginErrors, type LoginErrors } from './loginForm.ts';
import { useSession } from './SessionProvider.tsx';

const DEBOUNCE_MS = 300;
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
              label={say('login.username')}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              error={errors.username && say(errors.username)}
              onChange={(text) => {
                setUsername(text);
                clearSoon('username');
              }}
            />
            <TextField
              ref={passwordInput}
              label={say('login.password')}
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              value={password}
              error={errors.password && say(errors.password)}
              onChange={(text) => {
                setPassword(text);
                clearSoon('password');
              }}
              end={
                <IconButton
                  label={say(shown ? 'login.hidePassword' : 'login.showPassword')}
                  icon={shown ? <EyeOff /> : <Eye />}
                  onClick={() => setShown(!shown)}
                />
              }
            />
            <Button
              type="submit"
              busy={busy === 'form'}
              busyLabel={say('login.signingIn')}
              disabled={busy !== null && busy !== 'form'}
            >
              {say('login.signIn')}
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
