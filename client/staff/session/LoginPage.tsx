import '../../design/fraunces.css';
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { LogIn } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { z } from 'zod';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { LINE_LINK } from '../../design/linkLooks.ts';
import { LOW } from '../../design/look.ts';
import { LoadingText } from '../../design/Loading.tsx';
import { Mark } from '../../design/Mark.tsx';
import pods from '../../design/pods.svg';
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
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }} minH="100dvh">
      <PodWall />
      <Flex direction="column" align="center" minH={{ base: 'auto', lg: '100dvh' }} px="4" py={{ base: '4', md: '6' }}>
        <title>{say('app.title', { page: say('login.title') })}</title>
        <Flex as="main" direction="column" gap={{ base: '3', md: '4' }} w="full" maxW="26rem" flex="1" justify="center">
          <Flex direction="column" align="center" textAlign="center" gap="1">
            <Flex align="center" gap="3" textAlign="start">
              <Mark size="3rem" />
              <Box>
                <Box fontSize="sm" color="fg.muted">
                  {say('app.name')}
                </Box>
                <chakra.h1 fontSize="2xl" fontWeight="600" lineHeight="1.2">
                  {say('login.title')}
                </chakra.h1>
              </Box>
            </Flex>
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
        <Box as="footer" mt={{ base: '2', md: '4' }} maxW="34rem" textAlign="center" fontSize="xs" color="fg.muted">
          <Box>{say('login.version', { version: PROGRAM_VERSION })}</Box>
          <StaffRich id="login.gdpr" parts={{ link: <PrivacyLink /> }} />
        </Box>
      </Flex>
    </Grid>
  );
}

/** A drawn wall of pods and one line, as high as the window; on small screens a low band above the form. */
function PodWall() {
  const { say } = useStaffWords();
  return (
    <Flex
      position={{ lg: 'sticky' }}
      top="0"
      h={{ base: '3.5rem', lg: '100dvh' }}
      align="flex-end"
      bgColor="#4a2e20"
      css={{ backgroundImage: `url(${pods})`, backgroundSize: '15rem', [LOW]: { lgDown: { h: '0' } } }}
    >
      <Box
        hideBelow="lg"
        w="full"
        px="10"
        pt="24"
        pb="12"
        color="#fdf3e4"
        fontFamily="display"
        fontSize="2xl"
        lineHeight="1.25"
        bgImage="linear-gradient(to top, #2b1810 25%, transparent)"
      >
        <Box maxW="22rem">{say('login.line')}</Box>
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
  const { say } = useStaffWords();
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
        <Box mt={{ base: '2', md: '4' }} mb={{ base: '-2', md: '0' }} textAlign="center" fontSize="sm">
          <TextLink asChild {...LINE_LINK}>
            <Link to="/admin/forgot">{say('login.forgot')}</Link>
          </TextLink>
        </Box>
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
      <Box fontSize={{ base: 'xs', md: 'sm' }} color="fg.muted" mb="3" mt="-2">
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
