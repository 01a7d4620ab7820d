import { useQuery } from '@apollo/client/react';
import { Box, chakra, Tabs } from '@chakra-ui/react';
import { Bell, FileText, LayoutDashboard, Package, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Toaster } from '../../design/Toaster.tsx';
import { useConnection } from '../../graphql/connection.ts';
import { AlertBadgeDocument } from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';
import { reportError } from '../../reportError.ts';
import { StaffRich, useStaffWords } from '../../words/staffWords.ts';
import { HOME_PATH, ownParams, TAB_IDS, tabSearch, type TabId } from '../address.ts';
import { ApplicationErrorContext } from '../applicationError.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { StaffAddress, useTab } from '../StaffAddress.tsx';
import { useLiveUpdates } from '../useLiveUpdates.ts';
import { Header } from './Header.tsx';
import { staffPageAt } from './pages.ts';

interface StaffTab {
  id: TabId;
  icon: LucideIcon;
  component: LazyExoticComponent<ComponentType>;
}

const TABS: readonly StaffTab[] = [
  { id: 'dashboard', icon: LayoutDashboard, component: lazy(() => import('../dashboard/DashboardTab.tsx')) },
  { id: 'lots', icon: Package, component: lazy(() => import('../lots/LotsTab.tsx')) },
  { id: 'alerts', icon: Bell, component: lazy(() => import('../alerts/AlertsTab.tsx')) },
  { id: 'reports', icon: FileText, component: lazy(() => import('../reports/ReportsTab.tsx')) },
];

/** The signed-in area: header, tabs that switch in place, pages of the person's menu, banners, live updates (staff specification, section 2). */
export default function AdminShell() {
  return (
    <StaffAddress>
      <Shell />
    </StaffAddress>
  );
}

function Shell() {
  const { say } = useStaffWords();
  const { pathname, search } = useLocation();
  const user = useUser();
  const [tab, openTab] = useTab();
  const page = staffPageAt(pathname, user);
  const [applicationError, setApplicationError] = useState<string | null>(null);
  const shown = tab ?? pathname;
  const [errorAt, setErrorAt] = useState(shown);
  if (errorAt !== shown) {
    // Whatever was said belongs to the tab or the page that was left.
    setErrorAt(shown);
    setApplicationError(null);
  }
  useLiveUpdates();

  if (tab === null && page === null) return <Navigate to={homeOf(pathname, search)} replace />;
  const name = page === null ? say(`shell.${tab ?? 'dashboard'}`) : say(page.label);
  return (
    <ApplicationErrorContext value={setApplicationError}>
      <title>{say('app.title', { page: name })}</title>
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => {
          const chosen = TABS.find(({ id }) => id === value);
          if (chosen !== undefined) openTab(chosen.id);
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
            {TABS.map(({ id, component: Content }) => (
              <Tabs.Content key={id} value={id}>
                <Area>
                  <Content />
                </Area>
              </Tabs.Content>
            ))}
            {page !== null && (
              <Area key={page.path}>
                <page.component />
              </Area>
            )}
          </Box>
        </Box>
      </Tabs.Root>
      <Toaster />
    </ApplicationErrorContext>
  );
}

/** Where an address leads that shows nothing: `/admin/lots` and the like to the tab of that name, all else to the dashboard. */
function homeOf(pathname: string, search: string): string {
  const tab = TAB_IDS.find((id) => pathname === `/admin/${id}`) ?? 'dashboard';
  return HOME_PATH + tabSearch(tab, ownParams(search));
}

function Area({ children }: { children: ReactNode }) {
  const loading = (
    <Delayed>
      <Skeleton h="20rem" />
    </Delayed>
  );
  return (
    <ErrorBoundary onError={(error) => void reportError(error)}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
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
