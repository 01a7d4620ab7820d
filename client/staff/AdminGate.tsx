import { Navigate, Outlet } from 'react-router-dom';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { LoadingText } from '../design/Loading.tsx';
import { useSession } from './session/SessionProvider.tsx';

/** Lets signed-in people through; everyone else goes to the sign-in page (public specification, section 2, 'Admin gate'). */
export default function AdminGate() {
  const { user, initialized, loading, error, retry } = useSession();
  if (user !== null) return <Outlet />;
  if (error !== null && !initialized) {
    return (
      <main>
        <EmptyState
          title="We could not check your session"
          action={
            <Button onClick={retry} busy={loading} busyLabel="Trying...">
              Retry
            </Button>
          }
        >
          {error} You are still logged in on this device.
        </EmptyState>
      </main>
    );
  }
  if (loading || !initialized) return <LoadingText>Initializing Manam-Trace...</LoadingText>;
  return <Navigate to="/admin/login" replace />;
}
