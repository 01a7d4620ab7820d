import { pageAt } from '../../pages.ts';
import { checkLotId, sanitise } from '../searchInput.ts';

/** What a QR code holds: a lot of ours, a link to another site, or something else. */
export type Scanned = { kind: 'lot'; lotId: string } | { kind: 'elsewhere'; host: string } | { kind: 'noLot' };

/**
 * Reads what a camera saw. Nothing of it is ever opened: a lot number goes the way of one that was typed, sanitiser included.
 * @param origins of this site: scheme, host and port of the links on packs
 */
export function readScanned(text: string, origins: readonly string[]): Scanned {
  const link = /^\s*https?:/i.test(text) ? URL.parse(text.trim()) : null;
  if (link !== null && !origins.includes(link.origin)) return { kind: 'elsewhere', host: link.host };
  const written = link === null ? text : pageAt(link.pathname)?.lotId;
  const checked = checkLotId(sanitise(written ?? ''));
  return 'lotId' in checked ? { kind: 'lot', lotId: checked.lotId } : { kind: 'noLot' };
}
