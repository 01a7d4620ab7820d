import type { Message } from '../messages/message.ts';
import { SATELLITE } from '../messages/satelliteMessages.ts';

/** Why a satellite source cannot be reached: no connection, no answer in time, no access, too many requests, its own faults, or not its data at this address. */
export const SOURCE_FAULTS = ['unreachable', 'slow', 'refused', 'busy', 'failing', 'absent'] as const;
export type SourceFault = (typeof SOURCE_FAULTS)[number];

const SAID: { [Fault in SourceFault]: () => Message } = {
  unreachable: () => SATELLITE.awayUnreachable({}),
  slow: () => SATELLITE.awaySlow({}),
  refused: () => SATELLITE.awayRefused({}),
  busy: () => SATELLITE.awayBusy({}),
  failing: () => SATELLITE.awayFailing({}),
  absent: () => SATELLITE.awayAbsent({}),
};

/** The same as a message. */
export function sourceFaultMessage(fault: SourceFault): Message {
  return SAID[fault]();
}
