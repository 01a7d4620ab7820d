import { useLayoutEffect, useMemo, useRef } from 'react';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { useOpenLot } from '../../StaffAddress.tsx';
import type { LotHandlers } from './lotActions.ts';
import type { LotTask } from './lotTask.ts';

/**
 * The list's actions on a lot: the address opens views, dialogs run tasks. The result is stable, so that cards and rows
 * render again only when they change.
 * @param exportOne must be stable, like `onTask`
 */
export function useLotHandlers(
  onTask: (task: LotTask) => void,
  exportOne: (lot: LotCardFragment) => void,
): LotHandlers {
  const { open } = useOpenLot();
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  });
  return useMemo(
    () => ({
      onDetails: ({ lotId }) => latest.current({ lotId, view: 'detail' }),
      onBlockchain: ({ lotId }) => latest.current({ lotId, view: 'blockchain' }),
      onAdvance: (lot, to) => onTask({ kind: 'advance', lot, to }),
      onUpdate: (lot) => onTask({ kind: 'update', lot, to: '' }),
      onEdit: (lot) => onTask({ kind: 'edit', lot }),
      onQr: (lot) => onTask({ kind: 'qr', lot }),
      onExport: exportOne,
      onDelete: (lot) => onTask({ kind: 'delete', lot }),
    }),
    [onTask, exportOne],
  );
}
