import { pageAt } from '../../pages.ts';
import { checkLotId, sanitise } from '../searchInput.ts';

/** The content of a QR code: one of our lots, a link to another site, or something else. */
export type Scanned = { kind: 'lot'; lotId: string } | { kind: 'elsewhere'; host: string } | { kind: 'noLot' };

/**
 * Parses a scanned text and never opens it: a lot number is handled like a typed one, including sanitizing.
 * @param origins of this site: scheme, host and port of the links on packs
 */
export function readScanned(text: string, origins: readonly string[]): Scanned {
  const link = /^\s*https?:/i.test(text) ? URL.parse(text.trim()) : null;
  if (link !== null && !origins.includes(link.origin)) return { kind: 'elsewhere', host: link.host };
  const written = link === null ? text : pageAt(link.pathname)?.lotId;
  const checked = checkLotId(sanitise(written ?? ''));
  return 'lotId' in checked ? { kind: 'lot', lotId: checked.lotId } : { kind: 'noLot' };
}
