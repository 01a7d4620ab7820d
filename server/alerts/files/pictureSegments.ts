/*
 * Pictures without what cameras and programs write beside them: places, times, devices, names, thumbnails. Only whole segments
 * (JPEG) and chunks (PNG) are left out, so the picture itself keeps every bit, and no decoder is needed.
 */

/** A picture that breaks the rules of its own format. */
export class BrokenPicture extends Error {
  override name = 'BrokenPicture';
}

const EOI = 0xd9;
const SOS = 0xda;
const RESTARTS = { first: 0xd0, last: 0xd7 };
const APP0 = 0xe0;
const APP2 = 0xe2;
/** Says how the colors of CMYK pictures are meant. */
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const JFIF = Buffer.from('JFIF\0');
const ICC = Buffer.from('ICC_PROFILE\0');
/** A JFIF header whose own thumbnail is empty has this length, with its two bytes. */
const PLAIN_JFIF = 16;

export const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff));

/**
 * A JPEG picture (ITU-T T.81) with the segments that draw it alone: no EXIF, XMP, IPTC or comment, no thumbnail, nothing behind its
 * end. Its color profile stays. What EXIF said of turning it goes as well.
 * @throws BrokenPicture
 */
export function plainJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let scans = 0;
  for (let at = 2; ;) {
    if (bytes[at] !== 0xff) throw new BrokenPicture('A JPEG segment does not begin with its mark');
    // Any number of 0xff may fill the space before a mark.
    while (bytes[at + 1] === 0xff) at += 1;
    const mark = bytes[at + 1];
    if (mark === undefined) throw new BrokenPicture('The JPEG picture breaks off');
    if (mark === EOI) {
      if (scans === 0) throw new BrokenPicture('The JPEG file holds no picture');
      kept.push(Buffer.of(0xff, EOI));
      return Buffer.concat(kept);
    }
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw new BrokenPicture('A JPEG segment is longer than the file');
    const segment = bytes.subarray(at, end);
    if (drawsJpeg(mark, segment)) kept.push(segment);
    at = end;
    if (mark !== SOS) continue;
    scans += 1;
    const scanEnd = endOfScan(bytes, end);
    kept.push(bytes.subarray(end, scanEnd));
    at = scanEnd;
  }
}

function drawsJpeg(mark: number, segment: Buffer): boolean {
  const content = segment.subarray(4);
  if (mark === APP0) return segment.length === PLAIN_JFIF + 2 && content.subarray(0, JFIF.length).equals(JFIF);
  if (mark === APP2) return content.subarray(0, ICC.length).equals(ICC);
  if (mark === APP14) return true;
  return mark !== COMMENT && !(mark > APP0 && mark <= APP15);
}

/** Where the entropy-coded data of a scan ends: at the next mark that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= RESTARTS.first && next <= RESTARTS.last)) return at;
  }
  throw new BrokenPicture('The JPEG picture breaks off');
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** What draws a PNG picture (W3C PNG, third edition): critical chunks, transparency, and how its colors and pixels are meant. */
const DRAWING_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'sBIT',
  'sRGB',
  'cICP',
  'bKGD',
  'pHYs',
]);

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);

/**
 * A PNG picture with the chunks that draw it alone: no EXIF, no texts, no time, nothing behind its end; of an animation its still.
 * @throws BrokenPicture
 */
export function plainPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [PNG_SIGNATURE];
  const seen = new Set<string>();
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const chunk = bytes.subarray(at, end);
    const type = chunk.toString('latin1', 4, 8);
    if (seen.size === 0 && type !== 'IHDR') throw new BrokenPicture('The PNG picture has no header');
    seen.add(type);
    if (DRAWING_CHUNKS.has(type)) kept.push(chunk);
    if (type === 'IEND' && seen.has('IDAT')) return Buffer.concat(kept);
    at = end;
  }
  throw new BrokenPicture('The PNG picture breaks off');
}
