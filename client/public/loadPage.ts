import type { PageModule, PageName } from './pages.ts';

/** The page scripts, each loaded only with its page. */
const LOADS: Record<PageName, () => Promise<PageModule>> = {
  landing: () => import('./landing/LandingPage.tsx'),
  verify: () => import('./verify/VerifyPage.tsx'),
  privacy: () => import('./texts/PrivacyPage.tsx'),
  terms: () => import('./texts/TermsPage.tsx'),
  support: () => import('./texts/SupportPage.tsx'),
};

export async function loadPage(name: PageName): Promise<PageModule> {
  return LOADS[name]();
}
