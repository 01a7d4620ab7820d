import type { qualityGrade } from '../../../domain/lot/cacao.ts';
import type { PublicLocale } from '../../../domain/public/publicPages.ts';
import type { Stage } from '../../../domain/lot/stages.ts';
import type { Verification } from '../../../domain/verification/verification.ts';
import type { DocumentTexts } from '../../../platform/pdf/pdfDocument.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { spanish } from './spanish.ts';
import { tokPisin } from './tokPisin.ts';

/*
 * Texts of a lot's certificate in each language of the public pages. The server writes it and does not read the
 * client's catalogues (client/words); names of stages and grades come from there.
 */
export interface CertificateWords extends DocumentTexts {
  /** BCP 47; the customs that figures are written by */
  customs: string;
  /** of a day or an instant, in UTC */
  day: (date: Date) => string;
  /** a country's name by its ISO 3166-1 code */
  country: (code: string) => string;

  about: (lotId: string) => string;
  subject: string;
  title: (lotId: string) => string;
  line: string;
  footer: (moment: string) => string;
  qr: string;

  sample: string;
  /** a verdict that rests on sample data */
  sampleVerdict: (verdict: string) => string;
  clear: string;
  loss: string;
  pending: string;
  investigated: string;
  checkedOn: (day: string) => string;
  reviewedClear: string;
  reviewedLoss: string;
  reviewedOn: (day: string) => string;
  lastCheck: (day: string) => string;
  /** behind the day of a check that is old */
  old: (day: string, days: number) => string;

  origin: string;
  farmer: string;
  farm: string;
  notShown: string;
  erased: string;
  place: string;
  rounded: (km: number) => string;
  variety: string;
  harvested: string;
  weight: string;
  quality: string;
  notGraded: string;
  graded: (score: string, grade: string) => string;
  certifications: string;
  stated: (names: string) => string;

  journey: string;
  journeyAway: string;
  stage: string;
  enteredOn: string;
  block: string;
  transaction: string;

  record: string;
  result: string;
  /** `erased`: all that was not erased matches; null: as the server says it in English */
  results: Readonly<Record<Verification['state'] | 'erased', string>> | null;
  newest: string;
  none: string;
  recordedIn: string;
  inBlock: (block: number, organisations: readonly string[]) => string;
  kind: string;
  ledgers: Readonly<Record<'embedded' | 'fabric', string>>;

  north: string;
  south: string;
  east: string;
  west: string;
  stages: Readonly<Record<Stage, string>>;
  grades: Readonly<Record<ReturnType<typeof qualityGrade>, string>>;
}

export const CERTIFICATE_WORDS: Readonly<Record<PublicLocale, CertificateWords>> = {
  'en-US': english,
  fr: french,
  'es-419': spanish,
  tpi: tokPisin,
};
