import { createContext } from 'react';
import type { FlowState } from './flow.ts';

/** What the server has already read of the lot that the address of a page names. */
export interface GivenLot {
  /** as the address writes it */
  lotId: string;
  lot: FlowState['lot'];
}

/** Null where nothing came with the page: then it asks itself. */
export const Given = createContext<GivenLot | null>(null);
