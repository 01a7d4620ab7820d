import { isSettable, LOT_FIELD_NAMES } from '../../../domain/lot/lotTable.ts';
import { isDeliveryColumn } from '../../../domain/spreadsheet/importFields.ts';
import type { LotView } from '../lotView.ts';

/**
 * Columns of a CSV export: a lot as staff see it, in the order of the contract (docs/spec/lots-and-stages.md, 'Views of
 * a lot').
 */
export const COLUMNS = [
  'id',
  ...LOT_FIELD_NAMES,
  'kind',
  'used',
  'available',
  'satelliteOutdated',
  'blockchainHash',
  'createdAt',
  'updatedAt',
  'timestamp',
  'version',
] as const satisfies readonly (keyof LotView)[];

/** Fields that an export holds and the server sets: an import passes over them, so that an export can be imported again. */
export const SET_BY_SERVER: ReadonlySet<string> = new Set(
  [...COLUMNS, 'satelliteMessage' as const, 'satelliteSaid' as const].filter((name) => !isSettable(name)),
);

/** Between the certifications in one cell; none of their names holds it. */
export const BETWEEN_CERTIFICATIONS = '|';

/** The values of a row with those of its delivery together, as `createLotInput` takes them. */
export function withDelivery(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values);
  const delivery = entries.filter(([name]) => isDeliveryColumn(name));
  if (delivery.length === 0) return values;
  return {
    ...Object.fromEntries(entries.filter(([name]) => !isDeliveryColumn(name))),
    delivery: Object.fromEntries(delivery),
  };
}
