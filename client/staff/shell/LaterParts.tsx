import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { Toaster } from '../../design/Toaster.tsx';
import { reportError } from '../../reportError.ts';
import { deviceOutbox } from '../receive/deviceOutbox.ts';
import { useMay, useUser } from '../session/SessionProvider.tsx';

const WaitingLine = lazyPart(() => import('../receive/WaitingLine.tsx'));

/** What the shell needs once its first screen is shown: messages, and the deliveries that wait on this device. */
export default function LaterParts() {
  const { id } = useUser();
  const mayReceive = useMay('create_lot');
  const { pathname } = useLocation();
  // The page sends them itself.
  const isElsewhere = pathname !== '/admin/receive';
  return (
    <>
      <Toaster />
      {mayReceive && isElsewhere && deviceOutbox.list(id).length > 0 && (
        <ErrorBoundary onError={(error) => void reportError(error)}>
          <Suspense>
            <WaitingLine />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
