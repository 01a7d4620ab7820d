import { z } from 'zod';
import { likePattern } from '../database/likePattern.ts';
import { CALL } from '../domain/said/callSaid.ts';
import { carried } from '../domain/said/carried.ts';
import { VARIETIES } from '../domain/cacao.ts';
import { DEFORESTATION_STATUSES } from '../domain/deforestation.ts';
import { isStage, STAGES, stagePosition } from '../domain/stages.ts';
import type { LotScope } from '../domain/permissions.ts';
import { calendarDay, oneOf } from '../inputSchemas.ts';
import { parseInput } from '../parseInput.ts';

export const LOT_SORTS = [
  'harvestDate',
  'lotId',
  'farmerName',
  'weight',
  'qualityScore',
  'currentProcess',
  'createdAt',
] as const;
export type LotSort = (typeof LOT_SORTS)[number];

const EUDR_VALUES = ['compliant', 'non-compliant', ...DEFORESTATION_STATUSES] as const;

/** Filters of the lot list. */
export const lotFilter = z.strictObject({
  search: z
    .string()
    .max(100, carried(CALL.tooLong({ field: 'search', most: 100 })))
    .refine((text) => !text.includes('\0'), carried(CALL.searchNoLot({})))
    .nullish(),
  status: oneOf('status', STAGES).nullish(),
  stage: oneOf('stage', STAGES).nullish(),
  variety: oneOf('variety', VARIETIES).nullish(),
  eudr: oneOf('eudr', EUDR_VALUES).nullish(),
  blockchain: oneOf('blockchain', ['recorded', 'pending']).nullish(),
  harvestedFrom: calendarDay('harvestedFrom').nullish(),
  harvestedTo: calendarDay('harvestedTo').nullish(),
});
export type LotFilter = z.infer<typeof lotFilter>;

const SORT_COLUMN: Record<LotSort, string> = {
  harvestDate: 'l.harvest_date',
  lotId: 'l.lot_id',
  farmerName: 'l.farmer_name',
  weight: 'l.weight_grams',
  qualityScore: 'l.quality_tenths',
  currentProcess: 'l.stage',
  createdAt: 'l.created_at',
};

/** The condition of a list and its values, `$1` first. One text for each shape of filter, so that it can be prepared. */
export interface LotCondition {
  where: string;
  values: unknown[];
}

/** Lots in a scope that a filter lets through; deleted ones never. */
export function lotCondition(scope: LotScope, filter: LotFilter): LotCondition {
  const parts = ['l.deleted_at is null'];
  const values: unknown[] = [];
  const add = (part: (placeholder: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(part(`$${values.length}`));
  };
  if (scope.kind === 'none') parts.push('false');
  if (scope.kind === 'farm') add((at) => `l.farm_id = ${at}`, scope.farmId);
  const stages = [filter.status, filter.stage].filter((stage) => stage !== null && stage !== undefined).filter(isStage);
  for (const stage of stages) add((at) => `l.stage = ${at}`, stagePosition(stage));
  if (filter.variety) add((at) => `l.variety = ${at}`, filter.variety);
  // Written as the partial indexes have it, so that these serve.
  if (filter.eudr === 'compliant') parts.push(`l.deforestation_status = 'No Deforestation'`);
  else if (filter.eudr === 'non-compliant') parts.push(`l.deforestation_status <> 'No Deforestation'`);
  else if (filter.eudr) add((at) => `l.deforestation_status = ${at}`, filter.eudr);
  if (filter.blockchain === 'recorded') parts.push(`l.ledger_status = 'recorded'`);
  if (filter.blockchain === 'pending') parts.push(`l.ledger_status <> 'recorded'`);
  if (filter.harvestedFrom) add((at) => `l.harvest_date >= ${at}`, filter.harvestedFrom);
  if (filter.harvestedTo) add((at) => `l.harvest_date <= ${at}`, filter.harvestedTo);
  const search = filter.search?.trim();
  if (search) add((at) => `l.search_text like lower(${at})`, likePattern(search));
  return { where: parts.join(' and '), values };
}

/** Order of a list; equal values by id, so that pages never overlap. Ungraded and erased values come last when rising, first when falling. */
export function lotOrder(sort: LotSort, order: 'asc' | 'desc'): string {
  // No two lots have one lot id.
  if (sort === 'lotId') return `${SORT_COLUMN.lotId} ${order}`;
  return `${SORT_COLUMN[sort]} ${order}, l.id ${order}`;
}

/** A filter as it came from a client. @throws Refused invalid, naming the field and its set */
export function parseLotFilter(filter: object | null | undefined): LotFilter {
  return parseInput(lotFilter, { ...filter });
}
