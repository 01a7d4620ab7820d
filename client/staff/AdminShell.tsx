import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex, Tabs } from '@chakra-ui/react';
import { Bell, FileText, LayoutDashboard, LogOut, Moon, Package, Sun, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button, IconButton } from '../design/Button.tsx';
import { ErrorBoundary } from '../design/ErrorBoundary.tsx';
import { Delayed, Skeleton } from '../design/Loading.tsx';
import { Mark } from '../design/Mark.tsx';
import { useScheme } from '../design/scheme.ts';
import { Toaster } from '../design/Toaster.tsx';
import { useConnection } from '../graphql/connection.ts';
import { AlertBadgeDocument } from '../graphql/generated.ts';
import { messageOf } from '../graphql/messages.ts';
import { reportError } from '../reportError.ts';
import { StaffRich, useStaffWords } from '../words/staffWords.ts';
import { ApplicationErrorContext } from './applicationError.ts';
import { useSession, useUser } from './session/SessionProvider.tsx';
import { useLiveUpdates } from './useLiveUpdates.ts';

const DashboardTab = lazy(() => import('./dashboard/DashboardTab.tsx'));
const LotsTab = lazy(() => import('./lots/LotsTab.tsx'));
const AlertsTab = lazy(() => import('./alerts/AlertsTab.tsx'));
const ReportsTab = lazy(() => import('./reports/ReportsTab.tsx'));

const TABS = [
  { id: 'dashboard', icon: LayoutDashboard },
  { id: 'lots', icon: Package },
  { id: 'alerts', icon: Bell },
  { id: 'reports', icon: FileText },
] as const satisfies readonly { id: string; icon: LucideIcon }[];
type TabId = (typeof TABS)[number]['id'];

/** The signed-in area: header, tabs that switch in place, banners, live updates (staff specification, section 2). */
export default function AdminShell() {
  const { say } = useStaffWords();
  const [tab, setTab] = useState<TabId>('dashboard');
  const [applicationError, setApplicationError] = useState<string | null>(null);
  useLiveUpdates();

  const open = (next: TabId) => {
    setTab(next);
    setApplicationError(null);
  };

  return (
    <ApplicationErrorContext value={setApplicationError}>
      <title>{say('app.title', { page: say(`shell.${tab}`) })}</title>
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => {
          const chosen = TABS.find(({ id }) => id === value);
          if (chosen !== undefined) open(chosen.id);
        }}
        lazyMount
      >
        <Box as="header" bg="bg.raised">
          <Header />
          <Tabs.List
            aria-label={say('shell.areas')}
            px={{ base: '1', md: '6' }}
            maxW="content"
            mx="auto"
            css={{ borderBottom: 'none' }}
          >
            {TABS.map(({ id, icon: Icon }) => (
              <Tabs.Trigger key={id} value={id} flex={{ base: '1', md: 'initial' }} justifyContent="center">
                <Box hideBelow="sm">
                  <Icon aria-hidden size={18} strokeWidth={1.75} />
                </Box>
                {say(`shell.${id}`)}
                {id === 'alerts' && <AlertCount />}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </Box>
        <ConnectionLine />
        <Box borderTopWidth="1px" borderColor="line">
          <Box as="main" maxW="content" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '5', md: '8' }}>
            {applicationError !== null && (
              <Banner title={say('shell.applicationError')} mb="5" onDismiss={() => setApplicationError(null)}>
                {applicationError}
              </Banner>
            )}
            <AlertsFailure />
            <Area id="dashboard">
              <DashboardTab onOpenReports={() => open('reports')} />
            </Area>
            <Area id="lots">
              <LotsTab />
            </Area>
            <Area id="alerts">
              <AlertsTab />
            </Area>
            <Area id="reports">
              <ReportsTab />
            </Area>
          </Box>
        </Box>
      </Tabs.Root>
      <Toaster />
    </ApplicationErrorContext>
  );
}

function Area({ id, children }: { id: TabId; children: ReactNode }) {
  const loading = (
    <Delayed>
      <Skeleton h="20rem" />
    </Delayed>
  );
  return (
    <Tabs.Content value={id}>
      <ErrorBoundary onError={(error) => void reportError(error)}>
        <Suspense fallback={loading}>{children}</Suspense>
      </ErrorBoundary>
    </Tabs.Content>
  );
}

function Header() {
  const { say } = useStaffWords();
  const user = useUser();
  const { logout } = useSession();
  const [scheme, toggleScheme] = useScheme();
  const [leaving, setLeaving] = useState(false);
  return (
    <Box borderBottomWidth="1px" borderColor="line">
      <Flex align="center" gap="3" maxW="content" mx="auto" px={{ base: '4', md: '6' }} minH="14">
        <Mark />
        <Box flexShrink="0">
          <Box fontWeight="600" lineHeight="1.2" whiteSpace="nowrap">
            {say('app.name')}
          </Box>
          <Box fontSize="xs" color="fg.muted" hideBelow="md">
            {say('shell.tagline')}
          </Box>
        </Box>
        <Box textAlign="end" minW="0" flex="1" lineHeight="1.25">
          <Box fontSize="sm" fontWeight="500" truncate title={user.name}>
            {user.name}
          </Box>
          <Box fontSize="xs" color="fg.muted">
            {say(`role.${user.role}`)}
          </Box>
        </Box>
        <IconButton
          label={say(scheme === 'dark' ? 'shell.lightColors' : 'shell.darkColors')}
          icon={scheme === 'dark' ? <Sun /> : <Moon />}
          onClick={toggleScheme}
        />
        <Button
          variant="secondary"
          size="sm"
          px={{ base: '0', md: '3' }}
          minW="11"
          busy={leaving}
          aria-label={say('shell.logOut')}
          onClick={() => {
            setLeaving(true);
            void logout();
          }}
        >
          <LogOut aria-hidden />
          <chakra.span hideBelow="md">{say('shell.logOut')}</chakra.span>
        </Button>
      </Flex>
    </Box>
  );
}

function ConnectionLine() {
  const { say } = useStaffWords();
  const connection = useConnection();
  return (
    <chakra.output
      display="block"
      position="sticky"
      top="0"
      zIndex="sticky"
      bg="pod.subtle"
      color="pod"
      fontSize="sm"
      textAlign="center"
    >
      {connection === 'offline' && <Box py="1.5">{say('shell.offline')}</Box>}
      {connection === 'reconnecting' && <Box py="1.5">{say('shell.reconnecting')}</Box>}
    </chakra.output>
  );
}

/** The number of active alerts, 0 while loading: nothing is shown then. */
function AlertCount() {
  const { data } = useQuery(AlertBadgeDocument);
  const count = data?.alerts.pagination.total ?? 0;
  if (count === 0) return null;
  return (
    <chakra.span
      bg="alarm.solid"
      color="alarm.on"
      borderRadius="full"
      minW="5"
      px="1.5"
      fontSize="xs"
      fontWeight="600"
      lineHeight="1.25rem"
      textAlign="center"
      fontVariantNumeric="tabular-nums"
    >
      <StaffRich id="shell.activeAlerts" params={{ count }} parts={{ quiet: <chakra.span srOnly /> }} />
    </chakra.span>
  );
}

function AlertsFailure() {
  const words = useStaffWords();
  const { say } = words;
  const { error } = useQuery(AlertBadgeDocument);
  const [dismissed, setDismissed] = useState<unknown>(undefined);
  if (error === undefined || error === dismissed) return null;
  return (
    <Banner title={say('shell.alertsFailed')} mb="5" onDismiss={() => setDismissed(error)}>
      {messageOf(words, error, say('alerts.fetchFailed'))}
    </Banner>
  );
}
