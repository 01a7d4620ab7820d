import { CERTIFICATIONS, VARIETIES } from '../lot/cacao.ts';
import type { DeforestationStatus } from '../forest/deforestation.ts';

/*
 * What a derived lot takes over from its origin lots. All of it follows from the origins
 * alone, however many transformations lie between, so that it can be computed again whenever an origin changes.
 */

/** Worst first. */
const BY_SEVERITY: readonly DeforestationStatus[] = [
  'Deforestation Detected',
  'Under Investigation',
  'Pending Review',
  'No Deforestation',
];

/** What is inherited of an origin lot. */
export interface InheritedFrom {
  variety: string;
  /** first or only day of the harvest, YYYY-MM-DD */
  harvestDate: string;
  /** last day of the harvest, YYYY-MM-DD; null where it is the first */
  harvestUntil: string | null;
  certifications: readonly string[];
  isAnonymized: boolean;
  deforestationStatus: DeforestationStatus;
  /** time of the last conclusive satellite check */
  satelliteAt: Date | null;
}

/** The inherited values of a derived lot. */
export interface InheritedValues {
  /** of all origins, else 'Other' */
  variety: string;
  harvestDate: string;
  harvestUntil: string;
  /** those that every origin has */
  certifications: string[];
  /** true if any origin is */
  isAnonymized: boolean;
  deforestationStatus: DeforestationStatus;
  /** the oldest; null if any origin has none */
  satelliteAt: Date | null;
}

/** A part of a lot that comes from one origin lot, 0-1. */
export interface OriginShare {
  originId: string;
  share: number;
}

/** @param statuses at least one, else a RangeError */
export function worstStatus(statuses: readonly DeforestationStatus[]): DeforestationStatus {
  const worst = BY_SEVERITY.find((status) => statuses.includes(status));
  if (worst === undefined) throw new RangeError('no status to inherit');
  return worst;
}

/** @param origins at least one, else a RangeError; their order does not matter */
export function inheritedValues(origins: readonly InheritedFrom[]): InheritedValues {
  const [first, ...others] = origins;
  if (first === undefined) throw new RangeError('no origin to inherit from');
  const isCommon = others.every(({ variety }) => variety === first.variety);
  return {
    variety: isCommon ? first.variety : 'Other',
    // ISO days compare as text.
    harvestDate: origins.reduce(
      (day, origin) => (origin.harvestDate < day ? origin.harvestDate : day),
      first.harvestDate,
    ),
    harvestUntil: origins.map(lastDay).reduce((last, day) => (day > last ? day : last)),
    certifications: commonCertifications(first, others),
    isAnonymized: origins.some(({ isAnonymized }) => isAnonymized),
    deforestationStatus: worstStatus(origins.map(({ deforestationStatus }) => deforestationStatus)),
    satelliteAt: origins.map(({ satelliteAt }) => satelliteAt).reduce(earlierOrNone),
  };
}

function lastDay({ harvestDate, harvestUntil }: InheritedFrom): string {
  return harvestUntil ?? harvestDate;
}

function earlierOrNone(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return null;
  return other < one ? other : one;
}

function commonCertifications(first: InheritedFrom, others: readonly InheritedFrom[]): string[] {
  const sets = others.map(({ certifications }) => new Set(certifications));
  const common = [...new Set(first.certifications)].filter((name) => sets.every((names) => names.has(name)));
  return common.sort(byPlaceThenName(CERTIFICATIONS));
}

/**
 * Varieties of a derived lot with their shares, the largest first, equal ones as the forms list them.
 * @param origins each with its share of the lot, 0-1
 */
export function varietyShares(
  origins: readonly { variety: string; share: number }[],
): { variety: string; share: number }[] {
  const shares = new Map<string, number>();
  for (const { variety, share } of origins) shares.set(variety, (shares.get(variety) ?? 0) + share);
  const byName = byPlaceThenName(VARIETIES);
  return [...shares]
    .map(([variety, share]) => ({ variety, share }))
    .sort((one, other) => other.share - one.share || byName(one.variety, other.variety));
}

/**
 * Shares of origin lots in what a transformation makes, in the order of their ids. They sum to 1, up to rounding of the
 * last digits.
 * @param inputs grams of each input lot, and its own origins; an origin lot is its own only one, with the share 1
 */
export function originShares(inputs: readonly { grams: number; origins: readonly OriginShare[] }[]): OriginShare[] {
  const grams = new Map<string, number>();
  let total = 0;
  for (const input of inputs) {
    for (const { originId, share } of input.origins) {
      const part = input.grams * share;
      grams.set(originId, (grams.get(originId) ?? 0) + part);
      // Of the parts, so that rounding in the inputs' shares does not add up over generations.
      total += part;
    }
  }
  return [...grams]
    .map(([originId, part]) => ({ originId, share: part / total }))
    .sort((one, other) => compareTexts(one.originId, other.originId));
}

/** Orders names by their place in a list; unlisted ones follow, by the alphabet. */
function byPlaceThenName(list: readonly string[]): (one: string, other: string) => number {
  const placeOf = (name: string): number => (list.includes(name) ? list.indexOf(name) : list.length);
  return (one, other) => placeOf(one) - placeOf(other) || compareTexts(one, other);
}

/** By code units: the same on every machine. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
