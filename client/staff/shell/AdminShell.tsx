import '../../design/fraunces.css';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { Box, chakra, Tabs } from '@chakra-ui/react';
import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Delayed } from '../../design/Loading.tsx';
import { LOW } from '../../design/look.ts';
import { PageSkeleton } from '../../design/Skeletons.tsx';
import { useLater } from '../../design/useLater.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { reportError } from '../../reportError.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { HOME_PATH, ownParams, TAB_IDS, tabSearch } from '../address.ts';
import { ApplicationErrorContext } from '../applicationError.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { keepShell } from '../offline/keepShell.ts';
import { isSignedInAgain } from '../session/wayBack.ts';
import { StaffAddress, useTab } from '../StaffAddress.tsx';
import { useLiveUpdates } from '../useLiveUpdates.ts';
import { LotOverlay } from '../lot/LotOverlay.tsx';
import { AlertsFailure, ConnectionLine } from './Banners.tsx';
import { Commands } from './Commands.tsx';
import { Header } from './Header.tsx';
import { staffPageAt } from './navigation.ts';
import { NavigationBar } from './NavigationBar.tsx';
import { tabLabel, TABS } from './tabs.ts';

const Breadcrumbs = lazyPart(() => import('./Breadcrumbs.tsx'));
const LaterParts = lazyPart(() => import('./LaterParts.tsx'));
const NowhereNotice = lazyPart(() => import('./NowhereNotice.tsx'));
const CONTENT = 'content';
/** The first screen is shown by then, and its files are known. */
const STORE_AFTER_MS = 3_000;

/**
 * The signed-in area: header, navigation with tabs that switch in place and pages, banners, live updates
 * (docs/spec/staff-screens.md, 'Shell').
 */
export default function AdminShell() {
  return (
    <StaffAddress>
      <Shell />
    </StaffAddress>
  );
}

function Shell() {
  const { say } = useStaffWords();
  const { pathname, search, state } = useLocation();
  const led = referrerOf(state);
  const user = useUser();
  const [tab, openTab] = useTab();
  const page = staffPageAt(pathname, user);
  const [applicationError, setApplicationError] = useState<string | null>(null);
  const shown = tab ?? pathname;
  const [errorAt, setErrorAt] = useState(shown);
  if (errorAt !== shown) {
    // A message belongs to the tab or page where it appeared.
    setErrorAt(shown);
    setApplicationError(null);
  }
  useFocusAfterSignIn(isSignedInAgain(state));
  useLiveUpdates();
  useStoredShell();
  // Nothing is told by then; messages wait for it.
  const isLater = useLater();
  useUncaught(setApplicationError);

  if (tab === null && page === null) {
    const tabMeant = TAB_IDS.find((id) => pathname === `/admin/${id}`);
    return (
      <Navigate
        to={HOME_PATH + tabSearch(tabMeant ?? 'dashboard', ownParams(search))}
        state={tabMeant === undefined ? referrerState(pathname) : null}
        replace
      />
    );
  }
  const name = page === null ? say(tabLabel(tab ?? 'dashboard', user)) : say(page.label);
  return (
    <ApplicationErrorContext value={setApplicationError}>
      <title>{say('app.title', { page: name })}</title>
      <SkipLink />
      <Commands>
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
            <NavigationBar />
          </Box>
          <ConnectionLine />
          {isLater && (
            <ErrorBoundary onError={(error) => void reportError(error)}>
              <Suspense>
                <LaterParts />
              </Suspense>
            </ErrorBoundary>
          )}
          <Box borderTopWidth="1px" borderColor="line">
            <Box
              as="main"
              id={CONTENT}
              tabIndex={-1}
              outline="none"
              maxW="content"
              mx="auto"
              px={{ base: '4', md: '6' }}
              pt={{ base: '5', md: '8' }}
              // On phones the navigation covers the lower edge.
              pb={{ base: 'calc(var(--bottom-bar, 0px) + 1.25rem)', md: '8' }}
              css={{ [LOW]: { pt: '3' } }}
            >
              {applicationError !== null && (
                <Banner
                  title={say('shell.applicationError')}
                  mb="5"
                  // Stays visible at any scroll position.
                  position="sticky"
                  top="3"
                  zIndex="sticky"
                  onDismiss={() => setApplicationError(null)}
                >
                  {applicationError}
                </Banner>
              )}
              {led !== null && (
                <Suspense>
                  <NowhereNotice address={led} />
                </Suspense>
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
                  <Breadcrumbs page={page} />
                  <page.component />
                </Area>
              )}
            </Box>
          </Box>
        </Tabs.Root>
        <LotOverlay />
      </Commands>
    </ApplicationErrorContext>
  );
}

/** Stores the staff area on this device once the first screen is shown. */
function useStoredShell(): void {
  useEffect(() => {
    const timer = setTimeout(() => void keepShell(), STORE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Moves the focus to the content: the focused element disappeared with the sign-in page. */
function useFocusAfterSignIn(isBack: boolean): void {
  useEffect(() => {
    if (isBack) document.getElementById(CONTENT)?.focus({ preventScroll: true });
  }, [isBack]);
}

/** First Tab stop: skips the header. */
function SkipLink() {
  const { say } = useStaffWords();
  return (
    <chakra.a
      href={`#${CONTENT}`}
      position="absolute"
      top="2"
      insetStart="2"
      zIndex="toast"
      px="4"
      py="2.5"
      bg="bg.raised"
      color="fg"
      borderWidth="1px"
      borderColor="edge"
      borderRadius="control"
      fontWeight="600"
      css={{ '&:not(:focus)': { transform: 'translateY(-200%)' } }}
      onClick={(event) => {
        // Do not follow the link: the address belongs to the tabs.
        event.preventDefault();
        document.getElementById(CONTENT)?.focus();
      }}
    >
      {say('shell.skip')}
    </chakra.a>
  );
}

/** Error boundary around one part of the shell. */
function Area({ children }: { children: ReactNode }) {
  const loading = (
    <Delayed>
      <PageSkeleton />
    </Delayed>
  );
  return (
    <ErrorBoundary onError={(error) => void reportError(error)}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** State of a history entry: the address that led to it. */
function referrerState(pathname: string): { referrer: string } {
  return { referrer: pathname };
}

/** The address that led to a history entry; null if none. */
function referrerOf(state: unknown): string | null {
  const led: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'referrer') : null;
  return typeof led === 'string' ? led : null;
}

/**
 * Reports uncaught errors to the user and the server: with the server's message for the error code, else as unexpected.
 * Ignores aborted requests.
 * @param tell shows the message
 */
function useUncaught(tell: (message: string) => void): void {
  const words = useStaffWords();
  const failed = useEffectEvent((failure: unknown) => {
    if (!(failure instanceof Error) || failure.name === 'AbortError') return;
    const isAnswered = CombinedGraphQLErrors.is(failure) || ServerError.is(failure);
    tell(isAnswered ? errorMessage(words, failure) : words.say('error.unexpected'));
    void reportError(failure);
  });
  useEffect(() => {
    const thrown = ({ error }: ErrorEvent) => failed(error);
    const rejected = ({ reason }: PromiseRejectionEvent) => failed(reason);
    addEventListener('error', thrown);
    addEventListener('unhandledrejection', rejected);
    return () => {
      removeEventListener('error', thrown);
      removeEventListener('unhandledrejection', rejected);
    };
  }, []);
}
