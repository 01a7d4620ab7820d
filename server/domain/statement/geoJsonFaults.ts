import { PLOT } from '../messages/plotMessages.ts';
import { PREFLIGHT } from '../messages/statementMessages.ts';
import type { Message } from '../messages/message.ts';
import { isCountryCode } from '../party/countryCodes.ts';
import { foreignCrs, propertyFaults, singleGeometries } from '../plot/geometry/geoJsonParts.ts';
import { readPlot } from '../plot/geometry/readPlot.ts';
import { utf8 } from '../proof/hashing.ts';
import type { EudrCode } from './eudrCodes.ts';
import { STATEMENT_LIMITS } from './statement.ts';

/** What the EU's system would reject a GeoJSON file for. */
export interface GeoJsonFault {
  code: EudrCode;
  /** of the feature, from 1; null: the file as a whole */
  feature: number | null;
  message: Message;
}

const INVALID = 'EUDR_COMMODITIES_PRODUCER_GEO_INVALID';
const EMPTY = 'EUDR_COMMODITIES_PRODUCER_GEO_EMPTY';
const AREA = 'EUDR_COMMODITIES_PRODUCER_GEO_AREA_INVALID';

/**
 * Faults of a GeoJSON file of Type I or II in the codes of the EU's system: the common errors of the Commission's file
 * description (9.5), and another reference system than WGS84, which that system does not notice. Empty if the file
 * can be filed.
 * @param text not trusted
 */
export function geoJsonFaults(text: string): GeoJsonFault[] {
  const whole = (code: EudrCode, message: Message): GeoJsonFault[] => [{ code, feature: null, message }];
  const bytes = utf8(text).length;
  if (bytes > STATEMENT_LIMITS.geolocationBytes) return whole('EUDR_MAXIMUM_GEO_SIZE_REACHED', sizeMessage(bytes));
  const given = parse(text);
  if (given === undefined) return whole(INVALID, PLOT.notJson({}));
  const crs = foreignCrs(given);
  if (crs !== null) return whole(INVALID, PLOT.otherCrs({ crs }));
  const { type, features } = asObject(given);
  if (type !== 'FeatureCollection') return featureFaults(type === 'Feature' ? given : { geometry: given }, 1);
  if (!Array.isArray(features)) return whole(INVALID, PLOT.notAFeature({}));
  if (features.length === 0) return whole(EMPTY, PLOT.noGeometry({}));
  return features.flatMap((one: unknown, i) =>
    asObject(one).type === 'Feature'
      ? featureFaults(one, i + 1)
      : [{ code: INVALID, feature: i + 1, message: PLOT.notAFeature({}) }],
  );
}

/** That geolocation takes more than a statement may. */
export function sizeMessage(bytes: number): Message {
  const megabyte = 1024 * 1024;
  // Rounded up, so that one byte too many does not read "25 MB; at most 25 MB".
  const megabytes = Math.ceil((bytes / megabyte) * 100) / 100;
  return PREFLIGHT.geolocationSize({ megabytes, most: STATEMENT_LIMITS.geolocationBytes / megabyte });
}

function featureFaults(given: unknown, feature: number): GeoJsonFault[] {
  const { properties, geometry } = asObject(given);
  const own = asObject(properties);
  const faults: GeoJsonFault[] = propertyFaults(own).map(({ message }) => ({
    code: message.code === PLOT.areaText.code ? AREA : INVALID,
    feature,
    message,
  }));
  const crs = foreignCrs(given);
  if (crs !== null) faults.push({ code: INVALID, feature, message: PLOT.otherCrs({ crs }) });
  const { ProducerCountry: country, Area: area } = own;
  if (country !== undefined && !(typeof country === 'string' && isCountryCode(country))) {
    const message = PREFLIGHT.producerCountry({ country: String(country).slice(0, 40) });
    faults.push({ code: 'EUDR_COMMODITITY_PRODUCER_COUNTRY_CODE_INVALID', feature, message });
  }
  for (const single of singleGeometries(geometry)) {
    // The area of a polygon is not compared with the declared one: the EU's system measures it itself.
    const areaHa = asObject(single).type === 'Point' && typeof area === 'number' ? area : undefined;
    for (const { said, eu } of readPlot(single, areaHa).faults) {
      if (eu !== null) faults.push({ code: eu, feature, message: said });
    }
  }
  return faults;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
