import type { ComponentType } from 'react';
import type { LISTED_PATHS, PageWords } from '../../server/domain/public/publicPages.ts';

/*
 * The public pages (docs/spec/public-pages.md, 'Routes'). Each is a separate server-rendered document: links between
 * them load a new page. The steps within /verify are one page.
 */
export type PageModule = { default: ComponentType };

/** The name of a page's component. */
export type PageName = 'landing' | 'verify' | 'privacy' | 'terms' | 'support' | 'buyer';

const NAMES: Record<(typeof LISTED_PATHS)[number], PageName> = {
  '/': 'landing',
  '/verify': 'verify',
  '/privacy': 'privacy',
  '/terms': 'terms',
  '/support': 'support',
};

/** The message catalogues of each page. */
export const WORDS_OF: Record<PageName, readonly PageWords[]> = {
  landing: ['page', 'landing'],
  verify: ['page'],
  privacy: ['page', 'texts'],
  terms: ['page', 'texts'],
  support: ['page', 'texts'],
  buyer: ['page', 'texts'],
};

/** The page at an address and its lot (decoded); null if there is no public page. */
export function pageAt(address: string): { name: PageName; lotId: string | null } | null {
  const path = address.replace(/(?<=.)\/$/, '');
  const lotId = /^\/verify\/([^/]+)$/.exec(path)?.[1];
  if (lotId !== undefined) return { name: 'verify', lotId: decoded(lotId) };
  if (/^\/buyer\/[^/]+$/.test(path)) return { name: 'buyer', lotId: null };
  const known = Object.entries(NAMES).find(([one]) => one === path);
  return known === undefined ? null : { name: known[1], lotId: null };
}

/** Unchanged if it cannot be decoded: then it is not a valid lot either. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
