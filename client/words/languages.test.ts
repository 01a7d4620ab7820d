import { describe, expect, it } from 'vitest';
import { readCatalogues, TRANSLATED, type FileMessages } from '../../messages/catalogues.ts';
import { firstSpoken, LANGUAGES } from '../../server/domain/public/publicPages.ts';
import { formatsOf } from './format.ts';
import { verifyWordsIn } from './verifyWords.ts';

const CATALOGUES = readCatalogues();
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
/** Names, symbols and figures that are the same in all languages. */
const EVERYWHERE = [
  'app.name',
  'app.title',
  'buyer.incoterm',
  'ledger.chaincode',
  'verify.said',
  'origin.degrees',
  'card.title',
  'prove.rootsDone',
  'about.companiesFigure',
  'footer.rights',
  'frame.version',
  'certificate.north',
  'certificate.south',
  'certificate.east',
];
/** Words with the same spelling in another language. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
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
    'email.status.active',
    'buyer.status.active',
    'originStep.fermentation',
    'buyer.alertOf',
    'certificate.certifications',
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
/** Small words that exist only in English among our languages. */
const ENGLISH = /\b(the|of|and|with|your|this|that|was|were|cannot|not found|please)\b/i;

function messagesOf(language: string, file: string): FileMessages {
  return CATALOGUES[language]?.[file] ?? {};
}

describe.each(OTHERS)('%s', (language) => {
  it.each(TRANSLATED)('has no empty message in %s, and none in English', (file) => {
    const english = messagesOf('en', file);
    const wrong = Object.entries(messagesOf(language, file)).flatMap(([id, translated]) => {
      const message = english[id];
      if (translated.trim() === '') return [`${id}: empty`];
      if (translated === message)
        return [...EVERYWHERE, ...(ALIKE[language] ?? [])].includes(id) ? [] : [`${id}: English`];
      if (ENGLISH.test(translated.replace(/\{\w+\}|<\/?\w+>/g, ''))) return [`${id}: ${translated}`];
      return message === undefined || translated.endsWith('...') === message.endsWith('...') ? [] : [`${id}: dots`];
    });
    expect(wrong).toEqual([]);
  });
});

/**
 * Wordings that reviewers rejected on the public pages and the first staff screen: untrue, unidiomatic or misleading.
 */
const WITHDRAWN: Readonly<Record<string, RegExp>> = {
  en: /stands (?:under|in the record)|Nothing bad|nobody has looked|Whoever buys|of the place is read\.|with its days|drawn line|names its day|said to be so|travel on every|could not be had|since 2020|after 2020|end of 2020|as a whole yet/,
  fr: /Supérieur|Courant|^Fait(?: :|$)|note les fèves|À la tablette|en son jour|Qui l’achète|Rien de mauvais|personne n’a regardé|sécurité alimentaire|Usage loyal|la faute|tombe en panne|jetés sans|comme le dit|^Sur les? (?:producteurs|personnel)$|corriger, emporter|voyagent sur|depuis 2020|après 2020|fin de 2020/,
  es: /Superior|se dice que lo es|Según decimos|levanta una alerta|Lo que hacemos con ello|encontró nada malo; nadie|vuelto a mirar|viajan en|Uso justo|^Hecho:?$|desde 2020|después de 2020|fines de 2020/,
  tpi: /I drai yet|Traim nating|traim nating|stat long 2020|bihain long 2020|pinis bilong 2020|^[Ss]kel$|Go long as tok|^Ol wokman$|Regulation \(EU\)/,
};

/** The catalogues of documents may contain wordings that these pages never had. */
const SCREENS = TRANSLATED.filter((file) => file !== 'documents');

describe.each(LANGUAGES)('%s', (language) => {
  it('has none of the wordings that were withdrawn', () => {
    const files = [...SCREENS, ...(language === 'en' ? ['staff'] : [])];
    const wrong = files
      .flatMap((file) => Object.entries(messagesOf(language, file)))
      .filter(([, message]) => WITHDRAWN[language]?.test(message));
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
    // Day and month follow the time zone.
    expect(formatDateTime('2026-01-31T23:05:00Z')).toBe('1 Februeri 2026, 9:05');
    expect([formatCountry('PG'), formatCountry('GH')]).toEqual(['Papua Niugini', 'Ghana']);
  });

  it('counts as in Papua New Guinea, whatever the language of the machine is', () => {
    expect(formatKg(1250.5)).toBe('1,250.5\u00a0kg');
    expect(verifyWordsIn('tpi').say('stage.harvested')).toBe('Bungim pinis');
  });
});

it.each(LANGUAGES)('no figure is parted from its unit: %s', (language) => {
  const parted = Object.entries(CATALOGUES[language] ?? {})
    .filter(([file]) => file !== 'documents')
    .flatMap(([, messages]) => Object.entries(messages))
    // Messages of codes use the terms of the API.
    .filter(([id]) => !/^(code|screen)\./.test(id))
    .filter(
      // Spanish 'ha' is also a word.
      ([, text]) => /(?:[\d}] (?:kg|kB|MB|km|m)|\d ha|\{(?:hectares|area)\} ha)(?![\p{L}’])/u.test(text),
    );
  expect(parted).toEqual([]);
});
