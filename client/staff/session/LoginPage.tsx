import { Box, chakra, Flex } from '@chakra-ui/react';
import { LogIn } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { z } from 'zod';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { LoadingText } from '../../design/Loading.tsx';
import { Mark } from '../../design/Mark.tsx';
import { Panel } from '../../design/Page.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { PROGRAM_VERSION } from '../../programVersion.ts';
import { StaffRich, useStaffWords } from '../../words/staffWords.ts';
import { LoginForm } from './LoginForm.tsx';
import { wayBackOf, wayOn } from './wayBack.ts';
import { useSession } from './SessionProvider.tsx';

/** The sign-in page (docs/spec/staff-screens.md, 'Sign-in page'). */
export default function LoginPage() {
  const { say } = useStaffWords();
  const { user, loading, initialized, error, retry } = useSession();
  const { state }: { state: unknown } = useLocation();
  const back = wayBackOf(state);
  if (user !== null) return <Navigate {...wayOn(back, user.id)} replace />;
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
        {back?.userId !== undefined && <Banner tone="sky">{say('login.ended')}</Banner>}
        <SignIn isBack={back?.userId !== undefined} />
        <Box textAlign="center">
          <TextLink asChild {...LINE_LINK}>
            <Link to="/verify" reloadDocument>
              {say('login.toVerify')}
            </Link>
          </TextLink>
        </Box>
      </Flex>
      <Box as="footer" mt="10" maxW="34rem" textAlign="center" fontSize="xs" color="fg.muted">
        <Box>{say('login.version', { version: PROGRAM_VERSION })}</Box>
        <StaffRich id="login.gdpr" parts={{ link: <PrivacyLink /> }} />
      </Box>
    </Flex>
  );
}

function PrivacyLink({ children }: { children?: ReactNode }) {
  return (
    <TextLink asChild>
      <Link to="/privacy" reloadDocument>
        {children}
      </Link>
    </TextLink>
  );
}

function SignIn({ isBack }: { isBack: boolean }) {
  const { login } = useSession();
  // The account whose quick login is running.
  const [chosen, setChosen] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const signInAs = async ({ username, password }: DemoAccount) => {
    if (chosen !== null) return;
    setRefused(null);
    setChosen(username);
    const message = await login(username, password);
    setChosen(null);
    setRefused(message);
  };
  return (
    <>
      <Panel p={{ base: '4', md: '6' }}>
        {refused !== null && <Banner mb="4">{refused}</Banner>}
        <LoginForm focused={isBack} disabled={chosen !== null} onSend={() => setRefused(null)} />
      </Panel>
      <QuickLogin chosen={chosen} onChoose={(account) => void signInAs(account)} />
    </>
  );
}

interface QuickLoginProps {
  chosen: string | null;
  onChoose: (account: DemoAccount) => void;
}

function QuickLogin({ chosen, onChoose }: QuickLoginProps) {
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
            disabled={chosen !== null && chosen !== account.username}
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

const Answer = z.object({
  data: z.object({
    accounts: z.array(z.object({ label: z.string(), username: z.string(), password: z.string() })),
  }),
});

type DemoAccount = z.infer<typeof Answer>['data']['accounts'][number];

/** The accounts for one-click sign-in; empty unless the server runs with demo data (else 404) and responds in time. */
async function fetchDemoAccounts(signal: AbortSignal): Promise<DemoAccount[]> {
  try {
    const response = await fetch('/api/v1/demo/accounts', { signal });
    if (!response.ok) return [];
    return Answer.parse(await response.json()).data.accounts;
  } catch {
    return [];
  }
}
