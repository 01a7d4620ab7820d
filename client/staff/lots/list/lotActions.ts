import { Link2, Pencil, QrCode, FileDown, Trash2, Workflow } from 'lucide-react';
import { nextStage, type Stage } from '../../../../server/domain/lot/stages.ts';
import type { MenuAction } from '../../../design/ActionMenu.tsx';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import type { LotListWords } from '../../../words/lotListWords.ts';
import { HOME_PATH, lotSearch, tabSearch } from '../../address.ts';
import { offeredActions } from './lotFacts.ts';

/**
 * The list's actions on a lot. An action is offered only if its handler exists and the server allows it to the user.
 */
export interface LotHandlers {
  onDetails?: (lot: LotCardFragment) => void;
  onBlockchain?: (lot: LotCardFragment) => void;
  onAdvance?: (lot: LotCardFragment, to: Stage) => void;
  onUpdate?: (lot: LotCardFragment) => void;
  onEdit?: (lot: LotCardFragment) => void;
  onQr?: (lot: LotCardFragment) => void;
  onExport?: (lot: LotCardFragment) => void;
  onDelete?: (lot: LotCardFragment) => void;
}

/** Link to a lot's detail for new browser tabs, independent of the list's filters. */
export function detailHref({ lotId }: { lotId: string }): string {
  return HOME_PATH + lotSearch(tabSearch('lots', new URLSearchParams()), { lotId, view: 'detail' });
}

/** The lot's more-actions menu (docs/spec/staff-screens.md, 'Lot card'). */
export function menuActions({ say }: LotListWords, lot: LotCardFragment, handlers: LotHandlers): MenuAction[] {
  const offered = offeredActions(lot);
  const { onBlockchain, onUpdate, onEdit, onQr, onExport, onDelete } = handlers;
  const action = (
    rest: Omit<MenuAction, 'onSelect'>,
    handler: ((lot: LotCardFragment) => void) | undefined,
    isOffered = true,
  ): MenuAction[] => (handler !== undefined && isOffered ? [{ ...rest, onSelect: () => handler(lot) }] : []);
  return [
    ...action({ id: 'blockchain', label: say('card.blockchain'), icon: Link2 }, onBlockchain),
    ...action({ id: 'update', label: say('card.update'), icon: Workflow }, onUpdate, offered.advance),
    ...action({ id: 'edit', label: say('card.edit'), icon: Pencil }, onEdit, offered.edit),
    ...action({ id: 'qr', label: say('card.qr'), icon: QrCode }, onQr),
    ...action({ id: 'export', label: say('card.export'), icon: FileDown }, onExport),
    ...action({ id: 'delete', label: say('card.delete'), icon: Trash2, danger: true }, onDelete, offered.remove),
  ];
}

/** Whether the menu has any entries. */
export function hasMenu(lot: LotCardFragment, handlers: LotHandlers): boolean {
  const { onBlockchain, onUpdate, onEdit, onQr, onExport, onDelete } = handlers;
  if ([onBlockchain, onQr, onExport].some((handler) => handler !== undefined)) return true;
  const offered = offeredActions(lot);
  return [onUpdate && offered.advance, onEdit && offered.edit, onDelete && offered.remove].includes(true);
}

/** The next stage, if the user may move the lot there; else null. */
export function advanceOf(lot: LotCardFragment, { onAdvance }: LotHandlers): { to: Stage; go: () => void } | null {
  const to = nextStage(lot.currentProcess);
  if (to === null || onAdvance === undefined || !offeredActions(lot).advance) return null;
  return { to, go: () => onAdvance(lot, to) };
}
