import { Outlet } from 'react-router-dom';
import { SessionProvider } from './session/SessionProvider.tsx';

/** Root of /admin: provides the Apollo client and the session to the sign-in page and the gate. */
export default function AdminArea() {
  return (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
}
