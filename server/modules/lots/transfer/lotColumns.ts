import { isSettable, LOT_FIELD_NAMES } from '../../../domain/lot/lotTable.ts';
import type { LotView } from '../lotView.ts';

/** The fields of a lot that an import accepts. */
export const SETTABLE = LOT_FIELD_NAMES.filter(isSettable);

/**
 * Columns of a CSV export: a lot as staff see it, in the order of the contract (docs/spec/lots-and-stages.md, 'Views of
 * a lot').
 */
export const COLUMNS = [
  'id',
  ...LOT_FIELD_NAMES,
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
