import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { Navigate, Outlet, ScrollRestoration, useLocation, type RouteObject } from 'react-router-dom';
import { ErrorBoundary } from './design/ErrorBoundary.tsx';
import { lazyPart } from './design/lazyPart.ts';
import { LoadingText } from './design/Loading.tsx';
import { reportError } from './reportError.ts';
import { useSharedWords } from './words/sharedWords.ts';

/*
 * The routes of the staff area (docs/spec/public-pages.md, 'Routes'). All other pages are separate documents from the
 * server (`public/pages.ts`).
 */
const AdminArea = lazyPart(() => import('./staff/AdminArea.tsx'));
const AdminGate = lazyPart(() => import('./staff/AdminGate.tsx'));
const AdminShell = lazyPart(() => import('./staff/shell/AdminShell.tsx'));
const ErasedPage = lazyPart(() => import('./staff/account/ErasedPage.tsx'));
const ForgotPage = lazyPart(() => import('./staff/session/ForgotPage.tsx'));
const JoinPage = lazyPart(() => import('./staff/session/JoinPage.tsx'));
const LoginPage = lazyPart(() => import('./staff/session/LoginPage.tsx'));
const ResetPage = lazyPart(() => import('./staff/session/ResetPage.tsx'));

function Root() {
  return (
    <ErrorBoundary onError={(error) => void reportError(error)}>
      <ScrollRestoration />
      <Outlet />
    </ErrorBoundary>
  );
}

/** Not a staff route: a full page load lets the server show a public page or redirect. */
function Elsewhere() {
  const { pathname } = useLocation();
  useLayoutEffect(() => location.replace(pathname), [pathname]);
  return null;
}

function later(children: ReactNode, loading: ReactNode = null) {
  return <Suspense fallback={loading}>{children}</Suspense>;
}

function Initializing() {
  const { say } = useSharedWords();
  return <LoadingText>{say('app.initializing')}</LoadingText>;
}
const INITIALIZING = <Initializing />;

export const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      { path: '/login', element: <Navigate to="/admin/login" replace /> },
      {
        path: '/admin',
        element: later(<AdminArea />, INITIALIZING),
        children: [
          { index: true, element: <Navigate to="/admin/dashboard" replace /> },
          { path: 'login', element: later(<LoginPage />, INITIALIZING) },
          { path: 'join', element: later(<JoinPage />, INITIALIZING) },
          { path: 'forgot', element: later(<ForgotPage />, INITIALIZING) },
          { path: 'reset', element: later(<ResetPage />, INITIALIZING) },
          { path: 'erased', element: later(<ErasedPage />, INITIALIZING) },
          {
            element: later(<AdminGate />, INITIALIZING),
            children: [{ path: '*', element: later(<AdminShell />, INITIALIZING) }],
          },
        ],
      },
      { path: '*', element: <Elsewhere /> },
    ],
  },
];
