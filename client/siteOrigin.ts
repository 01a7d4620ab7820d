import { createContext, use } from 'react';

/** Scheme, host and port of the site, e.g. 'https://trace.example'. A context, since a server has no address bar. */
export const SiteOrigin = createContext('');

/** URL of a lot's public page, for sharing. */
export function useLotAddress(lotId: string): string {
  return `${use(SiteOrigin)}/verify/${encodeURIComponent(lotId)}`;
}
