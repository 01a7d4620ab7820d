import type { Said } from '../said/said.ts';
import { SATELLITE } from '../said/satelliteSaid.ts';

/** Why a satellite source cannot be reached: no connection, no answer in time, no access, too many requests, its own faults, or not its data at this address. */
export const SOURCE_FAULTS = ['unreachable', 'slow', 'refused', 'busy', 'failing', 'absent'] as const;
export type SourceFault = (typeof SOURCE_FAULTS)[number];

const SAID: { [Fault in SourceFault]: () => Said } = {
  unreachable: () => SATELLITE.awayUnreachable({}),
  slow: () => SATELLITE.awaySlow({}),
  refused: () => SATELLITE.awayRefused({}),
  busy: () => SATELLITE.awayBusy({}),
  failing: () => SATELLITE.awayFailing({}),
  absent: () => SATELLITE.awayAbsent({}),
};

/** The same as a message. */
export function sourceFaultSaid(fault: SourceFault): Said {
  return SAID[fault]();
}
