import { Suspense } from 'react';
import { lazyPart } from '../../../design/lazyPart.ts';
import { useLastShown } from '../../../design/useLastShown.ts';
import { useUser } from '../../session/SessionProvider.tsx';
import { useOpenLot } from '../../StaffAddress.tsx';
import type { CombinedLot } from './combinable.ts';

const CombineWizard = lazyPart(() => import('./CombineWizard.tsx'));

export interface CombineDialogProps {
  open: boolean;
  lots: readonly CombinedLot[];
  returnFocusTo: () => HTMLElement | null;
  onClose: () => void;
  onRecorded?: () => void;
}

/** The wizard 'Combine or split', loaded on first use. Afterwards the heaviest new lot opens. */
export function CombineDialog({ open, lots, returnFocusTo, onClose, onRecorded }: CombineDialogProps) {
  const user = useUser();
  const { open: openLot } = useOpenLot();
  // It stays mounted while it closes, so that the focus returns.
  const isLoaded = useLastShown(open ? true : null) !== null;
  if (!isLoaded) return null;
  return (
    <Suspense fallback={null}>
      <CombineWizard
        open={open}
        lots={lots}
        operatorName={user.name}
        returnFocusTo={returnFocusTo}
        onClose={onClose}
        onRecorded={({ lotIds: [first] }) => {
          onClose();
          onRecorded?.();
          if (first !== undefined) openLot({ lotId: first, view: 'detail' });
        }}
      />
    </Suspense>
  );
}
