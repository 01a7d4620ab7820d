import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The tags of axe's rules that are of WCAG 2.2, levels A and AA. */
export const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export interface Finding {
  /** of the rule that is broken */
  id: string;
  impact: string | null;
  /** selectors of the elements that break it */
  where: string[];
  /** these elements, cut short */
  html: string[];
}

export interface Look {
  /** selectors of what is looked at; the whole page unless told */
  within?: readonly string[];
  /** of the rules; all rules unless told, also those of good practice */
  tags?: readonly string[];
  /** rules that are left out */
  without?: readonly string[];
}

/**
 * What axe finds on a page: the rules that are broken. It is brought to each document once, since reading so much script takes long;
 * what keeps the rules is not told, which would take longer still. No page of ours has frames.
 */
export async function findings(page: Page, { within, tags, without = [] }: Look = {}): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([include, options]) => {
      const brought: typeof axe = Reflect.get(window, 'axe');
      // A dialog that still fades in counts as unseen, and then axe finds its page hidden without a reason.
      const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(moving.map(({ finished }) => finished));
      const { violations } = await brought.run(include === undefined ? document : { include }, options);
      const found = violations.map(({ id, impact, nodes }) => ({
        id,
        impact: impact ?? null,
        where: nodes.map(({ target }) => target.join(' ')),
        html: nodes.map(({ html }) => html.slice(0, 200)),
      }));
      // For this one rule axe would read all style sheets, for as long as all else takes: here no style may look how a screen is turned.
      const turned = [...document.styleSheets]
        .flatMap(({ cssRules }) => [...cssRules])
        .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes('orientation'))
        .map(({ cssText }) => cssText.slice(0, 200));
      const lock = { id: 'css-orientation-lock', impact: 'serious', where: turned, html: turned };
      return turned.length === 0 ? found : [...found, lock];
    },
    [
      within?.slice(),
      {
        resultTypes: ['violations'],
        preload: false,
        ...(tags === undefined ? {} : { runOnly: { type: 'tag', values: [...tags] } }),
        rules: Object.fromEntries(['css-orientation-lock', ...without].map((rule) => [rule, { enabled: false }])),
      } satisfies axe.RunOptions,
    ] as const,
  );
}

/** What axe finds on a page that keeps people from using it, and where. */
export async function seriousFindings(page: Page, look?: Look): Promise<{ id: string; where: string[] }[]> {
  const found = await findings(page, look);
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, where }) => ({ id, where }));
}
