import { expect, type Page } from '@playwright/test';

/**
 * Resolves once the script of a public page has taken it over. What is pressed before is answered by the server, with
 * another page, or not at all.
 */
export async function pageAlive(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const control = document.querySelector('#root a');
        return control !== null && Object.keys(control).some((key) => key.startsWith('__react'));
      }),
    )
    .toBe(true);
}
