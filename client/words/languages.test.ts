import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { firstSpoken } from '../../server/domain/public/publicPages.ts';
import { formatsOf } from './format.ts';
import type { Messages } from './messages.ts';
import { verifyWordsIn } from './verifyWords.ts';

const LANGUAGES = ['fr', 'es', 'tpi'] as const;

/** The catalogues of the public pages, of which each language has one. */
const FILES = [
  'shared.ts',
  'record.ts',
  'recordDetails.ts',
  'lotFields.ts',
  ...readdirSync(join(import.meta.dirname, 'en', 'public')).map((file) => join('public', file)),
];
/** Names, signs and figures: alike in all languages. */
const EVERYWHERE = [
  'app.name',
  'app.title',
  'ledger.chaincode',
  'verify.said',
  'origin.degrees',
  'card.title',
  'prove.rootsDone',
  'about.companiesFigure',
  'footer.rights',
  'frame.version',
];
/** Words that are written alike. */
const ALIKE: Record<(typeof LANGUAGES)[number], readonly string[]> = {
  fr: [
    'grade.Premium',
    'grade.Excellent',
    'grade.Standard',
    'copy.signature',
    'chain.signature',
    'ledger.transaction',
    'field.certifications',
    'label.latitude',
    'label.longitude',
    'result.title',
    'origin.north',
    'origin.south',
    'origin.east',
    'forest.datasetOf',
    'forest.certifications',
    'way.transport',
    'support.contact',
    'nav.contact',
    'nav.menu',
    'about.satellite',
    'about.supportFigure',
  ],
  es: [
    'grade.Premium',
    'value.no',
    'head.shared',
    'origin.north',
    'origin.south',
    'origin.east',
    'verdict.sentence',
    'verdict.between',
    'about.uptimeFigure',
    'about.supportFigure',
  ],
  tpi: [
    'value.yes',
    'head.shared',
    'search.dateHint',
    'verdict.sentence',
    'verdict.between',
    'about.uptimeFigure',
    'about.productsFigure',
    'about.supportFigure',
  ],
};
/** Small words that no other language of ours has. */
const ENGLISH = /\b(the|of|and|with|your|this|that|was|were|cannot|not found|please)\b/i;

async function messagesOf(language: string, file: string): Promise<Messages> {
  const { units: _, ...exported }: Record<string, Messages> = await import(
    /* @vite-ignore */ join(import.meta.dirname, language, file)
  );
  return Object.assign({}, ...Object.values(exported));
}

/** Parameters and tags of a message by name. */
function holesOf(message: string): string[] {
  const names = new Set<string>();
  const read = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      names.add(String(token[0]));
      for (const cases of Object.values(Object(token[2]))) read(cases);
    }
  };
  read(compileMessageOrThrow(message));
  for (const [, tag = ''] of message.matchAll(/<(\w+)>/g)) names.add(`<${tag}>`);
  return [...names].sort();
}

describe.each(LANGUAGES)('%s', (language) => {
  it.each(FILES)('has every message of %s, with its parameters, and none in English', async (file) => {
    const english = await messagesOf('en', file);
    const own = await messagesOf(language, file);
    expect(Object.keys(own)).toEqual(Object.keys(english));
    const wrong = Object.entries(english).flatMap(([id, message]) => {
      const translated = own[id] ?? '';
      if (translated.trim() === '') return [`${id}: empty`];
      if (String(holesOf(translated)) !== String(holesOf(message))) return [`${id}: other parameters`];
      if (translated === message) return [...EVERYWHERE, ...ALIKE[language]].includes(id) ? [] : [`${id}: English`];
      if (ENGLISH.test(translated.replace(/\{\w+\}|<\/?\w+>/g, ''))) return [`${id}: ${translated}`];
      return translated.endsWith('...') === message.endsWith('...') ? [] : [`${id}: dots`];
    });
    expect(wrong).toEqual([]);
  });
});

/** What readers found wrong in the texts of the public pages and the first screen of staff: untrue, not idiomatic or misread. */
const WITHDRAWN: Record<'en' | (typeof LANGUAGES)[number], RegExp> = {
  en: /stands (?:under|in the record)|Nothing bad|nobody has looked|Whoever buys|of the place is read\.|with its days|drawn line|names its day|said to be so|travel on every|could not be had|since 2020|after 2020|end of 2020|as a whole yet/,
  fr: /Supérieur|Courant|^Fait(?: :|$)|note les fèves|À la tablette|en son jour|Qui l’achète|Rien de mauvais|personne n’a regardé|sécurité alimentaire|Usage loyal|la faute|tombe en panne|jetés sans|comme le dit|^Sur les? (?:producteurs|personnel)$|corriger, emporter|voyagent sur|depuis 2020|après 2020|fin de 2020/,
  es: /Superior|se dice que lo es|Según decimos|levanta una alerta|Lo que hacemos con ello|encontró nada malo; nadie|vuelto a mirar|viajan en|Uso justo|^Hecho:?$|desde 2020|después de 2020|fines de 2020/,
  tpi: /I drai yet|Traim nating|traim nating|stat long 2020|bihain long 2020|pinis bilong 2020|^[Ss]kel$|Go long as tok|^Ol wokman$|Regulation \(EU\)/,
};

describe.each(['en', ...LANGUAGES] as const)('%s', (language) => {
  it('has none of the wordings that were withdrawn', async () => {
    const files = [...FILES, ...(language === 'en' ? ['staff/dashboard.ts'] : [])];
    const catalogues = await Promise.all(files.map((file) => messagesOf(language, file)));
    const wrong = catalogues.flatMap((messages) =>
      Object.entries(messages).filter(([, message]) => WITHDRAWN[language].test(message)),
    );
    expect(wrong).toEqual([]);
  });
});

it('a language is told by its name alone; one that is not ours is none', () => {
  expect(firstSpoken(['de-DE', 'fr-CA', 'en'])).toBe('fr');
  expect(firstSpoken(['ES-mx'])).toBe('es-419');
  expect(firstSpoken(['de', ''])).toBeNull();
});

describe('Tok Pisin, which Intl does not know,', () => {
  const { formatDate, formatDateTime, formatKg, formatCountry, formatMonth } = formatsOf('tpi', 'Pacific/Port_Moresby');

  it('takes months and countries from its catalogue', () => {
    expect(formatDate('2026-03-14')).toBe('14 Mas 2026');
    expect(formatMonth('2026-12')).toBe('Disemba 2026');
    // The day and the month are those of the zone.
    expect(formatDateTime('2026-01-31T23:05:00Z')).toBe('1 Februeri 2026, 9:05');
    expect([formatCountry('PG'), formatCountry('GH')]).toEqual(['Papua Niugini', 'Ghana']);
  });

  it('counts as in Papua New Guinea, whatever the language of the machine is', () => {
    expect(formatKg(1250.5)).toBe('1,250.5\u00a0kg');
    expect(verifyWordsIn('tpi').say('stage.harvested')).toBe('Bungim pinis');
  });
});

/** What a code says, word for word as the server says it. */
const OF_THE_SERVER = /(?:said|lotSaid|inputs)\.ts$/;

it.each(['en', ...LANGUAGES])('no figure is parted from its unit: %s', async (language) => {
  const root = join(import.meta.dirname, language);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !OF_THE_SERVER.test(file),
  );
  const parted = (await Promise.all(files.map((file) => messagesOf(language, file)))).flatMap((messages) =>
    Object.entries(messages).filter(
      // Spanish 'ha' is a word, too.
      ([, text]) => /(?:[\d}] (?:kg|kB|MB|km|m)|\d ha|\{(?:hectares|area)\} ha)(?![\p{L}’])/u.test(text),
    ),
  );
  expect(parted).toEqual([]);
});
