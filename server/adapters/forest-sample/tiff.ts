const SHORT = 3;
const LONG = 4;
const ASCII = 2;
const DOUBLE = 12;
const BYTES_OF = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 } as const;
type FieldType = keyof typeof BYTES_OF;

interface Field {
  tag: number;
  type: FieldType;
  values: readonly number[];
}

export interface TileImage {
  /** north-west corner, degrees */
  west: number;
  north: number;
  /** pixels along each side */
  size: number;
  pixelDegrees: number;
  description: string;
  /** the name of a row's content: rows of one name are stored once */
  rowName(row: number): string;
  /** the pixels of a row, `size` bytes */
  rowPixels(row: number): Uint8Array;
  /** strip offsets of 32 bits, as in Hansen's own tiles; 16 by default, which halves the file */
  wideOffsets?: boolean;
}

/**
 * A GeoTIFF in the layout of Hansen's tiles: one unsigned byte per pixel, each row a strip of its own, LZW (TIFF 6.0;
 * OGC 19-008r4 for the geographic keys, EPSG:4326, pixel is area). TIFF lets strips share an offset, so equal rows are
 * stored once. With offsets of 16 bits all distinct rows together must stay below 64 kB.
 * @throws RangeError when they do not
 */
export function tileTiff(image: TileImage): Uint8Array {
  const strips = new Map<string, { offset: number; bytes: Uint8Array }>();
  const offsets: number[] = [];
  const counts: number[] = [];
  let end = 8;
  for (let row = 0; row < image.size; row += 1) {
    const name = image.rowName(row);
    let strip = strips.get(name);
    if (strip === undefined) {
      strip = { offset: end, bytes: lzw(image.rowPixels(row)) };
      strips.set(name, strip);
      end += strip.bytes.length;
    }
    offsets.push(strip.offset);
    counts.push(strip.bytes.length);
  }
  if (end > 0xffff && image.wideOffsets !== true)
    throw new RangeError(`The distinct rows take ${end} bytes: too many for 16-bit offsets.`);

  const description = [...new TextEncoder().encode(image.description), 0];
  const fields: Field[] = [
    { tag: 256, type: LONG, values: [image.size] }, // ImageWidth
    { tag: 257, type: LONG, values: [image.size] }, // ImageLength
    { tag: 258, type: SHORT, values: [8] }, // BitsPerSample
    { tag: 259, type: SHORT, values: [5] }, // Compression: LZW
    { tag: 262, type: SHORT, values: [1] }, // PhotometricInterpretation: black is zero
    { tag: 270, type: ASCII, values: description }, // ImageDescription
    { tag: 273, type: image.wideOffsets === true ? LONG : SHORT, values: offsets }, // StripOffsets
    { tag: 277, type: SHORT, values: [1] }, // SamplesPerPixel
    { tag: 278, type: LONG, values: [1] }, // RowsPerStrip
    { tag: 279, type: SHORT, values: counts }, // StripByteCounts
    { tag: 284, type: SHORT, values: [1] }, // PlanarConfiguration
    { tag: 339, type: SHORT, values: [1] }, // SampleFormat: unsigned
    { tag: 33550, type: DOUBLE, values: [image.pixelDegrees, image.pixelDegrees, 0] }, // ModelPixelScale
    { tag: 33922, type: DOUBLE, values: [0, 0, 0, image.west, image.north, 0] }, // ModelTiepoint
    // GeoKeyDirectory: GTModelType geographic, GTRasterType pixel is area, GeographicType EPSG:4326
    { tag: 34735, type: SHORT, values: [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326] },
  ];
  return assemble(fields, [...strips.values()], end);
}

/** Header, strips, then the directory and the values that do not fit into it; little-endian. */
function assemble(fields: Field[], strips: { offset: number; bytes: Uint8Array }[], stripsEnd: number): Uint8Array {
  const directory = even(stripsEnd);
  let end = directory + 2 + fields.length * 12 + 4;
  const places = fields.map((field) => {
    const length = field.values.length * BYTES_OF[field.type];
    if (length <= 4) return null;
    const place = end;
    end = even(end + length);
    return place;
  });

  const file = new Uint8Array(end);
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, directory, true);
  for (const strip of strips) file.set(strip.bytes, strip.offset);
  view.setUint16(directory, fields.length, true);
  for (const [i, field] of fields.entries()) {
    const entry = directory + 2 + i * 12;
    view.setUint16(entry, field.tag, true);
    view.setUint16(entry + 2, field.type, true);
    view.setUint32(entry + 4, field.values.length, true);
    const place = places[i] ?? null;
    if (place !== null) view.setUint32(entry + 8, place, true);
    writeValues(view, place ?? entry + 8, field);
  }
  return file;
}

function writeValues(view: DataView, at: number, { type, values }: Field): void {
  for (const [i, value] of values.entries()) {
    const place = at + i * BYTES_OF[type];
    if (type === DOUBLE) view.setFloat64(place, value, true);
    else if (type === LONG) view.setUint32(place, value, true);
    else if (type === SHORT) view.setUint16(place, value, true);
    else view.setUint8(place, value);
  }
}

function even(position: number): number {
  return position + (position % 2);
}

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
/** TIFF 6.0, section 13: the table is cleared before code 4095 would be needed. */
const LAST_CODE = 4094;

/** LZW as TIFF 6.0 (section 13) has it: most significant bit first, codes of 9 to 12 bits, widened one code early. */
function lzw(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let pending = 0;
  let pendingBits = 0;
  let width = 9;
  let free = FIRST_FREE;
  let table = new Map<number, number>();

  function emit(code: number): void {
    pending = (pending << width) | code;
    pendingBits += width;
    while (pendingBits >= 8) {
      pendingBits -= 8;
      out.push((pending >>> pendingBits) & 0xff);
    }
    pending &= (1 << pendingBits) - 1;
  }

  emit(CLEAR);
  let prefix = -1;
  for (const byte of bytes) {
    if (prefix < 0) {
      prefix = byte;
      continue;
    }
    const key = prefix * 256 + byte;
    const known = table.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    emit(prefix);
    table.set(key, free);
    free += 1;
    if (free === LAST_CODE) {
      emit(CLEAR);
      table = new Map();
      free = FIRST_FREE;
      width = 9;
    } else if (free === 1 << width) width += 1;
    prefix = byte;
  }
  if (prefix >= 0) {
    emit(prefix);
    free += 1;
    if (free === 1 << width && width < 12) width += 1;
  }
  emit(END);
  if (pendingBits > 0) out.push((pending << (8 - pendingBits)) & 0xff);
  return Uint8Array.from(out);
}
