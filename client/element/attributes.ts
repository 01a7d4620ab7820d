import { readFingerprints } from '../../server/domain/proof/digests.ts';
import type { PublicServer } from '../public/verify/publicApi.ts';
import { checkLotId } from '../public/verify/searchInput.ts';
import type { ElementWords } from './elementWords.ts';

export const ATTRIBUTES = ['lot', 'roots', 'server', 'variant', 'lang', 'remember'] as const;

/** The attributes of an element, parsed. */
export interface ElementRequest {
  lotId: string;
  /** fingerprints of trusted roots, hex; undefined: the page pins none */
  pinned: readonly string[] | undefined;
  /** scheme, host and port */
  origin: string;
  /** the page allows storing the newest head on its visitors' devices */
  remember: boolean;
}

/** An invalid attribute: the element sends no requests, since it could only guess what was meant. */
export interface Unreadable {
  attribute: 'lot' | 'roots' | 'server';
  message: string;
}

/** @param ownOrigin the server to use if the page names none */
export function readAttributes(
  element: Element,
  ownOrigin: string,
  { say, tell }: Pick<ElementWords, 'say' | 'tell'>,
): ElementRequest | Unreadable {
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

/** Requests without credentials or referrer, and without CORS preflight. */
export function serverAt(origin: string): PublicServer {
  return {
    base: `${origin}/api/v1`,
    init: { mode: 'cors', credentials: 'omit', cache: 'no-cache', referrerPolicy: 'no-referrer' },
  };
}
