import { intlLocale } from '../../server/domain/public/publicPages.ts';
import { hasWords, messageText } from './language.ts';
import { remembered } from './remembered.ts';

/*
 * Formats of figures, dates and ids (docs/spec/staff-screens.md, 'Formats'). An unknown value is a dash, never 0 or an
 * invented figure.
 */
export const DASH = '—';

/** Between a figure and its unit, in formats and catalogues (a test checks it), so that '1 km' does not wrap. */
const NO_BREAK = '\u00a0';

type Maybe<T> = T | null | undefined;

function known<T>(value: Maybe<T>, write: (value: T) => string): string {
  return value === null || value === undefined ? DASH : write(value);
}

/** Dates, figures and units in the conventions of one locale. */
export interface Formats {
  /** An instant (ISO 8601) in the reader's time zone, e.g. 'Mar 14, 2026, 8:30 AM'. */
  formatDateTime: (iso: Maybe<string>) => string;
  /** A calendar day (YYYY-MM-DD), e.g. 'Mar 14, 2026'. */
  formatDate: (day: Maybe<string>) => string;
  /** A whole number with separators, e.g. '10,000'. */
  formatCount: (count: Maybe<number>) => string;
  /** Kilograms, e.g. '1,250.5 kg'. */
  formatKg: (kg: Maybe<number>) => string;
  /** Whole grams, e.g. '12,400 g'; of a change with its sign. */
  formatGrams: (grams: number) => string;
  formatGramChange: (grams: number) => string;
  /** A percentage to one decimal, e.g. '92.3%'. */
  formatPercent: (percent: Maybe<number>) => string;
  /** A percentage beside an axis, e.g. '75%' or '97.5%'. */
  formatPercentTick: (percent: number) => string;
  /** A temperature to one decimal, e.g. '28.5°C'. */
  formatCelsius: (celsius: Maybe<number>) => string;
  /** A quality score of 0-100, e.g. '87/100' or '87.5/100'. */
  formatQuality: (score: Maybe<number>) => string;
  /** A score or another figure with one decimal, e.g. '87.3'. */
  formatScore: (score: Maybe<number>) => string;
  /** A change with its sign, e.g. '+12' or '-1.5'. */
  formatChange: (change: number, decimals?: number) => string;
  /** A calendar month (YYYY-MM), e.g. 'Mar 2026'. */
  formatMonth: (month: string) => string;
  /** A calendar day without its year, e.g. 'Mar 14': for several in a row. */
  formatShortDate: (day: string) => string;
  /** A figure with exactly this many decimals, e.g. '6.31' of degrees. */
  formatDecimals: (figure: number, decimals: number) => string;
  /** A figure with all its decimals and no separators, e.g. in a review before sending. */
  formatExact: (figure: number) => string;
  /** A location in degrees with four decimals, e.g. '-6.3149, 143.9555'. */
  formatCoordinates: (latitude: Maybe<number>, longitude: Maybe<number>) => string;
  /** A country by its ISO 3166-1 code, e.g. 'Papua New Guinea'; undefined if it has no name. */
  formatCountry: (code: string) => string | undefined;
  /** Names as a list, e.g. 'weight, stage, place'. */
  formatList: (names: readonly string[]) => string;
}

type Write<T> = (value: T) => string;

/** Creates a formatter on first use: each costs milliseconds on a phone, and no page needs all. */
function whenNeeded<T>(make: () => Write<T>): Write<T> {
  let made: Write<T> | null = null;
  return (value) => {
    made ??= make();
    return made(value);
  };
}

const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Write<Date> =>
  whenNeeded(() => makeDateFormat(locale, options));

/** Formats dates with Intl; for a language that Intl does not support, month names come from its catalogue. */
function makeDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Write<Date> {
  const format = new Intl.DateTimeFormat(intlLocale(locale), options);
  if (!hasWords(locale, 'month.1')) return (date) => format.format(date).replace(/ (?=[AP]M)/, NO_BREAK);
  const { timeZone } = format.resolvedOptions();
  const monthOf = new Intl.DateTimeFormat('en-US', { month: 'numeric', timeZone });
  const own = (date: Date): string => messageText(locale, `month.${monthOf.format(date)}`);
  return (date) =>
    format
      .formatToParts(date)
      .map(({ type, value }) => (type === 'month' ? own(date) : value))
      .join('');
}

/** Country names from the language's catalogue if it has them, else from Intl. */
function countryNames(locale: string): (code: string) => string | undefined {
  let names: Intl.DisplayNames | null = null;
  return (code) => {
    if (!/^[A-Z]{2}$/.test(code)) return undefined;
    if (hasWords(locale, `country.${code}`)) return messageText(locale, `country.${code}`);
    names ??= new Intl.DisplayNames(intlLocale(locale), { type: 'region', fallback: 'none' });
    return names.of(code);
  };
}

function makeFormats(locale: string, timeZone: string | undefined, namesZone: boolean): Formats {
  const dateTime = dateFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(namesZone ? { timeZoneName: 'short' } : {}),
  });
  // A calendar day has no time zone: parsing and formatting it as UTC keeps the same day everywhere.
  const day = dateFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
  const month = dateFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const shortDay = dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const figure = (options: Intl.NumberFormatOptions): Write<number> =>
    whenNeeded(() => {
      const format = new Intl.NumberFormat(intlLocale(locale), options);
      return (value) => format.format(value).replaceAll(' ', NO_BREAK);
    });
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const count = figure({ maximumFractionDigits: 0 });
  const upTo2 = figure({ maximumFractionDigits: 2 });
  const one = figure(oneDecimal);
  // To the gram, as weights are stored.
  const kg = figure({ style: 'unit', unit: 'kilogram', maximumFractionDigits: 3 });
  const grams = { style: 'unit', unit: 'gram', maximumFractionDigits: 0 } as const;
  const percent = figure({ style: 'unit', unit: 'percent', ...oneDecimal });
  const celsius = figure({ style: 'unit', unit: 'celsius', ...oneDecimal });
  const degrees = figure({ minimumFractionDigits: 4, maximumFractionDigits: 4 });
  return {
    formatDateTime: (iso) => known(iso, (text) => dateTime(new Date(text))),
    formatDate: (date) => known(date, (text) => day(new Date(`${text.slice(0, 10)}T00:00:00Z`))),
    formatCount: (value) => known(value, count),
    formatKg: (value) => known(value, kg),
    formatGrams: figure(grams),
    formatGramChange: figure({ ...grams, signDisplay: 'exceptZero' }),
    formatPercent: (value) => known(value, percent),
    formatPercentTick: figure({ style: 'unit', unit: 'percent', maximumFractionDigits: 1 }),
    formatCelsius: (value) => known(value, celsius),
    formatQuality: (score) => known(score, (value) => `${upTo2(value)}/100`),
    formatScore: (value) => known(value, one),
    formatChange: (change, decimals = 0) =>
      figure({ signDisplay: 'exceptZero', minimumFractionDigits: decimals, maximumFractionDigits: decimals })(change),
    formatMonth: (text) => month(new Date(`${text}-01T00:00:00Z`)),
    formatShortDate: (text) => shortDay(new Date(`${text}T00:00:00Z`)),
    formatDecimals: (value, decimals) =>
      figure({ minimumFractionDigits: decimals, maximumFractionDigits: decimals })(value),
    formatExact: figure({ useGrouping: false, maximumFractionDigits: 20 }),
    formatCoordinates: (latitude, longitude) =>
      known(latitude, (lat) => known(longitude, (lon) => `${degrees(lat)}, ${degrees(lon)}`)),
    formatCountry: countryNames(locale),
    // Not with Intl, whose French adds 'et' before the last one.
    formatList: (names) => names.join(', '),
  };
}

const made = remembered<Formats>();

/**
 * @param locale BCP 47
 * @param timeZone for instants; default: the machine's
 * @param namesZone appends the zone to each instant, for a zone that is not the reader's
 */
export function formatsOf(locale: string, timeZone?: string, namesZone = false): Formats {
  return made.get(`${locale} ${timeZone ?? ''} ${namesZone}`, () => makeFormats(locale, timeZone, namesZone));
}

function preview(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** The first 16 characters of a hash or signature. */
export const hashPreview = (hash: Maybe<string>): string => known(hash, (text) => preview(text, 16));

/** The first 20 characters of a transaction id. */
export const transactionPreview = (id: Maybe<string>): string => known(id, (text) => preview(text, 20));

/** 'drying' -> 'Drying', 'land_use_change' -> 'Land use change'. */
export function inWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
