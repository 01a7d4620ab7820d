import { PUBLIC_LOCALES, type PageState, type PageLedger } from '../../server/domain/public/publicPages.ts';
import type { Drawing } from '../design/map/drawing.ts';

/** What stands in a page beside what was drawn, as JSON: what it was drawn from. */
export interface WrittenState extends PageState {
  /** where its lot grew; null where there is none, or that is not known */
  map: Drawing | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const areAll = <Known>(list: unknown, is: (one: Fields) => one is Fields & Known): list is (Fields & Known)[] =>
  Array.isArray(list) && list.every((one: unknown) => isFields(one) && is(one));
const isSpot = (one: Fields): one is Fields & { x: number; y: number } =>
  typeof one['x'] === 'number' && typeof one['y'] === 'number';

function readDrawing(value: unknown): Drawing | null {
  const { home, shapes, labels, place } = fieldsOf(value);
  const spot = fieldsOf(place);
  const isShape = (one: Fields): one is Fields & Drawing['shapes'][number] =>
    typeof one['code'] === 'string' && typeof one['path'] === 'string' && typeof one['isHome'] === 'boolean';
  const isLabel = (one: Fields): one is Fields & Drawing['labels'][number] =>
    typeof one['code'] === 'string' && typeof one['isHome'] === 'boolean' && isSpot(one);
  if (!areAll(shapes, isShape) || !areAll(labels, isLabel) || !isSpot(spot)) return null;
  const { x, y, radius } = spot;
  if (typeof radius !== 'number') return null;
  return { home: typeof home === 'string' ? home : null, shapes, labels, place: { x, y, radius } };
}

function readLedger(value: unknown): PageLedger | null {
  if (!isFields(value)) return null;
  const { blockchain, provenance, health } = value;
  return { blockchain, provenance, health };
}

/** Reads what `pageDocument.ts` wrote. Null for what is not such a state: then the page asks for itself. */
export function readState(text: string): WrittenState | null {
  try {
    const { locale, origin, offers, apiUrl, lot, ledger, map } = fieldsOf(JSON.parse(text));
    const spoken = PUBLIC_LOCALES.find((one) => one === locale);
    if (spoken === undefined || typeof origin !== 'string' || typeof apiUrl !== 'string') return null;
    const { demoLots, keepsContacts } = fieldsOf(offers);
    const { status, data } = fieldsOf(lot);
    return {
      locale: spoken,
      origin,
      offers: { demoLots: demoLots === true, keepsContacts: keepsContacts === true },
      apiUrl,
      // What was answered of it is read where it is shown (publicAnswers.ts).
      lot: typeof status === 'number' ? { status, data } : null,
      ledger: readLedger(ledger),
      map: readDrawing(map),
    };
  } catch {
    return null;
  }
}
