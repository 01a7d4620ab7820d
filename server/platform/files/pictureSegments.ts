/*
 * Pictures without metadata of cameras and programs: locations, times, devices, names, thumbnails. Only whole segments
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
const JFIF = Buffer.from('JFIF\0');
const ICC = Buffer.from('ICC_PROFILE\0');
const ADOBE = Buffer.from('Adobe');
/** Segments of a picture, at most. Cameras write some hundred; each takes time. */
export const MOST_PARTS = 20_000;

/** Marks of frames: all of 0xc0 to 0xcf that are neither tables nor reserved. */
const FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** Whether the content of a segment has the form that its mark asks for. Segments of other marks do not draw a picture. */
const JPEG_FORMS: ReadonlyMap<number, (content: Buffer) => boolean> = new Map([
  // A header with an empty thumbnail.
  [APP0, (content) => content.length === 14 && startsWith(content, JFIF)],
  [APP14, (content) => content.length === 12 && startsWith(content, ADOBE)],
  // Quantisation tables: a byte, then 64 numbers of one or two bytes.
  [0xdb, (content) => isListOf(content, (first) => (first >> 4 === 0 ? 65 : first >> 4 === 1 ? 129 : 0))],
  // Huffman tables: a byte, 16 counts, as many values as they come to.
  [
    0xc4,
    (content) => isListOf(content, (_first, rest) => 17 + rest.subarray(1, 17).reduce((sum, one) => sum + one, 0)),
  ],
  // Conditions of arithmetic coding.
  [0xcc, (content) => isListOf(content, () => 2)],
  // Restart interval.
  [0xdd, (content) => content.length === 2],
  [SOS, (content) => content.length === 4 + 2 * (content[0] ?? 0)],
  ...[...FRAMES].map((mark) => [mark, (content: Buffer) => content.length === 6 + 3 * (content[5] ?? 0)] as const),
]);
/** Left out where they have another form: a picture is whole without them. */
const OPTIONAL_MARKS: ReadonlySet<number> = new Set([APP0, APP14]);

const startsWith = (content: Buffer, start: Buffer): boolean => content.subarray(0, start.length).equals(start);

/** Whether the content is a list of whole items. @param lengthOf the length of an item by its first byte; 0: there is no such item */
function isListOf(content: Buffer, lengthOf: (first: number, rest: Buffer) => number): boolean {
  let at = 0;
  while (at < content.length) {
    const length = lengthOf(content.readUInt8(at), content.subarray(at));
    if (length === 0) return false;
    at += length;
  }
  return content.length > 0 && at === content.length;
}

export const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff));

/**
 * A JPEG picture (ITU-T T.81) with only the segments needed to draw it, by an allow list: no EXIF, XMP, IPTC or
 * comment, no thumbnail, nothing after its end. Its color profile stays if it is complete. The EXIF orientation is
 * removed as well.
 * @throws BrokenPicture
 */
export function plainJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  const profile: Buffer[] = [];
  let scans = 0;
  let parts = 0;
  for (let at = 2; ;) {
    parts += 1;
    if (parts > MOST_PARTS) throw new BrokenPicture('The JPEG picture has too many segments');
    if (bytes[at] !== 0xff) throw new BrokenPicture('A JPEG segment does not begin with its mark');
    // Any number of 0xff may fill the space before a mark.
    while (bytes[at + 1] === 0xff) at += 1;
    const mark = bytes[at + 1];
    if (mark === undefined) throw new BrokenPicture('The JPEG picture breaks off');
    if (mark === EOI) {
      if (scans === 0) throw new BrokenPicture('The JPEG file holds no picture');
      return Buffer.concat([bytes.subarray(0, 2), ...inOrder(kept, profile), Buffer.of(0xff, EOI)]);
    }
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw new BrokenPicture('A JPEG segment is longer than the file');
    const segment = bytes.subarray(at, end);
    const content = segment.subarray(4);
    if (mark === APP2 && startsWith(content, ICC)) profile.push(segment);
    else if (drawsJpeg(mark, content)) kept.push(segment);
    at = end;
    if (mark !== SOS) continue;
    scans += 1;
    const scanEnd = endOfScan(bytes, end);
    kept.push(bytes.subarray(end, scanEnd));
    at = scanEnd;
  }
}

/** Width and height of a picture that `plainJpeg` made; null if it has no frame. */
export function jpegSize(plain: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 4 <= plain.length && plain[at + 1] !== SOS; at += 2 + plain.readUInt16BE(at + 2)) {
    const mark = plain.readUInt8(at + 1);
    if (!FRAMES.has(mark)) continue;
    return { height: plain.readUInt16BE(at + 5), width: plain.readUInt16BE(at + 7) };
  }
  return null;
}

/** @throws BrokenPicture for a segment that a decoder could not read */
function drawsJpeg(mark: number, content: Buffer): boolean {
  const form = JPEG_FORMS.get(mark);
  if (form === undefined) return false;
  if (form(content)) return true;
  if (OPTIONAL_MARKS.has(mark)) return false;
  throw new BrokenPicture('A JPEG segment has another form than its mark asks for');
}

/** Color profiles come after the JFIF header, which is first, and before everything else. */
function inOrder(kept: readonly Buffer[], profile: readonly Buffer[]): Buffer[] {
  if (!isWholeProfile(profile.map((segment) => segment.subarray(4 + ICC.length)))) return [...kept];
  const from = kept[0]?.[1] === APP0 ? 1 : 0;
  return [...kept.slice(0, from), ...profile, ...kept.slice(from)];
}

/** Tag tables of profiles have some dozen entries. */
const MOST_TAGS = 100;

/**
 * Whether the parts are one ICC profile (ICC.1, 7.2 and B.4): numbered in order, as long as it says, with its signature, each tag within it.
 * @param parts each with its number and the count of all before its bytes
 */
function isWholeProfile(parts: readonly Buffer[]): boolean {
  if (!parts.every((part, i) => part[0] === i + 1 && part[1] === parts.length)) return false;
  const profile = Buffer.concat(parts.map((part) => part.subarray(2)));
  if (profile.length < 132 || profile.readUInt32BE(0) !== profile.length) return false;
  if (profile.toString('latin1', 36, 40) !== 'acsp') return false;
  const tags = profile.readUInt32BE(128);
  if (tags > MOST_TAGS || profile.length < 132 + 12 * tags) return false;
  return Array.from({ length: tags }, (_, i) => 132 + 12 * i).every(
    (at) => profile.readUInt32BE(at + 4) + profile.readUInt32BE(at + 8) <= profile.length,
  );
}

/** Where the entropy-coded data of a scan ends: at the next mark that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  // Byte by byte: scans may hold as many 0xff as other bytes, and each search for the next one would be a call.
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= RESTARTS.first && next <= RESTARTS.last)) return at;
  }
  throw new BrokenPicture('The JPEG picture breaks off');
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/**
 * What draws a PNG picture (W3C PNG, third edition), and how many bytes each takes at most: critical chunks, transparency, and how its
 * colors and pixels are meant.
 */
const DRAWING_CHUNKS: ReadonlyMap<string, number> = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['IDAT', Infinity],
  ['IEND', 0],
  ['tRNS', 256],
  ['cHRM', 32],
  ['gAMA', 4],
  ['sBIT', 4],
  ['sRGB', 1],
  ['cICP', 4],
  ['bKGD', 6],
  ['pHYs', 9],
]);

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);

/**
 * A PNG picture with only the chunks needed to draw it: no EXIF, no texts, no time, nothing after its end; of an
 * animation its still image.
 * @throws BrokenPicture
 */
export function plainPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [PNG_SIGNATURE];
  const seen = new Set<string>();
  let parts = 0;
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length;) {
    parts += 1;
    if (parts > MOST_PARTS) throw new BrokenPicture('The PNG picture has too many chunks');
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) break;
    const chunk = bytes.subarray(at, end);
    const type = chunk.toString('latin1', 4, 8);
    if (seen.size === 0 && type !== 'IHDR') throw new BrokenPicture('The PNG picture has no header');
    const isFirst = !seen.has(type);
    seen.add(type);
    if ((isFirst || type === 'IDAT') && chunk.length - 12 <= (DRAWING_CHUNKS.get(type) ?? -1)) kept.push(chunk);
    if (type === 'IEND' && seen.has('IDAT')) return Buffer.concat(kept);
    at = end;
  }
  throw new BrokenPicture('The PNG picture breaks off');
}
