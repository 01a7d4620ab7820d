import { Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { reportError } from '../../reportError.ts';
import { useOpenLot } from '../StaffAddress.tsx';
import { openerOf } from './opener.ts';

const LotDialog = lazyPart(() => import('./LotDialog.tsx'));

/** The lot that the address opens, over whatever is shown. Stands once, in the shell; the view itself is loaded when one is opened. */
export function LotOverlay() {
  const { openLot, close } = useOpenLot();
  // A closing view still shows its lot.
  const [last, setLast] = useState(openLot);
  const isSame = openLot?.lotId === last?.lotId && openLot?.view === last?.view && openLot?.part === last?.part;
  if (openLot !== null && !isSame) setLast(openLot);
  const isOpen = openLot !== null;
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // Before the view takes the focus: it is still being loaded, or opens in a later frame.
    if (isOpen) opener.current = openerOf(document.activeElement);
  }, [isOpen]);
  if (last === null) return null;
  return (
    <ErrorBoundary key={last.lotId} onError={(error) => void reportError(error)}>
      <Suspense fallback={null}>
        <LotDialog
          open={isOpen}
          lot={last}
          onClose={close}
          returnFocusTo={() => (opener.current?.isConnected === true ? opener.current : document.querySelector('h1'))}
        />
      </Suspense>
    </ErrorBoundary>
  );
}
