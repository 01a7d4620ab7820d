import { readFingerprints } from '../../server/domain/proof/digests.ts';
import type { PublicServer } from '../public/verify/publicApi.ts';
import { checkLotId } from '../public/verify/searchInput.ts';
import type { ElementWords } from './elementWords.ts';

export const ATTRIBUTES = ['lot', 'roots', 'server', 'variant', 'lang', 'remember'] as const;

/** What the page asks of an element. */
export interface Asked {
  lotId: string;
  /** fingerprints of the roots that are trusted, hex; undefined: the page pins none */
  pinned: readonly string[] | undefined;
  /** scheme, host and port */
  origin: string;
  /** the page lets the newest head be kept on its visitors' devices */
  remember: boolean;
}

/** An attribute that cannot be read: nothing is asked then, since what was meant would be guessed. */
export interface Unreadable {
  attribute: 'lot' | 'roots' | 'server';
  message: string;
}

/** @param ownOrigin of the server, where the page names no other */
export function readAttributes(
  element: Element,
  ownOrigin: string,
  { say, tell }: Pick<ElementWords, 'say' | 'tell'>,
): Asked | Unreadable {
  const lot = checkLotId(element.getAttribute('lot') ?? '');
  if ('message' in lot) return { attribute: 'lot', message: tell({ id: lot.message }) };
  const roots = readFingerprints(element.getAttribute('roots') ?? '');
  if (roots === null) return { attribute: 'roots', message: say('element.unreadRoots') };
  const server = element.getAttribute('server')?.trim() ?? '';
  const origin = server === '' ? ownOrigin : originOf(server);
  if (origin === null) return { attribute: 'server', message: say('element.unreadServer', { server }) };
  return {
    lotId: lot.lotId,
    pinned: roots.length === 0 ? undefined : roots,
    origin,
    remember: element.hasAttribute('remember'),
  };
}

function originOf(address: string): string | null {
  try {
    const { protocol, origin } = new URL(address);
    return /^https?:$/.test(protocol) ? origin : null;
  } catch {
    return null;
  }
}

/**
 * The server as a stranger asks it: without credentials, without saying on which page, and by calls that browsers make without asking
 * first whether they may.
 */
export function serverAt(origin: string): PublicServer {
  return {
    base: `${origin}/api/v1`,
    init: { mode: 'cors', credentials: 'omit', cache: 'no-cache', referrerPolicy: 'no-referrer' },
  };
}
