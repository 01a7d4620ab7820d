import { isJpeg, isPng, MOST_PARTS } from './pictureSegments.ts';

/** Where and when a photo was taken, as its camera wrote it. */
export interface CameraFacts {
  /** null: it wrote no position */
  place: { latMicro: number; lonMicro: number } | null;
  /** by the clock of the camera, YYYY-MM-DDTHH:MM:SS without a time zone; null: it wrote no time */
  takenAt: string | null;
}

/**
 * Reads position and time from the EXIF data (CIPA DC-008) of a JPEG or PNG picture.
 * @returns null for other files, and without either
 */
export function cameraFacts(bytes: Buffer): CameraFacts | null {
  try {
    const exif = isJpeg(bytes) ? exifOfJpeg(bytes) : isPng(bytes) ? exifOfPng(bytes) : null;
    if (exif === null) return null;
    const { place, takenAt } = factsIn(exif);
    return place === null && takenAt === null ? null : { place, takenAt };
  } catch (error) {
    // Read beyond the end: the data is damaged.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const EXIF_HEAD = Buffer.from('Exif\0\0', 'latin1');
const APP1 = 0xe1;
const SOS = 0xda;

/** @throws RangeError */
function exifOfJpeg(bytes: Buffer): Buffer | null {
  for (let at = 2, parts = 0; parts < MOST_PARTS; parts += 1) {
    while (bytes.readUInt8(at + 1) === 0xff) at += 1;
    const mark = bytes.readUInt8(at + 1);
    if (mark === SOS) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const content = bytes.subarray(at + 4, end);
    if (mark === APP1 && content.subarray(0, EXIF_HEAD.length).equals(EXIF_HEAD)) {
      return content.subarray(EXIF_HEAD.length);
    }
    at = end;
  }
  return null;
}

/** @throws RangeError */
function exifOfPng(bytes: Buffer): Buffer | null {
  for (let at = 8, parts = 0; at + 12 <= bytes.length && parts < MOST_PARTS; parts += 1) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'eXIf') return bytes.subarray(at + 8, end - 4);
    at = end;
  }
  return null;
}

/** Tags, by their numbers in the standard. */
const TAG = { dateTime: 0x0132, exif: 0x8769, gps: 0x8825, dateTimeOriginal: 0x9003 } as const;
const GPS_TAG = { latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4 } as const;
/** Entries of a directory, at most: cameras write some dozen. */
const MOST_ENTRIES = 500;
const ENTRY_BYTES = 12;

/** A directory: of each tag where its four bytes of value or offset begin. */
type Directory = ReadonlyMap<number, number>;

/** The TIFF structure that EXIF data has. */
class Tiff {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#isLittle = bytes.toString('latin1', 0, 2) === 'II';
  }

  uint16(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  uint32(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  text(at: number, length: number): string {
    return this.#bytes.toString('latin1', at, at + length);
  }

  directory(at: number): Directory {
    const count = Math.min(this.uint16(at), MOST_ENTRIES);
    return new Map(
      Array.from({ length: count }, (_, i) => at + 2 + i * ENTRY_BYTES).map((entry) => [this.uint16(entry), entry + 8]),
    );
  }

  /** The directory that an entry points to; empty without the entry. */
  below(directory: Directory, tag: number): Directory {
    const at = directory.get(tag);
    return at === undefined ? new Map() : this.directory(this.uint32(at));
  }

  /** Degrees, minutes and seconds in degrees; null without them. */
  degrees(directory: Directory, tag: number): number | null {
    const at = directory.get(tag);
    if (at === undefined) return null;
    const from = this.uint32(at);
    const [degrees = 0, minutes = 0, seconds = 0] = [0, 8, 16].map((by) => {
      const divisor = this.uint32(from + by + 4);
      return divisor === 0 ? 0 : this.uint32(from + by) / divisor;
    });
    return degrees + minutes / 60 + seconds / 3_600;
  }
}

/** @throws RangeError */
function factsIn(exif: Buffer): CameraFacts {
  const tiff = new Tiff(exif);
  const root = tiff.directory(tiff.uint32(4));
  const taken = tiff.below(root, TAG.exif).get(TAG.dateTimeOriginal) ?? root.get(TAG.dateTime);
  const gps = tiff.below(root, TAG.gps);
  return {
    takenAt: taken === undefined ? null : localTime(tiff.text(tiff.uint32(taken), 19)),
    place: placeOf(
      signed(tiff, gps, GPS_TAG.latitude, GPS_TAG.latitudeRef, 'S'),
      signed(tiff, gps, GPS_TAG.longitude, GPS_TAG.longitudeRef, 'W'),
    ),
  };
}

/** @param negative the letter of the half of the Earth that counts below zero */
function signed(tiff: Tiff, gps: Directory, tag: number, ref: number, negative: string): number | null {
  const degrees = tiff.degrees(gps, tag);
  const half = gps.get(ref);
  if (degrees === null || half === undefined) return null;
  return tiff.text(half, 1) === negative ? -degrees : degrees;
}

/** Cameras without a fix write zeros. */
function placeOf(latitude: number | null, longitude: number | null): CameraFacts['place'] {
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latMicro: Math.round(latitude * 1e6), lonMicro: Math.round(longitude * 1e6) };
}

const EXIF_TIME = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/;

/** @param text 'YYYY:MM:DD HH:MM:SS'; blanks and zeros for an unknown time */
function localTime(text: string): string | null {
  const [, year, month, day, time] = EXIF_TIME.exec(text) ?? [];
  const iso = `${year}-${month}-${day}T${time}`;
  const moment = new Date(`${iso}Z`);
  // A day that no calendar has is moved on by some engines.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : null;
}
