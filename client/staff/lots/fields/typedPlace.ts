import { lotFields } from '../../../../server/domain/lot/lotInput.ts';
import type { GeoPoint } from '../../../../server/domain/plot/locationWarnings.ts';
import { typedFigure } from '../../../design/form/numberText.ts';

// These two rules do not depend on the day.
const { latitude, longitude } = lotFields('9999-12-31');
const RULES = { latitude: typedFigure(latitude), longitude: typedFigure(longitude) };

/** Parses typed coordinates; null if one of them is invalid. */
export function typedPlace(typed: { latitude: string; longitude: string }): GeoPoint | null {
  const north = RULES.latitude.safeParse(typed.latitude);
  const east = RULES.longitude.safeParse(typed.longitude);
  return north.success && east.success ? { latitude: north.data, longitude: east.data } : null;
}
