/*
 * How figures, dates and ids are written everywhere (staff specification, section 9). A value that is not known is a dash,
 * never 0 and never a made-up figure.
 */
export const DASH = '—';

const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
// A calendar day has no time zone: read and written as UTC it stays the same day everywhere.
const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const UP_TO_2 = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const ONE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

type Maybe<T> = T | null | undefined;

function known<T>(value: Maybe<T>, write: (value: T) => string): string {
  return value === null || value === undefined ? DASH : write(value);
}

/** An instant (ISO 8601) in the reader's time zone, e.g. 'Mar 14, 2026, 8:30 AM'. */
export const formatDateTime = (iso: Maybe<string>): string => known(iso, (text) => DATE_TIME.format(new Date(text)));

/** A calendar day (YYYY-MM-DD), e.g. 'Mar 14, 2026'. */
export const formatDate = (day: Maybe<string>): string =>
  known(day, (text) => DAY.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)));

/** A whole number with separators, e.g. '10,000'. */
export const formatCount = (count: Maybe<number>): string => known(count, (value) => COUNT.format(value));

/** Kilograms, e.g. '1,250.5 kg'. */
export const formatKg = (kg: Maybe<number>): string => known(kg, (value) => `${UP_TO_2.format(value)} kg`);

/** A percentage to one decimal, e.g. '92.3%'. */
export const formatPercent = (percent: Maybe<number>): string => known(percent, (value) => `${ONE.format(value)}%`);

/** A temperature to one decimal, e.g. '28.5°C'. */
export const formatCelsius = (celsius: Maybe<number>): string => known(celsius, (value) => `${ONE.format(value)}°C`);

/** A quality score of 0-100, e.g. '87/100' or '87.5/100'. */
export const formatQuality = (score: Maybe<number>): string => known(score, (value) => `${UP_TO_2.format(value)}/100`);

/** A score or another figure to one decimal, e.g. '87.3'. */
export const formatScore = (score: Maybe<number>): string => known(score, (value) => ONE.format(value));

/** A place in degrees to four decimals, e.g. '-6.3149, 143.9555'. */
export function formatCoordinates(latitude: Maybe<number>, longitude: Maybe<number>): string {
  return known(latitude, (lat) => known(longitude, (lon) => `${lat.toFixed(4)}, ${lon.toFixed(4)}`));
}

function preview(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** The first 16 characters of a hash or signature. */
export const hashPreview = (hash: Maybe<string>): string => known(hash, (text) => preview(text, 16));

/** The first 20 characters of a transaction id. */
export const transactionPreview = (id: Maybe<string>): string => known(id, (text) => preview(text, 20));

/** '1 lot', '2 lots'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** 'drying' -> 'Drying', 'land_use_change' -> 'Land use change'. */
export function inWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
