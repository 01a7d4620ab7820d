import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { PageWords, PUBLIC_PATHS } from '../../server/domain/publicPages.ts';

/*
 * The public pages (public specification, section 2). Each is a document of its own that comes from the server with its content:
 * links between them leave the page. Within /verify the steps are one page.
 */
type PublicPath = (typeof PUBLIC_PATHS)[number];
export type PageModule = { default: ComponentType };

/** The name of a page's component. */
export type PageName = 'landing' | 'verify' | 'privacy' | 'terms' | 'support';

const NAMES: Record<PublicPath, PageName> = {
  '/': 'landing',
  '/verify': 'verify',
  '/verify/:lotId': 'verify',
  '/privacy': 'privacy',
  '/terms': 'terms',
  '/support': 'support',
};

/** The words that each page says. */
export const WORDS_OF: Record<PageName, readonly PageWords[]> = {
  landing: ['all', 'landing'],
  verify: ['all'],
  privacy: ['all', 'texts'],
  terms: ['all', 'texts'],
  support: ['all', 'texts'],
};

/** The page at an address, and the lot that it names (decoded); null when no public page is there. */
export function pageAt(address: string): { name: PageName; lotId: string | null } | null {
  for (const [path, name] of Object.entries(NAMES)) {
    const match = matchPath(path, address);
    if (match !== null) return { name, lotId: decoded(match.params['lotId'] ?? null) };
  }
  return null;
}

/** As it is where it cannot be decoded: then it names no lot either. */
function decoded(part: string | null): string | null {
  try {
    return part === null ? null : decodeURIComponent(part);
  } catch {
    return part;
  }
}
