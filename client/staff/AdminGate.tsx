import { chakra } from '@chakra-ui/react';
import { Fragment, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { LoadingText } from '../design/Loading.tsx';
import { Mark } from '../design/Mark.tsx';
import { useStaffWords } from '../words/staffWords.ts';
import { HOME_PATH } from './address.ts';
import type { WayBack } from './session/wayBack.ts';
import { useSession } from './session/SessionProvider.tsx';

const OfflineGate = lazyPart(() => import('./offline/OfflineGate.tsx'));
const EndedSession = lazyPart(() => import('./session/EndedSession.tsx'));

/**
 * Renders admin pages for signed-in users; redirects everyone else to the sign-in page (docs/spec/staff-screens.md,
 * 'Admin gate').
 */
export default function AdminGate() {
  const { say } = useStaffWords();
  const { user, expired, endedFor, initialized, loading, error, offline, retry } = useSession();
  const { pathname, search } = useLocation();
  const [last, setLast] = useState<string | null>(null);
  const isAnother = user !== null && last !== null && user.id !== last;
  // A different user starts clean: the address of the previous user may hold names in its searches.
  const isLeaving = isAnother && (pathname !== HOME_PATH || search !== '');
  if (user !== null && !isLeaving && last !== user.id) setLast(user.id);
  if (user !== null) {
    if (isLeaving) return <Navigate to={HOME_PATH} replace />;
    return (
      <Fragment key={user.id}>
        <Outlet />
        {expired && (
          <Suspense>
            <EndedSession />
          </Suspense>
        )}
      </Fragment>
    );
  }
  if (error !== null && !initialized) {
    return (
      <chakra.main minH="100dvh" display="grid" alignContent="center" justifyItems="center">
        <Mark size="3rem" />
        {offline ? (
          <Suspense>
            <OfflineGate trying={loading} onRetry={retry} />
          </Suspense>
        ) : (
          <EmptyState
            title={say('gate.failed')}
            action={
              <Button onClick={retry} busy={loading} busyLabel={say('again.trying')}>
                {say('again.retry')}
              </Button>
            }
          >
            {say('gate.stillLoggedIn', { reason: error })}
          </EmptyState>
        )}
      </chakra.main>
    );
  }
  if (loading || !initialized) return <LoadingText>{say('app.initializing')}</LoadingText>;
  // Return to the requested page after following a link or an expired session. After a logout, start at the dashboard.
  const isBack = endedFor !== null && endedFor === last;
  const back: WayBack | undefined =
    last === null || isBack ? { from: pathname + search, ...(isBack ? { userId: last } : {}) } : undefined;
  return <Navigate to="/admin/login" replace state={back} />;
}
