import { canonicalText, sha256, toHex, utf8 } from '../proof/hashing.ts';
import { typeOneGeoJson } from './geoJson.ts';
import type { StatementContent } from './statement.ts';

/**
 * SHA-256 of all that a statement says, hex, over canonical JSON (RFC 8785) in which a producer's places are their
 * GeoJSON of Type I: the text that is filed. It is kept when the statement is checked; what is handed over or submitted
 * later must have the same.
 */
export async function statementHash(content: StatementContent): Promise<string> {
  const commodities = content.commodities.map(({ producers, ...commodity }) => ({
    ...commodity,
    producers: producers.map(({ country, name, places }) => ({
      country,
      name,
      geoJson: typeOneGeoJson({ country, places }),
    })),
  }));
  return toHex(await sha256(utf8(canonicalText({ ...content, commodities }))));
}
