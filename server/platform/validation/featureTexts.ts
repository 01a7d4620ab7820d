import { z } from 'zod';
import { foreignCrs } from '../../domain/plot/geometry/geoJsonParts.ts';
import { FILE } from '../../domain/messages/callMessages.ts';
import { PLOT } from '../../domain/messages/plotMessages.ts';
import { invalid, type Refused } from '../errors/refusal.ts';

/** Longest single feature, in characters. */
const MAX_FEATURE = 64 * 1024;
/** All of the file but its features. */
const MAX_REST = 256 * 1024;

const collection = z.looseObject({ type: z.literal('FeatureCollection'), features: z.array(z.literal(0)) });

/**
 * The features of a GeoJSON FeatureCollection (RFC 7946) as texts, one at a time, for files of any size. The collection
 * itself is checked at the end, with each feature counted as one value. A single feature is returned unchanged, and a
 * single geometry as a feature.
 * @throws Refused invalid for invalid GeoJSON, or coordinates of another reference system than WGS84
 */
export async function* featureTexts(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const scan = new FeatureScan();
  for await (const chunk of chunks) yield* scan.read(chunk);
  yield* restTexts(scan.rest);
}

/** Follows the nesting of a JSON text, and extracts the objects in its top member `features`. */
class FeatureScan {
  /** the file with `0` in place of each feature */
  rest = '';
  #depth = 0;
  #inText = false;
  #escaped = false;
  /** the text that was read last on the top level: a member's name, when a colon follows */
  #text = '';
  #inFeatures = false;
  #feature: string | null = null;

  /** What was read is cut out of the chunk: put together letter by letter it would take a hundred times its size. */
  *read(chunk: string): Generator<string> {
    let from = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const wasFeature = this.#feature !== null;
      this.#step(chunk.charAt(i));
      if (!wasFeature && this.#feature !== null) {
        this.rest += chunk.slice(from, i);
        from = i;
      } else if (wasFeature && this.#depth === 2 && !this.#inText) {
        const whole = this.#feature + chunk.slice(from, i + 1);
        if (whole.length > MAX_FEATURE) throw notGeoJson();
        this.#feature = null;
        this.rest += '0';
        from = i + 1;
        yield whole;
      }
    }
    if (this.#feature === null) this.rest += chunk.slice(from);
    else this.#feature += chunk.slice(from);
    if ((this.#feature?.length ?? 0) > MAX_FEATURE || this.rest.length > MAX_REST) throw notGeoJson();
  }

  #step(char: string): void {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false;
      else if (char === '\\') this.#escaped = true;
      else if (char === '"') this.#inText = false;
      if (this.#inText && this.#depth === 1) this.#text += char;
      return;
    }
    if (char === '"') {
      this.#inText = true;
      if (this.#depth === 1) this.#text = '';
    } else if (char === '[' || char === '{') {
      if (this.#depth === 1) this.#inFeatures = char === '[' && this.#text === 'features';
      if (this.#depth === 2 && this.#inFeatures && char === '{') this.#feature = '';
      this.#depth += 1;
    } else if (char === ']' || char === '}') {
      this.#depth -= 1;
    } else if (char === ',' && this.#depth === 1) {
      this.#text = '';
    }
  }
}

const GEOMETRIES = ['Point', 'MultiPoint', 'Polygon', 'MultiPolygon', 'GeometryCollection'] as const;
const feature = z.looseObject({ type: z.literal('Feature'), geometry: z.unknown() });
const geometry = z.looseObject({ type: z.enum(GEOMETRIES) });

/** What a file holds that is no collection. @param rest the file with `0` in place of each feature */
function* restTexts(rest: string): Generator<string> {
  const given = jsonOf(rest);
  const crs = foreignCrs(given);
  if (crs !== null) throw invalid({ field: 'crs', said: PLOT.otherCrs({ crs }) });
  if (collection.safeParse(given).success) return;
  if (feature.safeParse(given).data?.geometry !== undefined) return yield rest;
  const found = geometry.safeParse(given).data;
  if (found === undefined) throw notGeoJson();
  yield JSON.stringify({ type: 'Feature', properties: {}, geometry: found });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function notGeoJson(): Refused {
  return invalid({ field: 'file', said: FILE.notGeoJson({}) });
}
