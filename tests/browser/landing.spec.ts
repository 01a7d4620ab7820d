import { expect, test, type Page } from '@playwright/test';
import { at } from './staff.ts';

const PHONE = { width: 390, height: 844 };

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const decoration = (page: Page) => page.locator('canvas');

/** As where the operator keeps no requests; the server of these tests does. */
async function withoutContacts(page: Page): Promise<void> {
  await page.route(at('/'), async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"keepsContacts":true', '"keepsContacts":false');
    await route.fulfill({ response, body });
  });
}

/** Until the script answers: where a reader is that came to the last section is marked by it alone. */
async function answering(page: Page): Promise<void> {
  await expect(sections(page).getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'location');
}

async function topOf(page: Page, id: string): Promise<number> {
  return page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top));
}

test('a buyer is led through the sections, and the navigation says where they are @story', async ({ page }) => {
  await page.goto(at('/'));
  const link = (name: string) => sections(page).getByRole('link', { name });
  await expect(link('Home')).toHaveAttribute('aria-current', 'location');
  for (const [name, id] of [
    ['Features', 'features'],
    ['About', 'about'],
    ['Contact', 'contact'],
    ['Home', 'home'],
  ] as const) {
    await link(name).click();
    await expect(link(name)).toHaveAttribute('aria-current', 'location');
    await expect(sections(page).locator('[aria-current]')).toHaveCount(1);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await page.getByRole('link', { name: 'Learn More' }).click();
  await expect.poll(() => topOf(page, 'features')).toBeLessThanOrEqual(100);
  await expect(link('Features')).toHaveAttribute('aria-current', 'location');
  await page.goBack();
  await page.getByRole('link', { name: 'Start Free Trial' }).click();
  await expect(link('Contact')).toHaveAttribute('aria-current', 'location');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '#contact');

  // 101 px below the top a section is still to come, at 100 px it is there.
  await page.evaluate(() => scrollBy(0, (document.getElementById('about')?.getBoundingClientRect().top ?? 0) - 101));
  await expect(link('Features')).toHaveAttribute('aria-current', 'location');
  await page.mouse.wheel(0, 1);
  await expect(link('About')).toHaveAttribute('aria-current', 'location');
});

test('what it claims, shows and links to', async ({ page }) => {
  await page.goto(at('/'));
  const claims = page.getByRole('region', { name: 'About Manam-Trace' });
  for (const [claim, figure] of [
    ['Companies', '500+'],
    ['Uptime', '99.9%'],
    ['Products tracked', '50M+'],
    ['Support', '24/7'],
  ] as const) {
    await expect(claims.locator('dl > div').filter({ hasText: claim })).toContainText(figure);
  }
  await expect(page.getByRole('region', { name: 'What it does' }).getByRole('listitem')).toHaveCount(6);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('© 2024');
  await expect(footer.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy');
  await expect(footer.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
  // The map of the example comes when somebody comes near.
  await page.getByRole('heading', { name: 'At the farm' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('img', { name: /^Map of where the example lot grew/ })).toBeVisible();

  await page.getByRole('link', { name: 'verify demo lot LOT701' }).click();
  await expect(
    page.getByRole('heading', { name: /No tree loss found by satellite after 31 December 2020/ }),
  ).toBeVisible();
});

test('the menu of a phone keeps the focus, closes on Escape and gives the focus back @story', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(at('/'));
  const open = page.getByRole('button', { name: 'Open menu' });
  await expect(sections(page)).toBeHidden();
  await expect(open).toHaveAttribute('aria-expanded', 'false');
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    // Past its last link the focus is with the browser itself, never with the page behind.
    const place = () =>
      page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        return focused === document.body || focused.matches('dialog, dialog *');
      });
    expect(await place()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(open).toBeFocused();
  await expect(open).toHaveAttribute('aria-expanded', 'false');

  await open.click();
  await page.mouse.click(20, 400);
  await expect(menu(page)).toBeHidden();

  await open.click();
  await menu(page).getByRole('link', { name: 'About' }).click();
  await expect(menu(page)).toBeHidden();
  await expect.poll(() => topOf(page, 'about')).toBeLessThanOrEqual(100);
  await expect(page.locator('#about')).toBeFocused();
  await open.click();
  await expect(menu(page).getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'location');
  await menu(page).getByRole('link', { name: 'Get Started' }).click();
  await expect(page.locator('#contact')).toBeInViewport();
});

test('a request for a demo: what is missing, and thanks without a call', async ({ page }) => {
  await withoutContacts(page);
  await page.goto(at('/#contact'));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const form = page.getByRole('form', { name: 'Ask for a demo' });
  const send = form.getByRole('button', { name: 'Request a demo' });
  const field = (name: string) => form.getByRole('textbox', { name });
  const notice = page.getByRole('alertdialog');
  await expect(field('Message')).toHaveAttribute('rows', '5');
  await expect(field('Email')).toHaveAttribute('type', 'email');

  await field('First name').fill('Ines');
  await field('Last name').fill('   ');
  await field('Message').fill('We make bars in Antwerp.');
  await send.click();
  await expect(notice).toContainText('Please fill in all required fields.');
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toBeHidden();
  await expect(field('Last name')).toBeFocused();
  await expect(field('Last name')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('First name')).toHaveValue('Ines');
  await expect(field('Message')).toHaveValue('We make bars in Antwerp.');

  await field('Last name').fill('Peeters');
  await field('Company').fill('Atelier Cacao');
  await field('Email').fill('ines');
  await send.click();
  // The browser's own check of an address.
  expect(await field('Email').evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true);
  await expect(notice).toBeHidden();

  await field('Email').fill('ines@atelier.example');
  await field('Email').press('Enter');
  await expect(notice).toContainText('Thank you for your interest! We will contact you within 24 hours.');
  await page.keyboard.press('Escape');
  await expect(notice).toBeHidden();
  for (const name of ['First name', 'Last name', 'Email', 'Company', 'Message']) {
    await expect(field(name)).toHaveValue('');
  }
  expect(sent).toEqual([]);
});

test('where requests are kept, one is sent; one that does not arrive keeps what was typed', async ({ page }) => {
  const answers = [429, 503, 202];
  const bodies: unknown[] = [];
  await page.route('**/api/v1/contact', (route) => {
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ status: answers.shift() ?? 202, json: {} });
  });
  await page.goto(at('/#contact'));
  await answering(page);
  const typed = { firstName: 'Ines', lastName: 'Peeters', email: 'ines@atelier.example', company: 'Atelier Cacao' };
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${name}]`).fill(value);
  const send = page.getByRole('button', { name: 'Request a demo' });
  await send.click();
  await expect(page.getByRole('alert')).toContainText('Too many requests.');
  await send.click();
  await expect(page.getByRole('alert')).toContainText('Your request did not reach us.');
  await expect(page.locator('[name=company]')).toHaveValue('Atelier Cacao');
  await send.click();
  await expect(page.getByRole('alertdialog')).toContainText('Thank you for your interest!');
  await expect(page.getByRole('alert')).toHaveCount(0);
  const request = { ...typed, message: null };
  expect(bodies).toEqual([request, request, request]);
});

test('what is typed before the script has come is not lost', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/pages/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(at('/#contact'), { waitUntil: 'commit' });
  const form = page.getByRole('form', { name: 'Ask for a demo' });
  await form.getByRole('textbox', { name: 'First name' }).fill('Ines');
  await form.getByRole('textbox', { name: 'Message' }).fill('We make bars in Antwerp.');
  held.resolve();
  await answering(page);
  await form.getByRole('textbox', { name: 'Company' }).fill('Atelier Cacao');
  await form.getByRole('button', { name: 'Request a demo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(form.getByRole('textbox', { name: 'Last name' })).toBeFocused();
  await expect(form.getByRole('textbox', { name: 'First name' })).toHaveValue('Ines');
  await expect(form.getByRole('textbox', { name: 'Message' })).toHaveValue('We make bars in Antwerp.');
  await expect(form.locator('[aria-invalid]')).toHaveCount(2);
});

test('a script that comes late takes nobody out of the field they type in', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/pages/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(at('/#contact'), { waitUntil: 'commit' });
  // The address leads here as soon as the document is whole, for which it waits for no script.
  await expect(page.locator('#contact')).toBeFocused();
  const first = page.getByRole('textbox', { name: 'First name' });
  await first.click();
  await page.keyboard.type('In');
  held.resolve();
  await answering(page);
  await page.keyboard.type('es');
  await expect(first).toBeFocused();
  await expect(first).toHaveValue('Ines');
});

test('with reduced motion nothing moves', async ({ page }) => {
  await page.goto(at('/'));
  await page.mouse.move(300, 300);
  await page.waitForLoadState('networkidle');
  await expect(decoration(page)).not.toHaveAttribute('data-moving');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});

test.describe('where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('chain and particles are drawn while they are in sight, and scrolling is smooth', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(at('/'));
    const canvas = decoration(page);
    await expect(canvas).toHaveAttribute('data-moving', 'true');
    await expect(canvas).toHaveAttribute('aria-hidden', 'true');
    const near = (x: number, y: number) =>
      canvas.evaluate(
        (element: HTMLCanvasElement, [atX, atY]) => {
          const ratio = element.width / element.clientWidth;
          const part =
            element.getContext('2d')?.getImageData((atX - 45) * ratio, (atY - 45) * ratio, 90, 90).data ?? [];
          return part.filter((value, index) => index % 4 === 3 && value > 60).length;
        },
        [x, y] as const,
      );
    await page.mouse.move(620, 130);
    await expect.poll(() => near(620, 130)).toBeGreaterThan(10);

    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth');
    await sections(page).getByRole('link', { name: 'About' }).click();
    await expect.poll(() => topOf(page, 'about')).toBeLessThanOrEqual(100);
    await expect(canvas).toHaveAttribute('data-moving', 'false');
    await sections(page).getByRole('link', { name: 'Home' }).click();
    await expect(canvas).toHaveAttribute('data-moving', 'true');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(canvas).toHaveAttribute('data-moving', 'false');
  });
});
