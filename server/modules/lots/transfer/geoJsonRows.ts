import { z } from 'zod';
import { fieldMessage } from '../../../domain/messages/fieldMessages.ts';
import { FILE } from '../../../domain/messages/callMessages.ts';
import type { ImportRow } from './importRow.ts';
import { featureTexts } from '../../../platform/validation/featureTexts.ts';
import { SET_BY_SERVER } from './lotColumns.ts';

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
export async function* geoJsonRows(chunks: AsyncIterable<string>): AsyncGenerator<ImportRow> {
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
  const input = Object.fromEntries(Object.entries(properties).filter(([name]) => !SET_BY_SERVER.has(name)));
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
