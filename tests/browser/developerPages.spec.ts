import { expect, test, type Page } from '@playwright/test';
import { findings, seriousFindings } from './axe.ts';
import { at } from './staff.ts';

/** The pages for programmers: the query page of GraphQL, and the reading page of the REST interface. */
for (const { device, viewport, colorScheme } of [
  { device: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { device: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const) {
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });

    /** The product's mark, its face, loaded from here, and its paper. */
    const expectProductsOwn = async (page: Page, paper: string): Promise<void> => {
      const mark = page.locator('img[src*="mark"]');
      await expect(mark).toBeVisible();
      expect(
        await mark.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
      ).toBeGreaterThan(0);
      const worn = await page.locator(paper).evaluate(async (element) => {
        await document.fonts.ready;
        const { backgroundColor, fontFamily } = getComputedStyle(element);
        return {
          backgroundColor,
          fontFamily,
          loaded: [...document.fonts].map(({ family, status }) => `${family} ${status}`),
        };
      });
      expect(worn.backgroundColor).toBe(colorScheme === 'dark' ? 'rgb(24, 19, 16)' : 'rgb(250, 247, 242)');
      expect(worn.fontFamily).toContain('Inter Variable');
      expect(worn.loaded.map((face) => face.replaceAll('"', ''))).toContain('Inter Variable loaded');
    };

    test('axe finds nothing serious on the page of the REST interface, which follows the scheme', async ({ page }) => {
      await page.goto(at('/api/v1/docs'));
      await expect(page.getByRole('heading', { name: 'Manam-Trace REST interface' })).toBeVisible();
      // One of its sections: all of them take axe most of a minute, and are written alike.
      expect(await findings(page, { within: ['header', 'nav', 'section[aria-labelledby="alerts"]'] })).toEqual([]);
      await expectProductsOwn(page, 'body');
    });

    test('a query is run by keyboard on the query page, its answer read, and the editor left', async ({ page }) => {
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(at('/')) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
      });
      await page.goto(at('/graphql'));
      await expectProductsOwn(page, '.graphiql-container');
      const query = page.getByRole('textbox', { name: 'Query' });
      await query.focus();
      await page.keyboard.press('Control+Enter');
      const answer = page.locator('.graphiql-response');
      await expect(answer).toContainText('"status"');
      expect((await answer.boundingBox())?.width).toBeGreaterThan(250);
      await page.keyboard.press('Tab');
      await expect(query).not.toBeFocused();
      // GraphiQL's own: a tab inside a list item that can be dragged, and an editor that scrolls after its cursor.
      const editors = ['nested-interactive', 'scrollable-region-focusable'];
      expect(await seriousFindings(page, { without: editors })).toEqual([]);
      expect(elsewhere).toEqual([]);
    });
  });
}

test('every page has a head and an icon', async ({ request }) => {
  for (const path of ['/', '/verify', '/verify/LOT701', '/admin/login', '/graphql']) {
    const headers = { Accept: 'text/html' };
    const [head, whole] = [await request.head(at(path), { headers }), await request.get(at(path), { headers })];
    expect([path, head.status(), (await head.body()).length]).toEqual([path, 200, 0]);
    for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
      expect([path, name, head.headers()[name]]).toEqual([path, name, whole.headers()[name]]);
    }
  }
  expect((await request.head(at('/api/v1/none'))).status()).toBe(404);
  const icon = await request.get(at('/favicon.ico'));
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  expect((await icon.body()).length).toBeLessThan(4_096);
});
