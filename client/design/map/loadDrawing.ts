import type { Drawing } from './drawing.ts';
import { loadSheet } from './loadSheet.ts';
import { placeOnMap } from './placeOnMap.ts';
import type { Sheet } from './sheet.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Loads the sheet of a place and draws it; without outlines if loading fails. */
export async function loadDrawing(place: GeoPoint, withinKm: number): Promise<Drawing> {
  return placeOnMap(await loadSheet(place).catch((): Sheet => []), place, withinKm);
}
