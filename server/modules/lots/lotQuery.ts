import { z } from 'zod';
import { likePattern } from '../../platform/database/likePattern.ts';
import { PLANNED_EACH_TIME } from '../../platform/database/rows.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { VARIETIES } from '../../domain/lot/cacao.ts';
import { DEFORESTATION_STATUSES, SATELLITE_FRESH_DAYS } from '../../domain/forest/deforestation.ts';
import { LOT_PRESETS, presetNeeds, type LotNeed } from '../../domain/lot/lotPresets.ts';
import { LOT_KINDS } from '../../domain/lot/lotKind.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { plotFarmId } from '../../domain/plot/plotInput.ts';
import { isStorable, STORABLE_PATTERN } from '../../domain/text/validText.ts';
import { grantOf, type LotScope, type PermissionTable } from '../../domain/access/permissions.ts';
import { requireUser, type Caller } from '../../platform/access/caller.ts';
import { importCondition } from './transfer/storedImports.ts';
import { calendarDay, oneOf } from '../../platform/validation/inputSchemas.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';

export const LOT_SORTS = [
  'harvestDate',
  'lotId',
  'farmerName',
  'weight',
  'qualityScore',
  'currentProcess',
  'createdAt',
  'eudr',
  'blockchain',
  'satellite',
  'risk',
] as const;
export type LotSort = (typeof LOT_SORTS)[number];

const EUDR_VALUES = ['compliant', 'non-compliant', ...DEFORESTATION_STATUSES] as const;

/** Filters by alerts: open ones, any at any time, or none open. */
export const LOT_ALERT_FILTERS = ['open', 'any', 'noneOpen'] as const;
export type LotAlertFilter = (typeof LOT_ALERT_FILTERS)[number];
/** Filters by the last conclusive satellite check. */
export const LOT_CHECK_FILTERS = ['never', 'outdated', 'fresh'] as const;
export type LotCheckFilter = (typeof LOT_CHECK_FILTERS)[number];

/** Filters of the lot list. */
export const lotFilter = z.strictObject({
  search: z
    .string()
    .max(100, encodeMessage(CALL.tooLong({ field: 'search', most: 100 })))
    .refine(isStorable, encodeMessage(CALL.searchNoLot({})))
    .meta({ pattern: STORABLE_PATTERN })
    .nullish(),
  status: oneOf('status', STAGES).nullish(),
  stage: oneOf('stage', STAGES).nullish(),
  variety: oneOf('variety', VARIETIES).nullish(),
  eudr: oneOf('eudr', EUDR_VALUES).nullish(),
  blockchain: oneOf('blockchain', ['recorded', 'pending']).nullish(),
  harvestedFrom: calendarDay('harvestedFrom').nullish(),
  harvestedTo: calendarDay('harvestedTo').nullish(),
  kind: oneOf('kind', LOT_KINDS).nullish(),
  /** the farm's whole id */
  farmId: plotFarmId.nullish(),
  /** whether something is left of it */
  available: flagText('available').nullish(),
  /** UUID of an import: its lots */
  importId: z.uuid(encodeMessage(CALL.importId({ field: 'importId' }))).nullish(),
  preset: oneOf('preset', LOT_PRESETS).nullish(),
  alert: oneOf('alert', LOT_ALERT_FILTERS).nullish(),
  check: oneOf('check', LOT_CHECK_FILTERS).nullish(),
  qualityFrom: points('qualityFrom').nullish(),
  qualityBelow: points('qualityBelow').nullish(),
});
export type LotFilter = z.infer<typeof lotFilter>;

/** True or false, which a query string has as text. */
function flagText(field: string) {
  return z
    .union([z.boolean(), z.enum(['true', 'false'])], { error: encodeMessage(CALL.flag({ field })) })
    .transform((given) => given === true || given === 'true');
}

/** Quality points of 0-100, which a query string has as text. */
function points(field: string) {
  const error = encodeMessage(CALL.wholeNumber({ field, min: 0, max: 100 }));
  return z.union([z.int().min(0).max(100), z.string().regex(/^(100|\d{1,2})$/)], { error }).transform(Number);
}

/** A filter of the list in which the preset is replaced by its conditions for the caller. */
export interface LotChoice extends Omit<LotFilter, 'preset'> {
  preset?: never;
  /** lots that fit one of these; none fits an empty list */
  needs?: readonly LotNeed[];
  /** UUIDs: only these */
  ids?: readonly string[];
}

/** The names of what a filter gives, as the type has them. */
export function lotChoiceNames(filter: LotChoice): (keyof LotChoice)[] {
  const known = [...lotFilter.keyof().options, 'needs', 'ids'] as const;
  return known.filter((name) => name in filter);
}

/** The column of each sort order, and its type in the database. */
export const LOT_SORT_COLUMNS = {
  harvestDate: { column: 'l.harvest_date', type: 'date' },
  lotId: { column: 'l.lot_id', type: 'text' },
  farmerName: { column: 'l.farmer_name', type: 'text' },
  weight: { column: 'l.weight_grams', type: 'int' },
  qualityScore: { column: 'l.quality_tenths', type: 'int' },
  currentProcess: { column: 'l.stage_rank', type: 'smallint' },
  createdAt: { column: 'l.created_at', type: 'timestamptz' },
  eudr: { column: 'l.eudr_rank', type: 'smallint' },
  blockchain: { column: 'l.record_rank', type: 'smallint' },
  satellite: { column: 'l.satellite_at', type: 'timestamptz' },
  risk: { column: 'l.risk_rank', type: 'smallint' },
} as const satisfies Record<LotSort, object>;

/** The condition of a list and its values, `$1` first. One text for each shape of filter, so that it can be prepared. */
export interface LotCondition {
  /** what stands after `from`: the lots, as `l` */
  from: string;
  where: string;
  values: unknown[];
}

/** A filter as a caller means it. @throws Refused 'unauthenticated' */
export function lotChoice(table: PermissionTable, caller: Caller, { preset, ...filter }: LotFilter): LotChoice {
  if (!preset) return filter;
  const { role } = requireUser(caller);
  const may = (action: Parameters<typeof grantOf>[2]): boolean => grantOf(table, role, action) !== null;
  return { ...filter, needs: presetNeeds(preset, { role, may }) };
}

/** Lots in a scope that a choice lets through; deleted ones never. */
export function lotCondition(scope: LotScope, filter: LotChoice): LotCondition {
  const parts = ['l.deleted_at is null'];
  const values: unknown[] = [];
  const add = (part: (placeholder: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(part(`$${values.length}`));
  };
  if (scope.kind === 'none') parts.push('false');
  if (scope.kind === 'farm') add((at) => `l.farm_id = ${at}`, scope.farmId);
  for (const stage of [filter.status, filter.stage]) if (stage) add((at) => `l.stage = ${at}`, stage);
  if (filter.variety) add((at) => `l.variety = ${at}`, filter.variety);
  // Written as the partial indexes have it, so that these serve.
  if (filter.eudr === 'compliant') parts.push(`l.deforestation_status = 'No Deforestation'`);
  else if (filter.eudr === 'non-compliant') parts.push(`l.deforestation_status <> 'No Deforestation'`);
  else if (filter.eudr) add((at) => `l.deforestation_status = ${at}`, filter.eudr);
  if (filter.blockchain === 'recorded') parts.push(`l.ledger_status = 'recorded'`);
  if (filter.blockchain === 'pending') parts.push(`l.ledger_status <> 'recorded'`);
  if (filter.farmId) add((at) => `l.farm_id = ${at}`, filter.farmId);
  // Written as the partial indexes have it, too.
  if (filter.kind) parts.push(`l.kind = '${filter.kind}'`);
  if (filter.available === true) parts.push('l.used_grams < l.weight_grams');
  if (filter.available === false) parts.push('l.used_grams >= l.weight_grams');
  if (filter.harvestedFrom) add((at) => `l.harvest_date >= ${at}`, filter.harvestedFrom);
  if (filter.harvestedTo) add((at) => `l.harvest_date <= ${at}`, filter.harvestedTo);
  if (filter.importId) add(importCondition, filter.importId);
  if (filter.needs !== undefined) parts.push(`(${filter.needs.map(needText).join(' or ') || 'false'})`);
  if (filter.alert) parts.push(NEED_TEXT.alert[filter.alert]);
  if (filter.check) parts.push(CHECK_TEXT[filter.check]);
  if (typeof filter.qualityFrom === 'number') add((at) => `l.quality_tenths >= ${at}`, filter.qualityFrom * 10);
  if (typeof filter.qualityBelow === 'number') add((at) => `l.quality_tenths < ${at}`, filter.qualityBelow * 10);
  if (filter.ids !== undefined) add((at) => `l.id = any(${at}::uuid[])`, filter.ids);
  const search = filter.search?.trim();
  if (search) add((at) => `l.search_text like lower(${at}) ${PLANNED_EACH_TIME}`, likePattern(search));
  return { from: 'lot l', where: parts.join(' and '), values };
}

/** Hours, not days: a day of a time zone may have 23 of them, and the card counts 30 times 24. */
const STALE = `l.satellite_at < now() - interval '${SATELLITE_FRESH_DAYS * 24} hours'`;

/**
 * SQL condition for each value of a need. Constants, so that a list has one SQL text per preset. Triggers maintain the
 * columns that they use (migrations/baseline/figureTriggers.ts).
 */
const NEED_TEXT: { [Fact in 'status' | 'check' | 'alert' | 'record']: Record<NonNullable<LotNeed[Fact]>, string> } = {
  status: {
    compliant: `l.deforestation_status = 'No Deforestation'`,
    inconclusive: `l.deforestation_status = 'Pending Review' and l.check_inconclusive`,
  },
  check: {
    fresh: `not (l.satellite_at is null or ${STALE})`,
    outdated: `(l.satellite_at is null or ${STALE})`,
    // Derived lots are not checked themselves.
    never: `(l.satellite_at is null and l.kind = 'origin')`,
  },
  alert: {
    active: 'l.alert_state = 3',
    open: 'l.alert_state > 1',
    any: 'l.alert_state > 0',
    noneOpen: 'l.alert_state < 2',
  },
  record: { refused: `l.ledger_status = 'failed'` },
};

const CHECK_TEXT: Record<LotCheckFilter, string> = {
  never: `l.satellite_at is null and l.kind = 'origin'`,
  outdated: NEED_TEXT.check.outdated,
  fresh: NEED_TEXT.check.fresh,
};

function needText({ stages, status, check, alert, record }: LotNeed): string {
  const parts = [
    stages && `l.stage in ('${stages.join(`', '`)}')`,
    status && NEED_TEXT.status[status],
    check && NEED_TEXT.check[check],
    alert && NEED_TEXT.alert[alert],
    record && NEED_TEXT.record[record],
  ];
  return `(${parts.filter((part) => part !== undefined).join(' and ')})`;
}

/** Order of a list; equal values by id, so that pages never overlap. Ungraded and erased values come last when rising, first when falling. */
export function lotOrder(sort: LotSort, order: 'asc' | 'desc'): string {
  // No two lots have one lot id.
  if (sort === 'lotId') return `${LOT_SORT_COLUMNS.lotId.column} ${order}`;
  return `${LOT_SORT_COLUMNS[sort].column} ${order}, l.id ${order}`;
}

/** A filter as it came from a client. @throws Refused invalid, naming the field and its set */
export function parseLotFilter(filter: object | null | undefined): LotFilter {
  return parseInput(lotFilter, { ...filter });
}
