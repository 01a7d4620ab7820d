import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { z } from 'zod';
import { launchOptions } from '../browser/browser.ts';

export interface LotScreens {
  url: string;
  username: string;
  password: string;
}

interface View {
  name: string;
  layout: 'table' | 'grid' | 'compact';
  limit: 12 | 48 | 96;
}

const VIEWS: readonly View[] = [
  { name: 'table of 12', layout: 'table', limit: 12 },
  { name: 'table of 48', layout: 'table', limit: 48 },
  { name: 'table of 96', layout: 'table', limit: 96 },
  { name: 'cards, 12', layout: 'grid', limit: 12 },
  { name: 'cards, 96', layout: 'grid', limit: 96 },
];
const TURNS = 5;
const TYPED = 'farmer 1';
/** The list is asked once keys have rested for 300 ms: typed so, each of them brings a list, which is drawn before or amid the next. */
const SLOW_KEY_MS = 420;
const QUICK_KEY_MS = 90;
const REST_MS = 600;

/**
 * The lots tab in a browser: how long a page takes from the press on 'next' until its first lots are painted, and until all of them are, and the tasks of 50 ms and more
 * that keep it from answering, while pages are turned and while somebody types in the search.
 * @returns lines of text
 */
export async function measureLotScreens({ url, username, password }: LotScreens): Promise<string[]> {
  const browser = await chromium.launch(await launchOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    await page.addInitScript(WATCH);
    await page.goto(`${url}/admin/login`);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const lines = [
      '| View | page change | all of it | its processor time | its longest task | while typing slowly | quickly |',
      '| --- | --- | --- | --- | --- | --- | --- |',
    ];
    for (const view of VIEWS) {
      await open(page, url, view);
      // The first one compiles what the others run.
      await turnPage(page, view.limit);
      const turned: { painted: Painted; tasks: Tasks }[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        await delay(REST_MS);
        let painted: Painted = [0, 0];
        const tasks = await tasksOf(browser, page, async () => {
          painted = await turnPage(page, view.limit);
          await delay(REST_MS);
        });
        turned.push({ painted, tasks });
      }
      const typed: Tasks[] = [];
      for (const keyMs of [SLOW_KEY_MS, QUICK_KEY_MS]) {
        await open(page, url, view);
        await page.getByRole('searchbox').click();
        await delay(REST_MS);
        typed.push(await tasksOf(browser, page, () => type(page, keyMs)));
      }
      const cells = [
        view.name,
        median(turned.map(({ painted: [first] }) => first)),
        median(turned.map(({ painted: [, all] }) => all)),
        median(turned.map(({ tasks }) => tasks.processor)),
        longest(turned.map(({ tasks }) => tasks)),
        ...typed.map((tasks) => longest([tasks])),
      ];
      lines.push(`| ${cells.join(' | ')} |`);
    }
    return lines;
  } finally {
    await browser.close();
  }
}

async function open(page: Page, url: string, { layout, limit }: View): Promise<void> {
  await page.goto(`${url}/admin/dashboard?tab=lots&layout=${layout}&limit=${limit}`);
  await page
    .locator('tbody tr:not(.skeleton), article')
    .nth(limit - 1)
    .waitFor();
  await delay(1_500);
}

/** ms from the press until the first lots of the next page are painted, and until all of them are */
type Painted = [first: number, all: number];

async function turnPage(page: Page, limit: number): Promise<Painted> {
  const next = page.getByRole('button', { name: 'Next page' });
  await next.scrollIntoViewIfNeeded();
  const painted = page.evaluate<Painted>(`turnedPage(${limit})`);
  await next.click();
  return painted;
}

async function type(page: Page, keyMs: number): Promise<void> {
  for (const key of TYPED) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await delay(keyMs);
  }
  await delay(2 * REST_MS);
}

/** What the thread that draws the page and answers the keys was busy with, in ms. */
interface Tasks {
  /** its processor time in all */
  processor: number;
  /** each task by the clock, with its processor time: more than that, and others had the processor meanwhile */
  each: { ms: number; processor: number }[];
}

async function tasksOf(browser: Browser, page: Page, doing: () => Promise<void>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await doing();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const main = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const each = traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid} ${tid}`))
    .map(({ dur, tdur }) => ({ ms: dur / 1_000, processor: tdur / 1_000 }));
  return { processor: each.reduce((sum, task) => sum + task.processor, 0), each };
}

const trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** microseconds by the clock, and of processor time */
      dur: z.number().default(0),
      tdur: z.number().default(0),
      args: z
        .object({ name: z.string().optional().catch(undefined) })
        .optional()
        .catch(undefined),
    }),
  ),
});

const median = (all: number[]): string =>
  `${Math.round([...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)} ms`;

/** @returns the longest task of each by the clock, its processor time, and how many took 50 ms and more of either */
function longest(all: readonly Tasks[]): string {
  const each = all.flatMap((tasks) => tasks.each);
  const most = Math.max(...each.map(({ ms }) => ms));
  const mostProcessor = Math.max(...each.map(({ processor }) => processor));
  return `${Math.round(most)} ms, of processor time ${Math.round(mostProcessor)} ms (${each.filter(({ ms }) => ms >= 50).length}, ${each.filter(({ processor }) => processor >= 50).length} of 50 ms and more)`;
}

/** Runs in the page, and so is text: what runs this file gives functions names by a helper that the page does not have. */
const WATCH = `
  window.turnedPage = (count) => {
    const ids = () => [...document.querySelectorAll('tbody [id^=lot-], article h3[id^=lot-]')].map(({ id }) => id);
    const before = ids()[0];
    return new Promise((resolve) => {
      const begin = (event) => {
        // Not looked for at each frame: that alone would keep a busy page from its work.
        let first;
        const changes = new MutationObserver(() => {
          const now = ids();
          if (now[0] === undefined || now[0] === before) return;
          // Within the next frame they are painted: the task after it follows that.
          first ??= painted();
          if (now.length !== count) return;
          changes.disconnect();
          resolve(Promise.all([first, painted()]));
        });
        const painted = () =>
          new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - event.timeStamp))));
        changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['id'] });
      };
      document.addEventListener('click', begin, { once: true, capture: true });
    });
  };`;
