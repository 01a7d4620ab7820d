import type { Stage } from '../../../../server/domain/lot/stages.ts';
import type { LotCardFragment } from '../../../graphql/generated.ts';

/** Task that a card asks its list to open. */
export type LotTask =
  | { kind: 'advance'; lot: LotCardFragment; to: Stage }
  | { kind: 'update'; lot: LotCardFragment; to: Stage | '' }
  | { kind: 'edit'; lot: LotCardFragment }
  | { kind: 'delete'; lot: LotCardFragment }
  | { kind: 'qr'; lot: LotCardFragment };

/** Id of the heading above the cards. */
export const RESULTS_ID = 'lot-results';

/** Id of a card's heading. */
export function cardId(lot: { id: string }): string {
  return `lot-${lot.id}`;
}

/** Id of the button that deletes the selected lots. */
export const DELETE_SELECTED_ID = 'delete-selected';

/** Id of the button that advances the selected lots. */
export const ADVANCE_SELECTED_ID = 'advance-selected';

/** Id of the button that combines or splits the selected lots. */
export const COMBINE_SELECTED_ID = 'combine-selected';

/** Where the focus returns after work on the selected lots: the button, or the heading once nothing is selected. */
export function selectionReturn(buttonId: string): HTMLElement | null {
  const button = document.getElementById(buttonId);
  return button?.closest('[inert]') === null ? button : document.getElementById(RESULTS_ID);
}
