import { createContext } from 'react';
import type { Drawing } from '../../design/map/drawing.ts';
import type { FlowState } from './flow.ts';

/** What the server has already read of the lot that the address of a page names. */
export interface GivenLot {
  /** as the address writes it */
  lotId: string;
  lot: FlowState['lot'];
  /** what the ledger holds of it; idle where the server did not read that, or could not */
  ledger: FlowState['ledger'];
  /** where it grew, drawn by the server; null where that is not known */
  map: Drawing | null;
}

/** Null where nothing came with the page: then it asks itself. */
export const Given = createContext<GivenLot | null>(null);
