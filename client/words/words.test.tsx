import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { codeFaults, faultsOf, paramsOf, readCatalogues, typesOf } from '../../messages/catalogues.ts';
import { compiledCatalogue } from '../compiledWords.ts';
import { addWords } from './language.ts';
import { richWords } from './rich.tsx';
import { staffWordsIn } from './staffWords.ts';
import { areaWords, WordsProvider } from './words.tsx';

const english = {
  'test.plain': 'The cooperative’s lots',
  'test.lots': '{count, plural, one {# lot} other {# lots}} of {farm}',
  'test.link': 'Type <link>the number</link> in, {name}',
  'test.apostrophe': "The farmer's lot isn't graded",
};
/** As `npm run generate` would create it from these messages. */
type TestMessages = {
  'test.plain': null;
  'test.lots': { count: number; farm: string | number };
  'test.link': { name: string | number };
  'test.apostrophe': null;
};
const german = {
  'test.plain': 'Die Lose der Genossenschaft',
  'test.lots': '{farm}: {count, plural, one {# Los} other {# Lose}}',
  'test.link': '{name}, geben Sie <link>die Nummer</link> ein',
  'test.apostrophe': 'Das Los ist nicht bewertet',
};

addWords('en', english);
addWords('de', german);
const { useWords, wordsIn } = areaWords<TestMessages>();
const Rich = richWords<TestMessages>();

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
    // Never called: this is a compile-time test.
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
    ];
    expect(wrong).toBeTypeOf('function');
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
  it('name every message once, and have every message in each language', () => {
    expect(faultsOf(readCatalogues())).toEqual([]);
  });

  it.each<[string, Record<string, Record<string, Record<string, string>>>, string]>([
    ['that lacks', { en: { page: { 'a.b': 'Lot' } }, fr: { page: {} } }, 'fr/page.json lacks a.b'],
    [
      'that English has not',
      { en: { page: {} }, fr: { page: { 'a.b': 'Lot' } } },
      'fr/page.json has a.b, which is not in English',
    ],
    [
      'with another parameter',
      { en: { page: { 'a.b': 'Lot {lotId}' } }, fr: { page: { 'a.b': 'Lot {lot}' } } },
      'fr/page.json: a.b has other parameters than in English',
    ],
    [
      'with another tag',
      { en: { page: { 'a.b': '<link>Lot</link>' } }, fr: { page: { 'a.b': 'Lot' } } },
      'fr/page.json: a.b has other parameters than in English',
    ],
    ['in two files', { en: { page: { 'a.b': 'Lot' }, lot: { 'a.b': 'Lot' } } }, 'en: a.b is in two files'],
  ])('a message %s is found', (_what, languages, fault) => {
    expect(faultsOf(languages)).toEqual([fault]);
  });

  it('have texts of codes with the values of the code alone', () => {
    const files = { codes: { 'code.lot.taken': 'Lot {lotId} is taken', 'screen.lot.gone': 'Gone' } };
    expect(
      codeFaults(
        files,
        new Map([
          ['lot.taken', ['lotId']],
          ['lot.gone', []],
        ]),
      ),
    ).toEqual([]);
    expect(codeFaults(files, new Map([['lot.taken', ['lot']]]))).toEqual([
      'en: code.lot.taken has the parameter lotId, which its code does not give',
      'en: screen.lot.gone is the text of no code of the server',
    ]);
  });

  it('have the types of their parameters made from the English text', () => {
    const nested = '{n, plural, =0 {none of {farm}} other {# of {farm}, {weight, number}}} on <b>{day}</b>';
    expect([...paramsOf(nested)]).toEqual([
      ['n', 'number'],
      ['farm', 'string | number'],
      ['weight', 'number'],
      ['day', 'string | number'],
      ['<b>', 'tag'],
    ]);
    const types = typesOf({ page: { 'a.b': nested, 'code.lot.created': 'Lot created' } });
    expect(types).toContain(`'a.b': { n: number; farm: string | number; weight: number; day: string | number };`);
    expect(types).toContain(`'code.lot.created': null;`);
  });

  it('are parsed at the build: a message that cannot be read stops it', () => {
    expect(compiledCatalogue('{"a.b":"Lot {lotId}","a.c":"A lot"}')).toBe('{"a.b":["Lot ",["lotId"]],"a.c":"A lot"}');
    expect(compiledCatalogue('{"a.b":"Lot {lotId}","a.c":"A lot"}', (id) => id === 'a.c')).toBe('{"a.c":"A lot"}');
    expect(() => compiledCatalogue('{"a.b":"Lot {lotId"}')).toThrow();
  });
});
