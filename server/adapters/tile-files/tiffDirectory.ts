import type { BlockSource } from './blockSource.ts';
import { TileDamaged } from './tileErrors.ts';

/** Bytes of one value of each type (TIFF 6.0, section 2; BigTIFF). */
const TYPE_BYTES = new Map([
  [1, 1], // BYTE
  [2, 1], // ASCII
  [3, 2], // SHORT
  [4, 4], // LONG
  [5, 8], // RATIONAL
  [6, 1], // SBYTE
  [7, 1], // UNDEFINED
  [8, 2], // SSHORT
  [9, 4], // SLONG
  [10, 8], // SRATIONAL
  [11, 4], // FLOAT
  [12, 8], // DOUBLE
  [13, 4], // IFD
  [16, 8], // LONG8
  [17, 8], // SLONG8
  [18, 8], // IFD8
]);
const TAG = {
  imageWidth: 256,
  imageLength: 257,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
} as const;
const BLOCK_LISTS: ReadonlySet<number> = new Set([
  TAG.stripOffsets,
  TAG.stripByteCounts,
  TAG.tileOffsets,
  TAG.tileByteCounts,
]);
/** A file has about twenty fields. */
const MOST_FIELDS = 1_000;
/** Of one field that is no list of blocks. */
const MOST_FIELD_BYTES = 2 ** 20;
/** Pixels of a strip or tile that are decoded at once. */
const MOST_BLOCK_PIXELS = 2 ** 22;

interface Field {
  count: number;
  /** of a single whole number; null of others */
  value: number | null;
}

/**
 * Checks every count and offset of the first directory of a TIFF or BigTIFF before geotiff.js reads it: the library
 * allocates and reads whatever they say, and takes the lists of blocks of a big-endian file for little-endian ones
 * (3.0.5, `DeferredArray`).
 * @returns pixels of one block (strip or tile)
 * @throws TileDamaged, and errors of the source
 */
export async function checkDirectory(source: BlockSource): Promise<number> {
  const fields = await readFields(source, await readHeader(source));
  const number = (tag: number): number => {
    const value = fields.get(tag)?.value;
    if (typeof value !== 'number' || value < 1) throw new TileDamaged(`The file has no valid field ${tag}.`);
    return value;
  };
  const isTiled = !fields.has(TAG.stripOffsets);
  const [width, height] = [number(TAG.imageWidth), number(TAG.imageLength)];
  const blockWidth = isTiled ? number(TAG.tileWidth) : width;
  const rows = fields.has(TAG.rowsPerStrip) ? number(TAG.rowsPerStrip) : height;
  const blockHeight = isTiled ? number(TAG.tileLength) : Math.min(rows, height);
  const pixels = blockWidth * blockHeight;
  if (pixels > MOST_BLOCK_PIXELS) throw new TileDamaged(`The file says that one block has ${pixels} pixels.`);
  const blocks = Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight);
  const samples = fields.has(TAG.samplesPerPixel) ? number(TAG.samplesPerPixel) : 1;
  const lists = isTiled ? [TAG.tileOffsets, TAG.tileByteCounts] : [TAG.stripOffsets, TAG.stripByteCounts];
  for (const tag of lists) {
    const count = fields.get(tag)?.count ?? 0;
    if (count < blocks || count > blocks * samples) {
      throw new TileDamaged(`The file lists ${count} blocks in field ${tag} for ${blocks}.`);
    }
  }
  return pixels;
}

interface Header {
  big: boolean;
  directory: number;
}

async function viewOf(source: BlockSource, offset: number, length: number): Promise<DataView> {
  const { data } = await source.fetchSlice({ offset, length });
  if (data.byteLength < length) throw new TileDamaged(`The file has no ${length} bytes at ${offset}.`);
  return new DataView(data);
}

async function readHeader(source: BlockSource): Promise<Header> {
  const start = await viewOf(source, 0, 8);
  const order = start.getUint16(0);
  if (order === 0x4d4d) throw new TileDamaged('The byte order of the file is big-endian, which is not supported.');
  const magic = start.getUint16(2, true);
  if (order !== 0x4949 || (magic !== 42 && magic !== 43)) throw new TileDamaged('The file is no TIFF.');
  if (magic === 42) return { big: false, directory: start.getUint32(4, true) };
  if (start.getUint16(4, true) !== 8) throw new TileDamaged('The file has offsets of an unknown size.');
  return { big: true, directory: Number((await viewOf(source, 8, 8)).getBigUint64(0, true)) };
}

async function readFields(source: BlockSource, { big, directory }: Header): Promise<Map<number, Field>> {
  const { countBytes, fieldBytes, inlineBytes } = big
    ? { countBytes: 8, fieldBytes: 20, inlineBytes: 8 }
    : { countBytes: 2, fieldBytes: 12, inlineBytes: 4 };
  const size = await source.size();
  const head = await viewOf(source, directory, countBytes);
  const fieldCount = big ? Number(head.getBigUint64(0, true)) : head.getUint16(0, true);
  if (fieldCount > MOST_FIELDS) throw new TileDamaged(`The file says that it has ${fieldCount} fields.`);
  const view = await viewOf(source, directory + countBytes, fieldCount * fieldBytes + inlineBytes);
  const fields = new Map<number, Field>();
  for (let at = 0; at < fieldCount * fieldBytes; at += fieldBytes) {
    const tag = view.getUint16(at, true);
    const type = view.getUint16(at + 2, true);
    const count = big ? Number(view.getBigUint64(at + 4, true)) : view.getUint32(at + 4, true);
    const place = at + fieldBytes - inlineBytes;
    const bytes = (TYPE_BYTES.get(type) ?? Infinity) * count;
    const offset = big ? Number(view.getBigUint64(place, true)) : view.getUint32(place, true);
    const isInside = bytes <= inlineBytes || offset + bytes <= size;
    // An unknown type has no size, so it is rejected here too.
    if (!isInside || (bytes > MOST_FIELD_BYTES && !BLOCK_LISTS.has(tag))) {
      throw new TileDamaged(`The file says that field ${tag} has ${count} values of type ${type} at ${offset}.`);
    }
    fields.set(tag, { count, value: count === 1 ? wholeNumber(view, place, type) : null });
  }
  return fields;
}

function wholeNumber(view: DataView, at: number, type: number): number | null {
  if (type === 3) return view.getUint16(at, true);
  if (type === 4) return view.getUint32(at, true);
  return type === 16 ? Number(view.getBigUint64(at, true)) : null;
}
