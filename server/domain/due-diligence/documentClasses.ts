/** Kinds of documents that due diligence rests on (Regulation (EU) 2023/1115, Articles 2(40), 9(1) and 10(2)). */
export const DOCUMENT_CLASSES = [
  'land_use',
  'environment',
  'labour',
  'third_party_rights',
  'consent',
  'tax_customs',
  'certificate',
] as const;
export type DocumentClass = (typeof DOCUMENT_CLASSES)[number];

/** What a document is about. */
export const DOCUMENT_SUBJECTS = ['farm', 'plot', 'lot', 'consignment'] as const;
export type DocumentSubject = (typeof DOCUMENT_SUBJECTS)[number];

interface ClassFacts {
  /** where the regulation names it */
  article: string;
  /** what needs one: each farm whose beans are shipped, the consignment, or nothing */
  expectedOf: 'farm' | 'consignment' | null;
  subjects: readonly DocumentSubject[];
}

const LAND: readonly DocumentSubject[] = ['farm', 'plot', 'lot', 'consignment'];

/** What each class stands for. A document of a consignment counts for all farms in it. */
export const DOCUMENT_CLASS_FACTS: Readonly<Record<DocumentClass, ClassFacts>> = {
  land_use: { article: '2(40)(a), 9(1)(h)', expectedOf: 'farm', subjects: LAND },
  environment: { article: '2(40)(b)', expectedOf: 'farm', subjects: LAND },
  labour: { article: '2(40)(e)', expectedOf: 'farm', subjects: LAND },
  third_party_rights: { article: '2(40)(d)', expectedOf: 'farm', subjects: LAND },
  consent: { article: '2(40)(g)', expectedOf: 'farm', subjects: LAND },
  tax_customs: { article: '2(40)(h)', expectedOf: 'consignment', subjects: ['lot', 'consignment'] },
  certificate: { article: '10(2)(n)', expectedOf: null, subjects: LAND },
};

/** Days before its end from which a document is listed as expiring. */
export const EXPIRES_SOON_DAYS = 90;

/** Whether a document counts on a day. */
export const DOCUMENT_VALIDITIES = ['valid', 'expires_soon', 'expired', 'not_yet'] as const;
export type DocumentValidity = (typeof DOCUMENT_VALIDITIES)[number];

export interface ValidityPeriod {
  /** YYYY-MM-DD */
  validFrom: string;
  /** the last day; null: without end */
  validUntil: string | null;
}

/** The validity of a document on a day. The last day of the period counts. @param day YYYY-MM-DD */
export function validityOf({ validFrom, validUntil }: ValidityPeriod, day: string): DocumentValidity {
  if (validFrom > day) return 'not_yet';
  if (validUntil === null) return 'valid';
  if (validUntil < day) return 'expired';
  return validUntil <= dayAfter(day, EXPIRES_SOON_DAYS) ? 'expires_soon' : 'valid';
}

/** Whether a document counts on a day. @param day YYYY-MM-DD */
export function countsOn(period: ValidityPeriod, day: string): boolean {
  return ['valid', 'expires_soon'].includes(validityOf(period, day));
}

const DAY_MS = 86_400_000;

/** A number of days later. @param day YYYY-MM-DD */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
