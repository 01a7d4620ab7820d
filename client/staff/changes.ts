import { z } from 'zod/mini';
import type { AlertItemFragment, LotFilter, LotNewsFragment, LotSort } from '../graphql/generated.ts';

/* Decides which cached data a live update makes stale. `screenChanges.ts` does the refetching, debounced. */

/** Facts that lists filter or sort by and figures count; live updates carry the rest of a lot. */
const LOT_FACTS = [
  'lotId',
  'farmId',
  'farmerName',
  'cacaoVariety',
  'harvestDate',
  'weight',
  'available',
  'qualityScore',
  'currentProcess',
  'deforestationStatus',
  'satelliteTimestamp',
  'ledger',
] as const;
type LotFact = (typeof LOT_FACTS)[number];
export type LotFacts = Record<LotFact, string | number | null>;

/**
 * A changed fact. `presence`: the lot was created, deleted or not known before, so anything may have changed. `alerts`:
 * one of its alerts changed.
 */
export type ChangedLotFact = LotFact | 'presence' | 'alerts';

export function lotFacts({ blockchainHash, ...lot }: LotNewsFragment): LotFacts {
  const { lotId, farmId, farmerName, cacaoVariety, harvestDate, weight, available, qualityScore } = lot;
  const { currentProcess, deforestationStatus, satelliteTimestamp } = lot;
  return {
    lotId,
    farmId,
    farmerName,
    cacaoVariety,
    harvestDate,
    weight,
    available,
    qualityScore,
    currentProcess,
    deforestationStatus,
    satelliteTimestamp,
    ledger: blockchainHash?.status ?? null,
  };
}

/**
 * The changes in a live update of a lot.
 * @param before facts of the last update, null for a deleted lot; undefined if there was none
 * @param after null once it is deleted
 */
export function lotChanges(before: LotFacts | null | undefined, after: LotFacts | null): ChangedLotFact[] {
  if (before === null && after === null) return [];
  if (!before || after === null) return ['presence'];
  return LOT_FACTS.filter((fact) => before[fact] !== after[fact]);
}

/** A schema field that lists or figures on the screen read. */
export type StaleField =
  | 'lots'
  | 'lotStats'
  | 'dashboardStats'
  | 'watchedLots'
  | 'lotAnalytics'
  | 'alerts'
  | 'alertStats'
  | 'alertPlaces'
  | 'notifications'
  | 'unreadNotifications';

const FIGURES: readonly { field: StaleField; madeOf: readonly ChangedLotFact[] }[] = [
  {
    field: 'lotStats',
    madeOf: ['presence', 'weight', 'qualityScore', 'currentProcess', 'deforestationStatus', 'ledger'],
  },
  {
    field: 'dashboardStats',
    madeOf: ['presence', 'weight', 'qualityScore', 'currentProcess', 'deforestationStatus'],
  },
  { field: 'watchedLots', madeOf: ['presence', 'deforestationStatus'] },
  {
    field: 'lotAnalytics',
    madeOf: ['presence', 'farmId', 'harvestDate', 'qualityScore', 'currentProcess', 'deforestationStatus'],
  },
];

/** The figures that a change of a lot makes stale. */
export function staleFigures(changes: readonly ChangedLotFact[]): StaleField[] {
  return FIGURES.filter(({ madeOf }) => madeOf.some((fact) => changes.includes(fact))).map(({ field }) => field);
}

/** Facts that each list filter reads. */
const READ_BY_FILTER: Required<Record<keyof LotFilter, readonly ChangedLotFact[]>> = {
  search: ['lotId', 'farmId', 'farmerName', 'cacaoVariety'],
  variety: ['cacaoVariety'],
  eudr: ['deforestationStatus'],
  blockchain: ['ledger'],
  stage: ['currentProcess'],
  status: ['currentProcess'],
  harvestedFrom: ['harvestDate'],
  harvestedTo: ['harvestDate'],
  farmId: ['farmId'],
  // These never change.
  kind: [],
  importId: [],
  available: ['available'],
  preset: ['currentProcess', 'deforestationStatus', 'satelliteTimestamp', 'ledger', 'alerts'],
  alert: ['alerts'],
  check: ['satelliteTimestamp'],
  qualityFrom: ['qualityScore'],
  qualityBelow: ['qualityScore'],
};

/** Facts of the orders that are not named after theirs. */
const READ_BY_SORT: ReadonlyMap<string, readonly ChangedLotFact[]> = new Map([
  ['eudr', ['deforestationStatus']],
  ['blockchain', ['ledger']],
  ['satellite', ['satelliteTimestamp']],
  ['risk', ['deforestationStatus', 'alerts']],
] satisfies [LotSort, readonly ChangedLotFact[]][]);

const listVariables = z.object({
  sort: z.optional(z.string()),
  filter: z.nullish(z.record(z.string(), z.unknown())),
});

/**
 * Whether these changes can alter the rows or the order of a list. Live updates refresh the cards that stay.
 * @param variables of the list query; unreadable ones count as stale
 */
export function isListStale(changes: ReadonlySet<ChangedLotFact>, variables: Record<string, unknown>): boolean {
  const list = listVariables.safeParse(variables);
  if (changes.has('presence') || !list.success) return changes.size > 0;
  const { sort, filter } = list.data;
  const chosen = new Map(Object.entries(filter ?? {}).filter(([, value]) => value !== undefined && value !== null));
  const read = new Set<string>(sort === undefined ? [] : (READ_BY_SORT.get(sort) ?? [sort]));
  for (const [name, facts] of Object.entries(READ_BY_FILTER)) {
    if (chosen.has(name)) for (const fact of facts) read.add(fact);
  }
  return [...changes].some((change) => read.has(change));
}

/**
 * Facts that the server uses to decide a user's rights on a lot. Live updates are the same for all recipients, so they
 * do not carry these rights.
 */
const READ_BY_RIGHTS: readonly ChangedLotFact[] = ['farmId', 'currentProcess'];

/** Whether a user's rights on a listed lot may have changed, so that the list needs a refetch. */
export function mayChangeRights(changes: readonly ChangedLotFact[]): boolean {
  return changes.some((change) => READ_BY_RIGHTS.includes(change));
}

const shownLots = z.object({ lots: z.object({ lots: z.array(z.object({ id: z.string() })) }) });

/**
 * Whether a response contains one of these lots.
 * @param answer of a list query; a missing one contains none
 * @param ids UUIDs
 */
export function showsLot(answer: unknown, ids: ReadonlySet<string>): boolean {
  const list = shownLots.safeParse(answer);
  return list.success && list.data.lots.lots.some(({ id }) => ids.has(id));
}

/** Facts that lists and figures of alerts use. */
export type AlertCategory = Pick<AlertItemFragment, 'status' | 'severity' | 'type'>;

/** The fields that an alert update makes stale; empty if nothing changed. */
export function staleByAlert(before: AlertCategory | undefined, after: AlertCategory): StaleField[] {
  const same = before?.status === after.status && before.severity === after.severity && before.type === after.type;
  if (same) return [];
  const stale: StaleField[] = ['alerts', 'alertStats', 'alertPlaces', 'lotAnalytics'];
  return after.severity === 'high' ? [...stale, 'dashboardStats'] : stale;
}

/** Maximum number of lots in the server's recent activity. */
const MOST_ACTIVITY = 10;

/**
 * The recent activity with the lot's current entry, newest first. An outdated entry changes nothing.
 * @param entry `timestamp`: time of the lot's last change, ISO 8601 in UTC
 */
export function activityWith<Entry extends { lotId: string; timestamp: string }>(
  entries: readonly Entry[],
  entry: Entry,
): Entry[] {
  const standing = entries.find(({ lotId }) => lotId === entry.lotId);
  if (standing !== undefined && standing.timestamp > entry.timestamp) return [...entries];
  const others = entries.filter((other) => other !== standing);
  const newer = others.filter(({ timestamp }) => timestamp > entry.timestamp);
  return [...newer, entry, ...others.slice(newer.length)].slice(0, MOST_ACTIVITY);
}

/** Fields of single-lot views; a change of a lot or of its alerts may change each of them. */
const LOT_VIEW_FIELDS = [
  'lot',
  'lotEvidence',
  'lotPlots',
  'lotChecks',
  'lotCompliance',
  'lotHistory',
  'lotTrail',
  'lotBlockchain',
  'provenanceChain',
  'auditTrail',
];
const lotVariables = z.object({ id: z.string() });
const shownLot = z.object({ lot: z.object({ id: z.string() }) });

/** Whether a query is about a single lot. */
export function asksOfAnyLot(fields: readonly string[]): boolean {
  return fields.some((field) => LOT_VIEW_FIELDS.includes(field));
}

/**
 * Whether a query is about one of these lots.
 * @param fields root fields of the query
 * @param answer its response; a missing one matches nothing
 * @param ids UUIDs and lot ids: views query by lot id, and updates of deleted lots have only the UUID
 */
export function asksOfLot(
  fields: readonly string[],
  variables: unknown,
  answer: unknown,
  ids: ReadonlySet<string>,
): boolean {
  if (!asksOfAnyLot(fields)) return false;
  const asked = lotVariables.safeParse(variables);
  const shown = shownLot.safeParse(answer);
  return (asked.success && ids.has(asked.data.id)) || (shown.success && ids.has(shown.data.lot.id));
}
