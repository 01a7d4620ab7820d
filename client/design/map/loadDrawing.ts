import type { Drawing } from './drawing.ts';
import { loadSheet } from './loadSheet.ts';
import { placeOnMap } from './placeOnMap.ts';
import type { GeoPoint, Sheet } from './sheet.ts';

/** Draws a place on the sheet that it is on, which is loaded; without outlines where that does not come. */
export async function loadDrawing(place: GeoPoint, withinKm: number): Promise<Drawing> {
  return placeOnMap(await loadSheet(place).catch((): Sheet => []), place, withinKm);
}
