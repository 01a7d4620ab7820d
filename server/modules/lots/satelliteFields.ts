import { textOf, type Message } from '../../domain/messages/message.ts';
import { stored } from '../../domain/messages/registry.ts';
import type { Lot } from './lot.ts';

/** The stored message about a lot's satellite check: its text, and the codes that generate it. */
export function satelliteFields(said: readonly Message[]): Pick<Lot, 'satelliteMessage' | 'satelliteSaid'> {
  return { satelliteMessage: textOf(said), satelliteSaid: stored(said) };
}
