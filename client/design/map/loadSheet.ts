import { sheetName, type GeoPoint, type Sheet } from './sheet.ts';

const sheets = import.meta.glob<Sheet>('./sheets/*.json', { import: 'default' });

/**
 * Loads the sheet that a place is on, from our own server.
 * @throws when the network fails
 */
export async function loadSheet(place: GeoPoint): Promise<Sheet> {
  return loadSheetNamed(sheetName(place));
}

/**
 * Loads a sheet by its name (`sheetName`, `sheetOfPlaces`).
 * @throws when the network fails
 */
export async function loadSheetNamed(name: string): Promise<Sheet> {
  return (await sheets[`./sheets/${name}.json`]?.()) ?? [];
}
