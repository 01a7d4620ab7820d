import { textOf, type Said } from '../../domain/said/said.ts';
import { stored } from '../../domain/said/table.ts';
import type { Lot } from './lot.ts';

/** The stored message about a lot's satellite check: its text, and the codes that generate it. */
export function satelliteFields(said: readonly Said[]): Pick<Lot, 'satelliteMessage' | 'satelliteSaid'> {
  return { satelliteMessage: textOf(said), satelliteSaid: stored(said) };
}
