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
import { inWords } from '../words/format.ts';
import { useConnection } from '../graphql/connection.ts';
import { AlertBadgeDocument } from '../graphql/generated.ts';
import { messageOf } from '../graphql/messages.ts';
import { reportError } from '../reportError.ts';
import { ApplicationErrorContext } from './applicationError.ts';
import { useSession, useUser } from './session/SessionProvider.tsx';
import { useLiveUpdates } from './useLiveUpdates.ts';

const DashboardTab = lazy(() => import('./dashboard/DashboardTab.tsx'));
const LotsTab = lazy(() => import('./lots/LotsTab.tsx'));
const AlertsTab = lazy(() => import('./alerts/AlertsTab.tsx'));
const ReportsTab = lazy(() => import('./reports/ReportsTab.tsx'));

const TABS = [
  { id: 'dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { id: 'lots', label: 'Lots', icon: Package },
  { id: 'alerts', label: 'Alerts', icon: Bell },
  { id: 'reports', label: 'Reports', icon: FileText },
] as const satisfies readonly { id: string; label: string; icon: LucideIcon }[];
type TabId = (typeof TABS)[number]['id'];

/** The signed-in area: header, tabs that switch in place, banners, live updates (staff specification, section 2). */
export default function AdminShell() {
  const [tab, setTab] = useState<TabId>('dashboard');
  const [applicationError, setApplicationError] = useState<string | null>(null);
  useLiveUpdates();

  const open = (next: TabId) => {
    setTab(next);
    setApplicationError(null);
  };

  return (
    <ApplicationErrorContext value={setApplicationError}>
      <title>{`${TABS.find(({ id }) => id === tab)?.label} - Manam-Trace`}</title>
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
            aria-label="Areas"
            px={{ base: '1', md: '6' }}
            maxW="content"
            mx="auto"
            css={{ borderBottom: 'none' }}
          >
            {TABS.map(({ id, label, icon: Icon }) => (
              <Tabs.Trigger key={id} value={id} flex={{ base: '1', md: 'initial' }} justifyContent="center">
                <Box hideBelow="sm">
                  <Icon aria-hidden size={18} strokeWidth={1.75} />
                </Box>
                {label}
                {id === 'alerts' && <AlertCount />}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
        </Box>
        <ConnectionLine />
        <Box borderTopWidth="1px" borderColor="line">
          <Box as="main" maxW="content" mx="auto" px={{ base: '4', md: '6' }} py={{ base: '5', md: '8' }}>
            {applicationError !== null && (
              <Banner title="Application Error" mb="5" onDismiss={() => setApplicationError(null)}>
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
            Manam-Trace
          </Box>
          <Box fontSize="xs" color="fg.muted" hideBelow="md">
            EUDR and GDPR compliant cacao traceability
          </Box>
        </Box>
        <Box textAlign="end" minW="0" flex="1" lineHeight="1.25">
          <Box fontSize="sm" fontWeight="500" truncate title={user.name}>
            {user.name}
          </Box>
          <Box fontSize="xs" color="fg.muted">
            {inWords(user.role)}
          </Box>
        </Box>
        <IconButton
          label={scheme === 'dark' ? 'Use light colors' : 'Use dark colors'}
          icon={scheme === 'dark' ? <Sun /> : <Moon />}
          onClick={toggleScheme}
        />
        <Button
          variant="secondary"
          size="sm"
          px={{ base: '0', md: '3' }}
          minW="11"
          busy={leaving}
          aria-label="Log out"
          onClick={() => {
            setLeaving(true);
            void logout();
          }}
        >
          <LogOut aria-hidden />
          <chakra.span hideBelow="md">Log out</chakra.span>
        </Button>
      </Flex>
    </Box>
  );
}

function ConnectionLine() {
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
      {connection === 'offline' && <Box py="1.5">You are offline. What you see may be out of date.</Box>}
      {connection === 'reconnecting' && <Box py="1.5">Live updates are interrupted. Reconnecting...</Box>}
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
      {count}
      <chakra.span srOnly> active</chakra.span>
    </chakra.span>
  );
}

function AlertsFailure() {
  const { error } = useQuery(AlertBadgeDocument);
  const [dismissed, setDismissed] = useState<unknown>(undefined);
  if (error === undefined || error === dismissed) return null;
  return (
    <Banner title="Failed to load alerts" mb="5" onDismiss={() => setDismissed(error)}>
      {messageOf(error, 'Failed to fetch alerts')}
    </Banner>
  );
}
