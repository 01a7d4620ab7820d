import { Outlet } from 'react-router-dom';
import { SessionProvider } from './session/SessionProvider.tsx';

/** Everything under /admin: the Apollo client and the session, around the sign-in page and the gate. */
export default function AdminArea() {
  return (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
}
