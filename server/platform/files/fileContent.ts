import { isUtf8 } from 'node:buffer';
import { BrokenPicture, isJpeg, isPng, plainJpeg, plainPng } from './pictureSegments.ts';

/** Types of files that people may add as evidence, with the ending of their names. */
export const FILE_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
  'application/geo+json': 'geojson',
} as const;
export type FileType = keyof typeof FILE_TYPES;
export const FILE_TYPE_NAMES = Object.keys(FILE_TYPES) as FileType[];

/** Read as a whole while others wait, so it is small: some thousand corners. */
export const MOST_GEOJSON_BYTES = 1024 * 1024;

const GEOJSON_TYPES = new Set([
  'FeatureCollection',
  'Feature',
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

/**
 * Detects a file's type by its bytes, whatever its name, and returns the bytes to store: pictures without metadata of
 * cameras.
 * @returns null if it is none of `FILE_TYPES`, and for an incomplete picture
 */
export function detectFile(bytes: Buffer): { type: FileType; bytes: Buffer } | null {
  try {
    if (isJpeg(bytes)) return { type: 'image/jpeg', bytes: plainJpeg(bytes) };
    if (isPng(bytes)) return { type: 'image/png', bytes: plainPng(bytes) };
  } catch (error) {
    if (error instanceof BrokenPicture) return null;
    throw error;
  }
  if (isPdf(bytes)) return { type: 'application/pdf', bytes };
  if (isGeoJson(bytes)) return { type: 'application/geo+json', bytes };
  return null;
}

const PDF_START = Buffer.from('%PDF-');
const PDF_END = Buffer.from('%%EOF');
/** As far from the end as readers look for it. */
const PDF_TAIL = 1024;

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, PDF_START.length).equals(PDF_START) && bytes.subarray(-PDF_TAIL).includes(PDF_END);
}

function isGeoJson(bytes: Buffer): boolean {
  if (bytes.length > MOST_GEOJSON_BYTES || !isUtf8(bytes)) return false;
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    const type = typeof json === 'object' && json !== null && 'type' in json ? json.type : null;
    return typeof type === 'string' && GEOJSON_TYPES.has(type);
  } catch {
    return false;
  }
}

const NAME_LENGTH = 120;

/**
 * The name under which a file is stored and downloaded: the last part of the given name, without forbidden characters,
 * with the extension of its type.
 */
export function storedFileName(given: string, type: FileType): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const bare = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\.[^.]{0,10}$/, '')
    .replace(/^[\s.]+/, '')
    .trim();
  return `${[...bare].slice(0, NAME_LENGTH).join('') || 'file'}.${FILE_TYPES[type]}`;
}
