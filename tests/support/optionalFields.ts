import {
  factsOf,
  isOptionalFigure,
  LOT_FIELD_NAMES,
  LOT_TEXTS,
  type OptionalFigure,
  type OptionalText,
  type StoredName,
} from '../../server/domain/lot/lotTable.ts';

/*
 * A lot without the figures and texts that it can be without: lots that are written out in tests need no line for a new one.
 */
export const OPTIONAL_FIGURES = LOT_FIELD_NAMES.filter(isOptionalFigure);
const OPTIONAL = [...OPTIONAL_FIGURES, ...LOT_TEXTS.filter((field) => factsOf(field).optional)];

/** by their names in the API */
export const NONE_GIVEN = Object.fromEntries(OPTIONAL.map((name) => [name, null])) as Record<
  OptionalFigure | OptionalText,
  null
>;

/** by their names in rows */
export const NONE_STORED = Object.fromEntries(OPTIONAL.map((name) => [factsOf(name).stored, null])) as Record<
  StoredName<OptionalFigure | OptionalText>,
  null
>;
