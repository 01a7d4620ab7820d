import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import encodeQR from 'qr';
import { launchOptions } from './browser.ts';
import { at } from './staff.ts';

const [WIDTH, HEIGHT] = [640, 480];

/** What a camera sees that a code is held in front of: an uncompressed film of one picture (YUV4MPEG2), gray as paper in the shade. */
function filmOf(text: string): Buffer {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const module = Math.floor((HEIGHT * 0.6) / rows.length);
  const [left, top] = [WIDTH, HEIGHT].map((side) => Math.floor((side - module * rows.length) / 2));
  const light = Buffer.alloc(WIDTH * HEIGHT, 200);
  for (let y = 0; y < rows.length * module; y += 1) {
    for (let x = 0; x < rows.length * module; x += 1) {
      const isDark = rows[Math.floor(y / module)]?.[Math.floor(x / module)];
      if (isDark) light[(y + (top ?? 0)) * WIDTH + x + (left ?? 0)] = 30;
    }
  }
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`), frame, frame]);
}

/** A browser whose camera sees that, and does as with a person who allows everything. */
async function withCamera(text: string, run: (page: Page, browser: Browser) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'manam-film-'));
  const film = join(folder, 'film.y4m');
  await writeFile(film, filmOf(text));
  const options = await launchOptions();
  const args = [
    ...(options.args ?? []),
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ];
  const browser = await chromium.launch({ ...options, args });
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, locale: 'en-US' });
    await page.addInitScript(() => {
      const opened: MediaStream[] = [];
      Reflect.set(globalThis, 'opened', opened);
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        opened.push(stream);
        return stream;
      };
    });
    await page.goto(at('/verify?step=search'));
    await run(page, browser);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many cameras were opened, and how many of them see something still. */
const cameras = (page: Page): Promise<[number, number]> =>
  page.evaluate(() => {
    const opened: MediaStream[] = Reflect.get(globalThis, 'opened');
    return [
      opened.length,
      opened.flatMap((stream) => stream.getTracks()).filter((one) => one.readyState === 'live').length,
    ];
  });

const scan = (page: Page) => page.getByRole('button', { name: 'Scan the QR code' });

test('the code on a pack leads to its lot, and the camera is off again @story', async () => {
  await withCamera(at('/verify/LOT701?utm_source=label'), async (page) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(at('/')) && request.url().startsWith('http')) foreign.push(request.url());
    });
    // Nothing of what reads codes is loaded before it is wanted.
    const reader = page.waitForResponse(/Scanner-/);
    await scan(page).click();
    await reader;
    await expect(
      page.getByRole('heading', { name: /No tree loss found by satellite after 31 December 2020/ }),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/verify\/LOT701$/);
    expect(await cameras(page)).toEqual([1, 0]);
    expect(foreign).toEqual([]);
  });
});

test('a link to another site is refused in words and not opened; Escape and a hidden page turn the camera off', async () => {
  await withCamera('https://elsewhere.example/verify/LOT701', async (page) => {
    await scan(page).focus();
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('This code leads to another site, elsewhere.example. We did not open it.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close the camera' })).toBeFocused();
    expect(await cameras(page)).toEqual([1, 0]);
    await page.keyboard.press('Escape');
    await expect(scan(page)).toBeFocused();
    // Still on the search step, and at no other address.
    await expect(page).toHaveURL(/\/verify\?step=search$/);
    await page.evaluate(() => {
      // The picture stands still, so that nothing is found before the page is hidden.
      HTMLMediaElement.prototype.play = () => new Promise(() => undefined);
    });
    await scan(page).click();
    await expect.poll(() => cameras(page)).toEqual([2, 1]);
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(() => cameras(page)).toEqual([2, 0]);
    await expect(page.getByRole('button', { name: 'Close the camera' })).toBeHidden();
  });
});

test('no camera: nothing is offered; one that is refused or in use says so in the reader’s language', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'fr' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    Reflect.set(navigator.mediaDevices, 'enumerateDevices', async () => Reflect.get(globalThis, 'devices') ?? []);
  });
  await page.goto(at('/verify?step=search'));
  await expect(page.getByText('En ligne')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Scanner le code QR' })).toHaveCount(0);
  for (const [error, words] of [
    ['NotAllowedError', /est bloqué/],
    ['NotFoundError', /Aucun appareil photo utilisable/],
    ['NotReadableError', /une autre application s’en sert/],
  ] as const) {
    const other = await context.newPage();
    await other.addInitScript((name) => {
      Reflect.set(navigator.mediaDevices, 'enumerateDevices', async () => [{ kind: 'videoinput', label: '' }]);
      Reflect.set(navigator.mediaDevices, 'getUserMedia', async () => {
        throw new DOMException('no', name);
      });
    }, error);
    await other.goto(at('/verify?step=search'));
    await other.getByRole('button', { name: 'Scanner le code QR' }).click();
    await expect(other.getByText(words)).toBeVisible();
    await other.close();
  }
  await context.close();
});
