import { lotFields } from '../../../../server/domain/lot/lotInput.ts';
import type { GeoPoint } from '../../../../server/domain/plot/locationWarnings.ts';
import { typedFigure } from '../../../design/form/numberText.ts';

// Of these two rules no day is part.
const { latitude, longitude } = lotFields('9999-12-31');
const RULES = { latitude: typedFigure(latitude), longitude: typedFigure(longitude) };

/** The place that two figures stand for as they are typed; null while one of them cannot be taken. */
export function typedPlace(typed: { latitude: string; longitude: string }): GeoPoint | null {
  const north = RULES.latitude.safeParse(typed.latitude);
  const east = RULES.longitude.safeParse(typed.longitude);
  return north.success && east.success ? { latitude: north.data, longitude: east.data } : null;
}
