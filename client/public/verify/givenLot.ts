import { createContext } from 'react';
import type { Drawing } from '../../design/map/drawing.ts';
import type { FlowState } from './flow.ts';

/** What the server has already loaded for the lot in a page's address. */
export interface GivenLot {
  /** as in the address */
  lotId: string;
  lot: FlowState['lot'];
  /** its ledger data; idle if the server did not or could not load it */
  ledger: FlowState['ledger'];
  /** map of its origin, rendered by the server; null if unknown */
  map: Drawing | null;
}

/** Null if the page contains no data: then it requests it. */
export const Given = createContext<GivenLot | null>(null);
