import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The tags of axe's rules that are of WCAG 2.2, levels A and AA. */
export const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Axe on a page, for what breaks its rules alone: what it would tell of all that keeps them takes most of its time.
 * It runs in one go in the page itself, since no page of ours has frames; in portions it takes twice as long.
 */
export function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
}

/** What axe finds on a page that keeps people from using it, and where. */
export async function seriousFindings(page: Page): Promise<{ id: string; where: string[] }[]> {
  const { violations } = await axeOn(page).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }));
}
