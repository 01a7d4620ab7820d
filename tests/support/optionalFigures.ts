import {
  factsOf,
  isOptionalFigure,
  LOT_FIELD_NAMES,
  type OptionalFigure,
  type StoredName,
} from '../../server/domain/lot/lotTable.ts';

/*
 * A lot without the figures that it can be without: lots that are written out in tests need no line for a new one.
 */
export const OPTIONAL_FIGURES = LOT_FIELD_NAMES.filter(isOptionalFigure);

/** by their names in the API */
export const NO_FIGURES = Object.fromEntries(OPTIONAL_FIGURES.map((name) => [name, null])) as Record<
  OptionalFigure,
  null
>;

/** by their names in rows */
export const NO_STORED_FIGURES = Object.fromEntries(
  OPTIONAL_FIGURES.map((name) => [factsOf(name).stored, null]),
) as Record<StoredName<OptionalFigure>, null>;
