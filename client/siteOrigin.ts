import { createContext, use } from 'react';

/** Scheme, host and port that the site is reached at, e.g. 'https://trace.example'. Given once, since a server has no address bar. */
export const SiteOrigin = createContext('');

/** The address of a lot's public page, to be shared. */
export function useLotAddress(lotId: string): string {
  return `${use(SiteOrigin)}/verify/${encodeURIComponent(lotId)}`;
}
