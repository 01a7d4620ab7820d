import { PUBLIC_LOCALES, type PageState, type PageLedger } from '../../server/domain/public/publicPages.ts';
import type { Drawing } from '../design/map/drawing.ts';

/** The state in a page, as JSON, from which it was rendered. */
export interface WrittenState extends PageState {
  /** map of the lot's origin; null without a lot or without a known origin */
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
  const { home, shapes, labels, place, others = [] } = fieldsOf(value);
  const spot = fieldsOf(place);
  const isShape = (one: Fields): one is Fields & Drawing['shapes'][number] =>
    typeof one['code'] === 'string' && typeof one['path'] === 'string' && typeof one['isHome'] === 'boolean';
  const isLabel = (one: Fields): one is Fields & Drawing['labels'][number] =>
    typeof one['code'] === 'string' && typeof one['isHome'] === 'boolean' && isSpot(one);
  if (!areAll(shapes, isShape) || !areAll(labels, isLabel) || !isSpot(spot) || !areAll(others, isSpot)) return null;
  const { x, y, radius } = spot;
  if (typeof radius !== 'number') return null;
  return { home: typeof home === 'string' ? home : null, shapes, labels, place: { x, y, radius }, others };
}

function readLedger(value: unknown): PageLedger | null {
  if (!isFields(value)) return null;
  const { blockchain, provenance, health } = value;
  return { blockchain, provenance, health };
}

/** Parses what `pageDocument.ts` wrote. Null if it is not valid: then the page requests its own data. */
export function readState(text: string): WrittenState | null {
  try {
    const { locale, origin, offers, apiUrl, lot, ledger, map } = fieldsOf(JSON.parse(text));
    const spoken = PUBLIC_LOCALES.find((one) => one === locale);
    if (spoken === undefined || typeof origin !== 'string' || typeof apiUrl !== 'string') return null;
    const { demoLots, keepsContacts, operator } = fieldsOf(offers);
    const { status, data } = fieldsOf(lot);
    return {
      locale: spoken,
      origin,
      offers: {
        demoLots: demoLots === true,
        keepsContacts: keepsContacts === true,
        operator: typeof operator === 'string' ? operator : '',
      },
      apiUrl,
      // The response is validated where it is shown (publicAnswers.ts).
      lot: typeof status === 'number' ? { status, data } : null,
      ledger: readLedger(ledger),
      map: readDrawing(map),
    };
  } catch {
    return null;
  }
}
