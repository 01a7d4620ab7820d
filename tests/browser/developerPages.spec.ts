import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { at } from './staff.ts';

/** The pages for programmers: the query page of GraphQL, and the reading page of the REST interface. */
for (const { device, viewport, colorScheme } of [
  { device: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { device: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const) {
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });

    test('axe finds nothing serious on the page of the REST interface, which follows the scheme', async ({ page }) => {
      await page.goto(at('/api/v1/docs'));
      await expect(page.getByRole('heading', { name: 'Manam-Trace REST interface' })).toBeVisible();
      // One of its sections: all of them take axe most of a minute, and are written alike.
      const { violations } = await new AxeBuilder({ page })
        .include('header')
        .include('nav')
        .include('section[aria-labelledby="alerts"]')
        .analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(paper).toBe(colorScheme === 'dark' ? 'rgb(29, 21, 18)' : 'rgb(255, 250, 243)');
    });

    test('a query is run by keyboard on the query page, its answer read, and the editor left', async ({ page }) => {
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(at('/')) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
      });
      await page.goto(at('/graphql'));
      const query = page.getByRole('textbox', { name: 'Query' });
      await query.focus();
      await page.keyboard.press('Control+Enter');
      const answer = page.locator('.graphiql-response');
      await expect(answer).toContainText('"status"');
      expect((await answer.boundingBox())?.width).toBeGreaterThan(250);
      await page.keyboard.press('Tab');
      await expect(query).not.toBeFocused();
      const { violations } = await new AxeBuilder({ page })
        // GraphiQL's own: a tab inside a list item that can be dragged, and an editor that scrolls after its cursor.
        .disableRules(['nested-interactive', 'scrollable-region-focusable'])
        .analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
      expect(elsewhere).toEqual([]);
    });
  });
}
