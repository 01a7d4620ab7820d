import { COORDINATE_DECIMALS, readPlot } from '../../../server/domain/plot/geometry/readPlot.ts';
import { PLOT } from '../../../server/domain/messages/plotMessages.ts';
import type { Message } from '../../../server/domain/messages/message.ts';
import type { Corner } from './corners.ts';

/** Result of reading a pasted text. */
export type PastedPlot =
  | { kind: 'outline'; corners: readonly Corner[] }
  | { kind: 'point'; at: Corner; areaHa: number | null }
  /** the text holds several plots, so the intended one is unknown */
  | { kind: 'several'; count: number }
  | { kind: 'wrong'; faults: readonly Message[] };

/** Faults that the user can fix in the list of corners; all others are faults of the text. */
const MENDED_BY_CORNERS = new Set([
  'plot.open',
  'plot.same_vertices',
  'plot.crosses',
  'plot.sides_overlap',
  'plot.no_land',
  'plot.too_wide',
]);

interface Parts {
  type?: unknown;
  coordinates?: unknown;
  features?: unknown;
  geometry?: unknown;
  properties?: unknown;
  Area?: unknown;
}
const partsOf = (value: unknown): Parts => (typeof value === 'object' && value !== null ? value : {});

/** Parses pasted GeoJSON: a geometry, a feature, or a collection of one feature. */
export function pastedPlot(text: string): PastedPlot {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { kind: 'wrong', faults: [PLOT.notJson({})] };
  }
  const { type, features } = partsOf(given);
  if (type === 'FeatureCollection' && Array.isArray(features)) {
    if (features.length > 1) return { kind: 'several', count: features.length };
    return plotOf(features[0]);
  }
  return plotOf(given);
}

function plotOf(given: unknown): PastedPlot {
  const feature = partsOf(given);
  const geometry = feature.type === 'Feature' ? feature.geometry : given;
  const { faults } = readPlot(geometry);
  const wrong = faults.filter(({ said }) => !MENDED_BY_CORNERS.has(said.code)).map(({ said }) => said);
  if (wrong.length > 0) return { kind: 'wrong', faults: wrong };
  const { type, coordinates } = partsOf(geometry);
  if (!Array.isArray(coordinates)) return { kind: 'wrong', faults: [PLOT.noGeometry({})] };
  if (type === 'Point') {
    const area = partsOf(feature.properties).Area;
    return { kind: 'point', at: cornerFrom(coordinates), areaHa: typeof area === 'number' ? area : null };
  }
  const [ring]: unknown[] = coordinates;
  const corners = (Array.isArray(ring) ? ring : []).map(cornerFrom);
  const [first, last] = [corners[0], corners.at(-1)];
  const isClosed = corners.length > 1 && first?.latitude === last?.latitude && first?.longitude === last?.longitude;
  return { kind: 'outline', corners: isClosed ? corners.slice(0, -1) : corners };
}

/** @param position already validated by `readPlot` */
function cornerFrom(position: unknown): Corner {
  const [lon, lat]: unknown[] = Array.isArray(position) ? position : [];
  return { latitude: degreesText(lat), longitude: degreesText(lon) };
}

/** Degrees to six decimals; further decimals are cut off like in the EU's system. */
function degreesText(value: unknown): string {
  const text = typeof value === 'number' && String(value).includes('e') ? value.toFixed(15) : String(value);
  const [whole = '0', fraction] = text.split('.');
  return fraction === undefined ? whole : `${whole}.${fraction.slice(0, COORDINATE_DECIMALS)}`;
}
