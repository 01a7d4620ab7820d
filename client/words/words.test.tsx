import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { compiledCatalogue } from '../compiledWords.ts';
import { addWords } from './language.ts';
import type { Messages, ParamsOf, Translation } from './messages.ts';
import { richWords } from './rich.tsx';
import { staffWordsIn } from './staffWords.ts';
import { areaWords, WordsProvider } from './words.tsx';

const english = {
  'test.plain': 'The cooperative’s lots',
  'test.lots': '{count, plural, one {# lot} other {# lots}} of {farm}',
  'test.link': 'Type <link>the number</link> in, {name}',
  'test.apostrophe': "The farmer's lot isn't graded",
} as const;
const german = {
  'test.plain': 'Die Lose der Genossenschaft',
  'test.lots': '{farm}: {count, plural, one {# Los} other {# Lose}}',
  'test.link': '{name}, geben Sie <link>die Nummer</link> ein',
  'test.apostrophe': 'Das Los ist nicht bewertet',
} as const satisfies Translation<typeof english>;

addWords('en', english);
addWords('de', german);
const { useWords, wordsIn } = areaWords<typeof english>();
const Rich = richWords<typeof english>();

describe('words', () => {
  it('are said with their parameters', () => {
    const { say, tell } = wordsIn();
    expect(say('test.plain')).toBe('The cooperative’s lots');
    expect(say('test.apostrophe')).toBe("The farmer's lot isn't graded");
    expect(say('test.lots', { count: 1, farm: 'KF-1' })).toBe('1 lot of KF-1');
    expect(tell({ id: 'test.lots', params: { count: 1200, farm: 'KF-1' } })).toBe('1,200 lots of KF-1');
  });

  it('with a wrong id or a missing parameter do not type-check', () => {
    const { say, tell } = wordsIn();
    // Never called: the compiler is the test.
    const wrong = (): unknown[] => [
      // @ts-expect-error there is no such id
      say('test.plan'),
      // @ts-expect-error a parameter is missing
      say('test.lots', { count: 2 }),
      // @ts-expect-error all parameters are missing
      say('test.lots'),
      // @ts-expect-error a count is a number
      say('test.lots', { count: '2', farm: 'KF-1' }),
      // @ts-expect-error this message has no parameters
      say('test.plain', { count: 2 }),
      // @ts-expect-error no parameters in a word that needs them
      tell({ id: 'test.lots' }),
      // @ts-expect-error a translation without one of the messages
      { 'test.plain': '' } satisfies Translation<typeof english>,
    ];
    expect(wrong).toBeTypeOf('function');
  });

  it('have their parameters read out of the message by the compiler', () => {
    type Nested = ParamsOf<'{n, plural, =0 {none of {farm}} other {# of {farm}, {weight, number}}} on {day}'>;
    const params: Nested = { n: 1, farm: 'KF-1', weight: 2.5, day: 'Monday' };
    // @ts-expect-error `day` is missing
    const fewer: Nested = { n: 1, farm: 'KF-1', weight: 2.5 };
    expect(Object.keys(params)).toHaveLength(Object.keys(fewer).length + 1);
  });

  it('of another language need a catalogue alone; dates, numbers and units follow', () => {
    expect(wordsIn('de-AT').say('test.lots', { count: 1, farm: 'KF-1' })).toBe('KF-1: 1 Los');
    const { say, formatDate, formatKg, formatPercent, formatCelsius, formatCount } = wordsIn('de-DE');
    expect(say('test.lots', { count: 1200, farm: 'KF-1' })).toBe('KF-1: 1.200 Lose');
    expect([formatDate('2026-03-14'), formatKg(1250.5), formatCount(10_000)]).toEqual([
      '14. März 2026',
      '1.250,5\u00a0kg',
      '10.000',
    ]);
    expect([formatPercent(79.6875), formatCelsius(-3.25)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      '79,7 %',
      '-3,3 °C',
    ]);
  });

  it('of every area are there with the shared ones', () => {
    expect(staffWordsIn().say('again.retry')).toBe('Retry');
    expect(staffWordsIn().say('app.initializing')).toBe('Initializing Manam-Trace...');
  });

  it('are English where a language has none', () => {
    expect(wordsIn('fr-FR').say('test.plain')).toBe(english['test.plain']);
  });
});

describe('on a page', () => {
  function Page() {
    const { say, formatDate, formatDateTime } = useWords();
    return (
      <p>
        {say('test.plain')} {formatDate('2026-03-14')} ({formatDateTime('2026-03-14T23:30:00Z')}){' '}
        <Rich id="test.link" params={{ name: 'Ana' }} parts={{ link: <em /> }} />
      </p>
    );
  }
  const written = (locale?: string): string =>
    renderToString(
      <WordsProvider locale={locale} timeZone="Asia/Tokyo">
        <Page />
      </WordsProvider>,
    )
      .replaceAll('<!-- -->', '')
      .replaceAll('\u202f', ' ');

  it('are written on a server, each page in its own language and zone, with links inside a sentence', () => {
    expect(written()).toBe(
      '<p>The cooperative’s lots Mar 14, 2026 (Mar 15, 2026, 8:30\u00a0AM) Type <em>the number</em> in, Ana</p>',
    );
    expect(written('de-DE')).toBe(
      '<p>Die Lose der Genossenschaft 14. März 2026 (15. März 2026, 8:30) Ana, geben Sie <em>die Nummer</em> ein</p>',
    );
  });
});

describe('catalogues', () => {
  const folder = join(import.meta.dirname, 'en');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

  async function messagesOf(file: string): Promise<Messages> {
    const module: Record<string, Messages> = await import(/* @vite-ignore */ join(folder, file));
    return Object.assign({}, ...Object.values(module));
  }

  it('name every message once', async () => {
    const ids = (await Promise.all(files.map(messagesOf))).flatMap((messages) => Object.keys(messages));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(files)('%s: is compiled for the browser, message for message', async (file) => {
    const compiled = compiledCatalogue(file, readFileSync(join(folder, file), 'utf8'));
    for (const [id, message] of Object.entries(await messagesOf(file))) {
      expect(compiled).not.toContain(`'${id}': '${message}'`);
    }
  });

  it('are read at the build: a message that cannot be read stops it', () => {
    expect(compiledCatalogue('a.ts', "export const a = { 'a.b': 'Lot {lotId}' } as const;")).toBe(
      `export const a = { 'a.b': ["Lot ",["lotId"]] } as const;`,
    );
    expect(() => compiledCatalogue('a.ts', "export const a = { 'a.b': 'Lot {lotId' } as const;")).toThrow();
    expect(() => compiledCatalogue('a.ts', "export const a = { 'a.b': `Lot ${1}` } as const;")).toThrow(/as they are/);
  });
});
