import type { Drawing } from './drawing.ts';
import { loadSheet, loadSheetNamed } from './loadSheet.ts';
import { placeOnMap } from './placeOnMap.ts';
import { knownPlaces, originsOnMap, sheetOfPlaces, type MaybePlace } from './placesOnMap.ts';
import type { Sheet } from './sheet.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Loads the sheet of a place, or of several, and draws it; without outlines if loading fails. */
export async function loadDrawing(
  place: GeoPoint,
  withinKm: number,
  others: readonly MaybePlace[] = [],
): Promise<Drawing> {
  const places = knownPlaces(others);
  if (places.length > 1) {
    return originsOnMap(await loadSheetNamed(sheetOfPlaces(places)).catch((): Sheet => []), places);
  }
  return placeOnMap(await loadSheet(place).catch((): Sheet => []), place, withinKm);
}
