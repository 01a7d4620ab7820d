import { sheetName, type Sheet } from './sheet.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

const sheets = import.meta.glob<Sheet>('./sheets/*.json', { import: 'default' });

/**
 * Loads the sheet that contains a place, from our own server.
 * @throws on network errors
 */
export async function loadSheet(place: GeoPoint): Promise<Sheet> {
  return loadSheetNamed(sheetName(place));
}

/**
 * Loads a sheet by name (`sheetName`, `sheetOfPlaces`).
 * @throws on network errors
 */
export async function loadSheetNamed(name: string): Promise<Sheet> {
  return (await sheets[`./sheets/${name}.json`]?.()) ?? [];
}
