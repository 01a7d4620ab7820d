import { z } from 'zod';
import { FILE } from '../../../domain/messages/callMessages.ts';
import { fieldMessage } from '../../../domain/messages/fieldMessages.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { featureTexts } from '../../../platform/validation/featureTexts.ts';
import { csvRows } from './csvRows.ts';
import { fileStart, type ReadableFile } from '../../../platform/spreadsheet/sheetFile.ts';
import type { ImportRow } from './importRow.ts';
import { textChunks } from '../../../platform/validation/textChunks.ts';
import { SET_BY_SERVER, withDelivery } from './lotColumns.ts';

/**
 * The lots of an import file, one at a time. The first character decides the kind of file: names and media types are
 * often wrong, and no CSV of lots begins with a brace.
 * @throws Refused invalid for a file that is neither CSV nor GeoJSON, or is malformed
 */
export async function* importRows(file: ReadableFile): AsyncGenerator<ImportRow> {
  const chunks = textChunks(file.read());
  let start = '';
  while (start.trim() === '') {
    const next = await chunks.next();
    if (next.done) throw invalid({ field: 'file', said: FILE.empty({}) });
    start += next.value;
  }
  const whole = (async function* () {
    yield start;
    yield* chunks;
  })();
  yield* start.trimStart().startsWith('{') ? geoJsonRows(whole) : csvRows(whole);
}

/** Whether a file is GeoJSON, as `importRows` decides it. */
export async function isGeoJson(file: ReadableFile): Promise<boolean> {
  const start = await fileStart(file);
  return /^\ufeff?\s*\{/.test(start.toString('utf8'));
}

const feature = z.looseObject({
  type: z.literal('Feature'),
  properties: z.record(z.string(), z.unknown()),
  geometry: z.looseObject({ type: z.string(), coordinates: z.unknown() }).nullish(),
});
/** Longitude, latitude and perhaps an altitude (RFC 7946, 3.1.1). */
const position = z.tuple([z.number(), z.number()], z.number());

/**
 * The lots of a GeoJSON file: properties with the API's names, and the place as a Point in WGS84 degrees.
 * @throws Refused invalid for a file that is no FeatureCollection
 */
async function* geoJsonRows(chunks: AsyncIterable<string>): AsyncGenerator<ImportRow> {
  let row = 0;
  for await (const text of featureTexts(chunks)) {
    row += 1;
    yield rowOf(row, text);
  }
}

function rowOf(row: number, text: string): ImportRow {
  const found = feature.safeParse(jsonOf(text));
  if (!found.success) {
    return { row, input: {}, problems: [fieldMessage('', FILE.noFeature({}))] };
  }
  const { properties, geometry } = found.data;
  const given = Object.fromEntries(Object.entries(properties).filter(([name]) => !SET_BY_SERVER.has(name)));
  const input = withDelivery(given);
  if (geometry === null || geometry === undefined) return { row, input, problems: [] };
  const place = geometry.type === 'Point' ? position.safeParse(geometry.coordinates) : null;
  if (!place?.success) {
    return {
      row,
      input,
      problems: [fieldMessage('geometry', FILE.noPoint({}))],
    };
  }
  const [longitude, latitude] = place.data;
  return { row, input: { ...input, longitude, latitude }, problems: [] };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
