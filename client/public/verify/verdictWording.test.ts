import { describe, expect, it } from 'vitest';
import { SAMPLE_DATASET } from '../../../server/domain/forest/deforestation.ts';
import type { IntegrityView, PublicLotView } from '../../../server/domain/public/publicAnswers.ts';
import { PUBLIC_LOCALES } from '../../../server/domain/public/publicPages.ts';
import { certificatePdf } from '../../../server/modules/reports/certificatePdf.ts';
import { textOfPdf } from '../../../tests/support/pdfText.ts';
import { verifyWordsIn } from '../../words/verifyWords.ts';
import { pageHead } from '../pageHead.ts';
import { datasetFacts } from './facts.ts';
import { readLotAnswer, type LotAnswer } from './publicAnswers.ts';
import { lotVerdict, verdictOf } from './words.ts';

/** Claims that no verdict may make: the check only reads tree loss after 31 December 2020 around a point. */
const FORBIDDEN =
  /since 2020|grown without|depuis 2020|cultivé sans|desde 2020|cultivado sin|stat long 2020|no katim bus|\b(?:after|après|después de|bihain long) 2020/i;
const CLEAR = {
  'en-US': 'No tree loss found by satellite after 31 December 2020',
  fr: 'Aucune perte d’arbres constatée par satellite après le 31 décembre 2020',
  'es-419': 'No se encontró pérdida de árboles por satélite después del 31 de diciembre de 2020',
  tpi: 'Satelait i no painim diwai i lus bihain long 31 Disemba 2020',
} as const;
const SAMPLE_FIRST = {
  'en-US': 'Sample data: ',
  fr: 'Données d’exemple : ',
  'es-419': 'Datos de muestra: ',
  tpi: 'Data bilong traim: ',
} as const;

const NOW = new Date('2026-04-10T00:00:00Z');
const OUTDATED = '2026-03-01T10:00:00Z';
const FRESH = '2026-04-01T10:00:00Z';

interface Case {
  name: string;
  status: PublicLotView['deforestationStatus'];
  checked?: string;
  sample?: boolean;
  decidedBy?: 'person';
}
const CASES: readonly Case[] = [
  { name: 'clear', status: 'No Deforestation' },
  { name: 'sample', status: 'No Deforestation', sample: true },
  { name: 'outdated', status: 'No Deforestation', checked: OUTDATED },
  { name: 'outdated sample', status: 'No Deforestation', checked: OUTDATED, sample: true },
  { name: 'clear by a person', status: 'No Deforestation', decidedBy: 'person' },
  { name: 'outdated, clear by a person', status: 'No Deforestation', checked: OUTDATED, decidedBy: 'person' },
  { name: 'detected', status: 'Deforestation Detected' },
  { name: 'detected in sample data', status: 'Deforestation Detected', sample: true },
  { name: 'under investigation', status: 'Under Investigation' },
  { name: 'under investigation in sample data', status: 'Under Investigation', sample: true },
  { name: 'pending', status: 'Pending Review' },
  { name: 'pending with sample data', status: 'Pending Review', sample: true },
];

function lotOf({ status, checked = FRESH, sample = false, decidedBy }: Case) {
  return {
    lotId: 'LOT701',
    farmerName: 'Maria',
    farmId: 'FARM001',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-02-01',
    weight: 10,
    latitude: -5.26,
    longitude: 145.74,
    qualityScore: 90,
    certifications: [],
    isAnonymized: false,
    currentProcess: 'delivered',
    deforestationStatus: status,
    satelliteTimestamp: checked,
    statusDecidedBy: decidedBy ?? 'check',
    statusDecidedOn: '2026-04-02',
    sampleSatelliteData: sample,
  };
}

function answerOf(one: Case, lot: Record<string, unknown> = {}): LotAnswer {
  const told = {
    lot: { ...lotOf(one), ...lot },
    verification: { state: 'verified', dataMatches: true, discrepancies: [], lastVerified: NOW.toISOString() },
    sampleSatelliteData: one.sample ?? false,
  };
  const answer = readLotAnswer(told);
  if (answer === null) throw new Error('not a lot');
  return answer;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** The certificate of a lot as one line of text. */
async function certificateOf(one: Case, locale: (typeof PUBLIC_LOCALES)[number]): Promise<string> {
  const bytes = await certificatePdf({
    lot: lotOf(one) as unknown as PublicLotView,
    erased: [],
    country: null,
    origins: null,
    integrity: { state: 'verified', message: '' } as IntegrityView,
    chain: [],
    url: 'https://trace.example/verify/LOT701',
    ledger: 'embedded',
    at: NOW,
    sample: one.sample ?? false,
    issuer: null,
    locale,
  });
  return oneLine(textOfPdf(bytes));
}

const EACH = PUBLIC_LOCALES.flatMap((locale) => CASES.map((one) => ({ locale, one, name: one.name })));

describe.each(EACH)('the verdict $name in $locale', ({ locale, one }) => {
  const words = verifyWordsIn(locale);
  const verdict = verdictOf(words, answerOf(one), NOW);
  const given = {
    lotId: 'LOT701',
    lot: { status: 'ready', value: answerOf(one) } as const,
    map: null,
    ledger: { status: 'idle' } as const,
  };
  const isClear = one.status === 'No Deforestation' && one.decidedBy === undefined;

  it('claims no more than the check: page, link preview and certificate', async () => {
    const preview = pageHead('verify', given, locale).shared;
    const certificate = await certificateOf(one, locale);
    for (const text of [verdict.text, preview, certificate]) {
      expect(text).not.toMatch(FORBIDDEN);
      expect(text.includes(CLEAR[locale])).toBe(isClear);
    }
  });

  it('is green only where a recent check of real data found nothing', () => {
    const isSample = one.sample === true;
    const isOutdated = one.checked === OUTDATED;
    expect(verdict.tone === 'leaf').toBe(one.status === 'No Deforestation' && !isSample && !isOutdated);
    expect(verdict.tone === 'sky').toBe(isSample);
  });

  it('names sample data first: page, link preview and certificate', async () => {
    const isSample = one.sample === true;
    const first = SAMPLE_FIRST[locale];
    expect(oneLine(verdict.claim).startsWith(first)).toBe(isSample);
    const preview = oneLine(pageHead('verify', given, locale).shared);
    expect(preview.endsWith(`: ${oneLine(verdict.text)}`)).toBe(true);
    expect((await certificateOf(one, locale)).includes(first)).toBe(isSample);
  });

  it('says in the headline, in a sentence of its own, that the check is outdated', () => {
    expect(/\. .*\b30\b/.test(verdict.claim)).toBe(one.checked === OUTDATED);
  });
});

describe.each(PUBLIC_LOCALES)('in %s', (locale) => {
  const words = verifyWordsIn(locale);
  const clear: Case = { name: 'clear', status: 'No Deforestation' };

  it.each(['harvested', 'fermented', 'drying', 'processed', 'shipped', 'delivered', 'lost', null])(
    'a lot in stage %s says whether it has left',
    (currentProcess) => {
      const expected =
        currentProcess === 'shipped'
          ? words.say('notLeft.shipped')
          : currentProcess === 'delivered' || currentProcess === 'lost' || currentProcess === null
            ? null
            : words.say('notLeft.origin');
      expect(lotVerdict(words, answerOf(clear, { currentProcess }), NOW).notLeft).toBe(expected);
    },
  );

  it('says of an outdated check that nothing was seen then, unless a person decided', () => {
    const outdated = { ...clear, checked: OUTDATED };
    expect(lotVerdict(words, answerOf(outdated), NOW).reason).toBe(words.say('verdict.oldMeans'));
    expect(lotVerdict(words, answerOf({ ...outdated, decidedBy: 'person' }), NOW).reason).toBeNull();
  });

  it('names our own sample dataset in its language, and keeps the names of others', () => {
    const datasetOf = (dataset: string): string => {
      const check = { dataset, datasetVersion: '1', sample: true, hectares: null, pixelMeters: null };
      return datasetFacts(words, { ...answerOf(clear), satelliteCheck: check })
        .map(([, value]) => value)
        .join();
    };
    expect(datasetOf('Hansen Global Forest Change')).toContain('Hansen Global Forest Change');
    expect(datasetOf(SAMPLE_DATASET).includes(SAMPLE_DATASET)).toBe(locale === 'en-US');
    expect(datasetOf(SAMPLE_DATASET)).toContain(words.say('forest.sampleDataset'));
  });

  it('the names of the grades rise with the grades', () => {
    const names = (['Premium', 'Excellent', 'Good', 'Standard'] as const).map((grade) => words.say(`grade.${grade}`));
    expect(new Set(names).size).toBe(4);
    // 'Supérieur' and 'Superior' sound lower than 'Excellent' and 'Excelente'.
    expect(names[0]).toMatch(/^(Premium|Nambawan)$/);
    expect(words.say('quality.grades')).toContain(names[0]);
  });
});
