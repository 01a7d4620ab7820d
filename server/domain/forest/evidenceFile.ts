import { z } from 'zod';
import type { DisturbanceAlert, ForestBaseline, ForestReading } from './forest.ts';
import { geometryFrom } from '../plot/geometry/geoJson.ts';
import { pointAt, type Geometry } from '../plot/geometry/geometry.ts';
import { canonicalText, sha256, toHex, utf8 } from '../proof/hashing.ts';
import { microFromDegrees } from '../text/units.ts';
import { readingIn } from '../verification/evidence.ts';

/** Everything that a satellite check read, to be repeated by anyone with the same tiles (`npm run evidence:verify`). */
export const evidenceFile = z.strictObject({
  v: z.literal(1),
  kind: z.literal('manam-trace/evidence'),
  lotId: z.string(),
  /** ISO 8601, UTC */
  checkedAt: z.string(),
  /** the checked location: a square of this area around it; degrees WGS84 */
  place: z.strictObject({ latitude: z.number(), longitude: z.number(), areaHa: z.number() }),
  /**
   * of a lot from plots: the canonical text of each, [longitude, latitude] in millionths of a degree; these were read,
   * in this order
   */
  plots: z.array(z.string()).optional(),
  /** data and driver; its canonical JSON is hashed */
  evidence: z.record(z.string(), z.unknown()),
  /** SHA-256, hex, as it was recorded on the ledger with the check */
  evidenceHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type EvidenceFile = z.infer<typeof evidenceFile>;

/** One piece of land of a lot, and its reading; null if the source had none. */
export interface EvidencePart {
  geometry: Geometry;
  reading: ForestReading | null;
}

const several = z.object({ plots: z.array(z.record(z.string(), z.unknown())) });

/** The land that was read, plot by plot. @returns null unless there is one reading for each valid plot */
export function partsOf({ place, plots, evidence }: EvidenceFile): EvidencePart[] | null {
  const reading = (part: unknown): ForestReading | null => readingIn(canonicalText(part));
  if (plots === undefined) {
    const { latitude, longitude, areaHa } = place;
    const at = { latMicro: microFromDegrees(latitude), lonMicro: microFromDegrees(longitude) };
    return [{ geometry: pointAt(at, areaHa), reading: reading(evidence) }];
  }
  const parts = several.safeParse(evidence).data?.plots ?? [evidence];
  if (parts.length !== plots.length) return null;
  try {
    return plots.map((text, i) => ({ geometry: geometryFrom(text), reading: reading(parts[i]) }));
  } catch {
    return null;
  }
}

/** Whether the evidence matches its hash. */
export async function isHashed({ evidence, evidenceHash }: EvidenceFile): Promise<boolean> {
  return toHex(await sha256(utf8(canonicalText(evidence)))) === evidenceHash;
}

function alertText({ latMicro, lonMicro, date, confidence }: DisturbanceAlert): string {
  return `${date} at ${latMicro / 1e6}, ${lonMicro / 1e6}, ${confidence}`;
}

/** Number of differences that are listed. */
const MOST_TOLD = 10;
const LAYERS = ['lossYear', 'treeCover2000', 'dataMask', 'covered'] as const;

/**
 * The differences between two readings of a location, in plain words.
 * @param stored of the file
 * @param read from the tiles now
 * @returns empty when they are equal, pixel by pixel
 */
export function differencesOf(stored: ForestReading, read: ForestReading): string[] {
  const said = differencesOfPixels(stored, read);
  for (const { driver, reading } of stored.others ?? []) {
    const now = read.others?.find((other) => other.driver === driver);
    if (now === undefined) said.push(`${driver}: in the file, and not asked now`);
    else if (reading === null || now.reading === null) {
      if (reading !== now.reading)
        said.push(`${driver}: read ${reading === null ? 'now and not then' : 'then and not now'}`);
    } else said.push(...differencesOfPixels(reading, now.reading).map((one) => `${driver}, ${one}`));
  }
  said.push(...differencesOfBaseline(stored.baseline, read.baseline));
  const more = said.length - MOST_TOLD;
  return more > 0 ? [...said.slice(0, MOST_TOLD), `and ${more} more`] : said;
}

function differencesOfBaseline(stored: ForestBaseline | undefined, read: ForestBaseline | undefined): string[] {
  if (stored === undefined) return [];
  if (read === undefined) return ['forest in 2020: in the file, and not asked now'];
  const said = differencesOfPlace(stored, read);
  const pixels = said.length > 0 ? said : [...differencesOfLayer('forest', stored.width, stored.forest, read.forest)];
  return pixels.map((one) => `forest in 2020, ${one}`);
}

type Placed = Pick<ForestReading, 'dataset' | 'datasetVersion' | 'window' | 'width' | 'height'>;

function differencesOfPlace(stored: Placed, read: Placed): string[] {
  const heads = (['dataset', 'datasetVersion', 'width', 'height'] as const).filter(
    (name) => stored[name] !== read[name],
  );
  const said = heads.map((name) => `${name}: ${stored[name]} in the file, ${read[name]} in the tiles`);
  if (stored.window.some((edge, i) => edge !== read.window[i])) {
    said.push(`window: ${stored.window.join(', ')} in the file, ${read.window.join(', ')} in the tiles`);
  }
  return said;
}

function* differencesOfLayer(
  layer: string,
  width: number,
  own: readonly number[],
  other: readonly number[],
): Generator<string> {
  for (let index = 0; index < Math.max(own.length, other.length); index += 1) {
    if (own[index] === other[index]) continue;
    const [column, row] = [(index % width) + 1, Math.floor(index / width) + 1];
    yield `${layer}, column ${column}, row ${row}: ${own[index]} in the file, ${other[index]} in the tiles`;
  }
}

function differencesOfPixels(stored: ForestReading, read: ForestReading): string[] {
  const said = differencesOfPlace(stored, read);
  // Pixels of different windows cannot be compared.
  if (said.length > 0) return said;
  for (const layer of LAYERS) {
    said.push(...differencesOfLayer(layer, stored.width, stored[layer] ?? [], read[layer] ?? []));
  }
  const ownAlerts = new Set((stored.alerts ?? []).map(alertText));
  const otherAlerts = new Set((read.alerts ?? []).map(alertText));
  for (const alert of ownAlerts) {
    if (!otherAlerts.has(alert)) said.push(`alert: ${alert} in the file, not in the source now`);
  }
  for (const alert of otherAlerts) {
    if (!ownAlerts.has(alert)) said.push(`alert: ${alert} in the source now, not in the file`);
  }
  return said;
}
