import type { EditableField } from './lotTable.ts';

/**
 * How a derived lot comes by the fields that an edit may change elsewhere: from its origin lots, or by weighing it. All
 * others are edited as those of any lot (docs/spec/mass-balance.md, 'Derived lots').
 */
const NOT_EDITED: Partial<Record<EditableField, 'inherited' | 'weighed'>> = {
  farmId: 'inherited',
  farmerName: 'inherited',
  cacaoVariety: 'inherited',
  harvestDate: 'inherited',
  latitude: 'inherited',
  longitude: 'inherited',
  plots: 'inherited',
  certifications: 'inherited',
  isAnonymized: 'inherited',
  weight: 'weighed',
  moistureContent: 'weighed',
};

/** The fields of an edit that a derived lot does not take, with what sets them. */
export function notEditedOf(fields: readonly string[]): { field: string; by: 'inherited' | 'weighed' }[] {
  const rules: Readonly<Record<string, 'inherited' | 'weighed'>> = NOT_EDITED;
  return fields.flatMap((field) => {
    const by = rules[field];
    return by === undefined ? [] : [{ field, by }];
  });
}
