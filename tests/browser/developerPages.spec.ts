import { expect, test, type Page } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { at } from './staff.ts';

/** The pages for programmers: the query page of GraphQL, and the reference of the REST interface. */
for (const { device, viewport, colorScheme } of [
  { device: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { device: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const) {
  test.describe(`${device}, ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });

    /** The product's mark, its font, loaded from here, and its background in a color scheme. */
    const expectProductsOwn = async (page: Page, paper: string, scheme: 'light' | 'dark'): Promise<void> => {
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
      expect(worn.backgroundColor).toBe(scheme === 'dark' ? 'rgb(24, 19, 16)' : 'rgb(250, 247, 242)');
      expect(worn.fontFamily).toContain('Inter Variable');
      expect(worn.loaded.map((face) => face.replaceAll('"', ''))).toContain('Inter Variable loaded');
    };

    test('the reference of the REST interface is read by keyboard, from this site alone', async ({ page }) => {
      const elsewhere: string[] = [];
      const refused: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(at('/')) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
      });
      page.on('console', (message) => {
        if (message.type() === 'error') refused.push(message.text());
      });
      await page.goto(at('/api/v1/docs'));
      // All operations are drawn in one go, which takes a while beside other browsers.
      await expect(page.getByRole('heading', { name: 'Manam-Trace (', exact: false })).toBeVisible({ timeout: 60_000 });
      const call = page.locator('[id="tag/alerts/operation/getAlerts"]');
      await expect(call.getByRole('heading', { name: 'Alerts in sight, newest first' })).toBeAttached();
      const answer = call.getByRole('button', { name: '404' }).first();
      await answer.focus();
      await page.keyboard.press('Enter');
      await expect(call.getByText('Response Schema')).toBeVisible();
      // One of its sections: axe would take minutes for all of them, and they are drawn alike.
      const shown = ['body > header', '.api-info', '[id="tag/alerts"]', '[id="tag/alerts/operation/getAlerts"]'];
      expect(await seriousFindings(page, { within: shown })).toEqual([]);
      await expectProductsOwn(page, 'body', 'light');
      expect([elsewhere, refused]).toEqual([[], []]);
    });

    test('a query is run by keyboard on the query page, its answer read, and the editor left @story', async ({
      page,
    }) => {
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(at('/')) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
      });
      await page.goto(at('/graphql'));
      await expectProductsOwn(page, '.graphiql-container', colorScheme);
      const query = page.getByRole('textbox', { name: 'Query' });
      const answer = page.locator('.graphiql-response');
      // The field is there before its keys do something.
      await expect(async () => {
        await query.press('Control+Enter');
        await expect(answer).toContainText('"status"', { timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
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
