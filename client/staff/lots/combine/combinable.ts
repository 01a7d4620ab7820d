import type { Stage } from '../../../../server/domain/lot/stages.ts';

/** A lot that can go into a transformation. */
export interface CombinedLot {
  /** UUID */
  id: string;
  lotId: string;
  currentProcess: Stage;
  /** kg */
  available: number;
  /** % */
  moistureContent: number;
}

/** Whether a part of a lot can go into a transformation: something is left of it, and it is not on its way. */
export function isCombinable({
  available,
  currentProcess,
}: Pick<CombinedLot, 'available' | 'currentProcess'>): boolean {
  return available > 0 && currentProcess !== 'shipped' && currentProcess !== 'delivered';
}
