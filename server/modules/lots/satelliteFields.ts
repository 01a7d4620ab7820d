import { textOf, type Said } from '../../domain/said/said.ts';
import { stored } from '../../domain/said/table.ts';
import type { Lot } from './lot.ts';

/** What a lot's row keeps of what is said with its satellite check: the text, and the codes that make it. */
export function satelliteFields(said: readonly Said[]): Pick<Lot, 'satelliteMessage' | 'satelliteSaid'> {
  return { satelliteMessage: textOf(said), satelliteSaid: stored(said) };
}
