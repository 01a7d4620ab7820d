import { Suspense, type ReactNode } from 'react';
import { Navigate, Outlet, ScrollRestoration, type RouteObject } from 'react-router-dom';
import { ErrorBoundary } from './design/ErrorBoundary.tsx';
import { lazyPart } from './design/lazyPart.ts';
import { LoadingText } from './design/Loading.tsx';
import { reportError } from './reportError.ts';
import { useSharedWords } from './words/sharedWords.ts';

/*
 * The route table (public specification, section 2). One lazy bundle per area; the public areas never load Apollo, which comes
 * with `staff/AdminArea.tsx` alone.
 */
const LandingPage = lazyPart(() => import('./public/landing/LandingPage.tsx'));
const PrivacyPage = lazyPart(() => import('./public/texts/PrivacyPage.tsx'));
const TermsPage = lazyPart(() => import('./public/texts/TermsPage.tsx'));
const SupportPage = lazyPart(() => import('./public/texts/SupportPage.tsx'));
const VerifyPage = lazyPart(() => import('./public/verify/VerifyPage.tsx'));
const AdminArea = lazyPart(() => import('./staff/AdminArea.tsx'));
const AdminGate = lazyPart(() => import('./staff/AdminGate.tsx'));
const AdminShell = lazyPart(() => import('./staff/shell/AdminShell.tsx'));
const ErasedPage = lazyPart(() => import('./staff/account/ErasedPage.tsx'));
const LoginPage = lazyPart(() => import('./staff/session/LoginPage.tsx'));

function Root() {
  return (
    <ErrorBoundary onError={(error) => void reportError(error)}>
      <ScrollRestoration />
      <Outlet />
    </ErrorBoundary>
  );
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
      { path: '/', element: later(<LandingPage />) },
      // One route: its state lives on when a lot number comes into the address or leaves it.
      { path: '/verify/:lotId?', element: later(<VerifyPage />) },
      { path: '/privacy', element: later(<PrivacyPage />) },
      { path: '/terms', element: later(<TermsPage />) },
      { path: '/support', element: later(<SupportPage />) },
      { path: '/login', element: <Navigate to="/admin/login" replace /> },
      {
        path: '/admin',
        element: later(<AdminArea />, INITIALIZING),
        children: [
          { index: true, element: <Navigate to="/admin/dashboard" replace /> },
          { path: 'login', element: later(<LoginPage />, INITIALIZING) },
          { path: 'erased', element: later(<ErasedPage />, INITIALIZING) },
          {
            element: later(<AdminGate />, INITIALIZING),
            children: [{ path: '*', element: later(<AdminShell />, INITIALIZING) }],
          },
        ],
      },
      { path: '*', element: <Navigate to="/verify" replace /> },
    ],
  },
];
