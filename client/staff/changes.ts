import { z } from 'zod/mini';
import type { AlertItemFragment, LotFilter, LotNewsFragment } from '../graphql/generated.ts';

/*
 * What a piece of news makes out of date. Nothing here asks for anything: `screenNews.ts` does, and gathers before it does.
 */

/** What lists can be narrowed or sorted by and figures are made of; the rest of a lot is brought by the news itself. */
const LOT_FACTS = [
  'lotId',
  'farmId',
  'farmerName',
  'cacaoVariety',
  'harvestDate',
  'weight',
  'qualityScore',
  'currentProcess',
  'deforestationStatus',
  'satelliteTimestamp',
  'ledger',
] as const;
type LotFact = (typeof LOT_FACTS)[number];
export type LotFacts = Record<LotFact, string | number | null>;

/** A fact that changed; `presence`: the lot came, went, or was not heard of before, so that anything may have. `alerts`: one of its alerts did. */
export type LotChange = LotFact | 'presence' | 'alerts';

export function lotFacts({ blockchainHash, ...lot }: LotNewsFragment): LotFacts {
  const { lotId, farmId, farmerName, cacaoVariety, harvestDate, weight, qualityScore } = lot;
  const { currentProcess, deforestationStatus, satelliteTimestamp } = lot;
  return {
    lotId,
    farmId,
    farmerName,
    cacaoVariety,
    harvestDate,
    weight,
    qualityScore,
    currentProcess,
    deforestationStatus,
    satelliteTimestamp,
    ledger: blockchainHash?.status ?? null,
  };
}

/**
 * What is new in news of a lot.
 * @param before as the last news of it told, null for a deleted lot; undefined when there was none
 * @param after null once it is deleted
 */
export function lotChanges(before: LotFacts | null | undefined, after: LotFacts | null): LotChange[] {
  if (before === null && after === null) return [];
  if (!before || after === null) return ['presence'];
  return LOT_FACTS.filter((fact) => before[fact] !== after[fact]);
}

/** A field of the schema that lists or figures on the screen come from. */
export type StaleField =
  | 'lots'
  | 'lotStats'
  | 'dashboardStats'
  | 'watchedLots'
  | 'lotAnalytics'
  | 'alerts'
  | 'alertStats'
  | 'alertPlaces';

const FIGURES: readonly { field: StaleField; madeOf: readonly LotChange[] }[] = [
  { field: 'lotStats', madeOf: ['presence', 'weight', 'qualityScore', 'deforestationStatus', 'ledger'] },
  { field: 'dashboardStats', madeOf: ['presence', 'qualityScore', 'deforestationStatus'] },
  { field: 'watchedLots', madeOf: ['presence', 'deforestationStatus'] },
  {
    field: 'lotAnalytics',
    madeOf: ['presence', 'farmId', 'harvestDate', 'qualityScore', 'currentProcess', 'deforestationStatus'],
  },
];

/** The figures that a change of a lot makes out of date. */
export function staleFigures(changes: readonly LotChange[]): StaleField[] {
  return FIGURES.filter(({ madeOf }) => madeOf.some((fact) => changes.includes(fact))).map(({ field }) => field);
}

/** The facts that each filter of a list reads. */
const READ_BY_FILTER: Required<Record<keyof LotFilter, readonly LotChange[]>> = {
  search: ['lotId', 'farmId', 'farmerName', 'cacaoVariety'],
  variety: ['cacaoVariety'],
  eudr: ['deforestationStatus'],
  blockchain: ['ledger'],
  stage: ['currentProcess'],
  status: ['currentProcess'],
  harvestedFrom: ['harvestDate'],
  harvestedTo: ['harvestDate'],
  preset: ['currentProcess', 'deforestationStatus', 'satelliteTimestamp', 'ledger', 'alerts'],
};

const listVariables = z.object({
  sort: z.optional(z.string()),
  filter: z.nullish(z.record(z.string(), z.unknown())),
});

/**
 * Whether other lots may stand in a list after these changes, or in another order. The cards of those that stay change by the news itself.
 * @param variables of the query that reads the list; one that cannot be read counts as stale
 */
export function isListStale(changes: ReadonlySet<LotChange>, variables: Record<string, unknown>): boolean {
  const list = listVariables.safeParse(variables);
  if (changes.has('presence') || !list.success) return changes.size > 0;
  const { sort, filter } = list.data;
  const chosen = new Map(Object.entries(filter ?? {}).filter(([, value]) => value !== undefined && value !== null));
  const read = new Set<string>(sort === undefined ? [] : [sort]);
  for (const [name, facts] of Object.entries(READ_BY_FILTER)) {
    if (chosen.has(name)) for (const fact of facts) read.add(fact);
  }
  return [...changes].some((change) => read.has(change));
}

/** What the server decides from when it says what a person may do to a lot; news, the same for all who hear them, do not say it. */
const READ_BY_RIGHTS: readonly LotChange[] = ['farmId', 'currentProcess'];

/** Whether a person may now do other things to a lot that stays in a list, so that the list is to be asked. */
export function mayChangeRights(changes: readonly LotChange[]): boolean {
  return changes.some((change) => READ_BY_RIGHTS.includes(change));
}

const shownLots = z.object({ lots: z.object({ lots: z.array(z.object({ id: z.string() })) }) });

/**
 * Whether an answer shows one of these lots.
 * @param answer of a query that reads a list of lots; one that is not there yet shows none
 * @param ids UUIDs
 */
export function showsLot(answer: unknown, ids: ReadonlySet<string>): boolean {
  const list = shownLots.safeParse(answer);
  return list.success && list.data.lots.lots.some(({ id }) => ids.has(id));
}

/** What lists and figures of alerts are made of. */
export type AlertFacts = Pick<AlertItemFragment, 'status' | 'severity' | 'type'>;

/** What news of an alert makes out of date; nothing when it only tells again what was told. */
export function staleByAlert(before: AlertFacts | undefined, after: AlertFacts): StaleField[] {
  const same = before?.status === after.status && before.severity === after.severity && before.type === after.type;
  if (same) return [];
  const stale: StaleField[] = ['alerts', 'alertStats', 'alertPlaces', 'lotAnalytics'];
  return after.severity === 'high' ? [...stale, 'dashboardStats'] : stale;
}

/** As many lots as the server names in the recent activity. */
const MOST_ACTIVITY = 10;

/**
 * The recent activity with a lot as it is now, newest first. What is older than what stands there changes nothing.
 * @param entry `timestamp`: when the lot was last changed, ISO 8601 in UTC
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

/** What the views of one lot read besides the cache; a change of a lot, or of an alert of it, may change each of them. */
const LOT_VIEW_FIELDS = [
  'lot',
  'lotEvidence',
  'lotPlots',
  'lotChecks',
  'lotCompliance',
  'lotHistory',
  'lotBlockchain',
  'provenanceChain',
  'auditTrail',
];
const lotVariables = z.object({ id: z.string() });
const shownLot = z.object({ lot: z.object({ id: z.string() }) });

/** Whether a question is about one lot, whichever. */
export function asksOfAnyLot(fields: readonly string[]): boolean {
  return fields.some((field) => LOT_VIEW_FIELDS.includes(field));
}

/**
 * Whether a question is about one of these lots.
 * @param fields of the schema that it begins with
 * @param answer to it; one that is not there yet tells nothing
 * @param ids UUIDs and lot ids: views ask by lot id, and news of a deleted lot know the UUID alone
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
