/**
 * A reader of tiles that shares nothing with the program's: the bytes of a whole file, the directory by hand, LZW from the text of TIFF 6.0
 * (section 13). Slow and strict; for strips of one row and one byte per pixel.
 */
export class PlainTiff {
  readonly width: number;
  readonly height: number;
  readonly west: number;
  readonly north: number;
  readonly step: number;
  readonly #view: DataView;
  readonly #entries = new Map<number, { type: number; count: number; at: number }>();

  constructor(file: Uint8Array) {
    this.#view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    if (this.#view.getUint16(0) !== 0x4949 || this.#view.getUint16(2, true) !== 42)
      throw new Error('No little-endian TIFF');
    const directory = this.#view.getUint32(4, true);
    for (let i = 0; i < this.#view.getUint16(directory, true); i += 1) {
      const at = directory + 2 + 12 * i;
      const type = this.#view.getUint16(at + 2, true);
      const count = this.#view.getUint32(at + 4, true);
      const bytes = count * (type === 12 ? 8 : type === 4 ? 4 : type === 3 ? 2 : 1);
      this.#entries.set(this.#view.getUint16(at, true), {
        type,
        count,
        at: bytes <= 4 ? at + 8 : this.#view.getUint32(at + 8, true),
      });
    }
    this.width = this.#number(256, 0);
    this.height = this.#number(257, 0);
    this.step = this.#number(33_550, 0);
    this.west = this.#number(33_922, 3);
    this.north = this.#number(33_922, 4);
  }

  #number(tag: number, index: number): number {
    const entry = this.#entries.get(tag);
    if (entry === undefined || index >= entry.count) throw new Error(`No value ${index} of tag ${tag}`);
    if (entry.type === 12) return this.#view.getFloat64(entry.at + index * 8, true);
    if (entry.type === 4) return this.#view.getUint32(entry.at + index * 4, true);
    return this.#view.getUint16(entry.at + index * 2, true);
  }

  /** The pixels of one row. */
  row(row: number): Uint8Array {
    const offset = this.#number(273, row);
    const bytes = new Uint8Array(this.#view.buffer, this.#view.byteOffset + offset, this.#number(279, row));
    const pixels = lzwText(bytes);
    if (pixels.length !== this.width) throw new Error(`Row ${row} has ${pixels.length} pixels`);
    return Uint8Array.from(pixels);
  }
}

/** Codes as text of bits: nothing is clever here. */
function lzwText(bytes: Uint8Array): number[] {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const out: number[] = [];
  let table: number[][] = [];
  let width = 9;
  let before: number[] | null = null;
  for (let at = 0; at + width <= bits.length;) {
    const code = Number.parseInt(bits.slice(at, at + width), 2);
    at += width;
    if (code === 257) return out;
    if (code === 256) {
      table = Array.from({ length: 258 }, (_, i) => [i]);
      width = 9;
      before = null;
      continue;
    }
    const entry: number[] = table[code] ?? [...(before ?? []), before?.[0] ?? -1];
    for (const value of entry) out.push(value);
    if (before !== null) table.push([...before, entry[0] ?? -1]);
    before = entry;
    // The encoder is one entry ahead of the decoder.
    if (table.length >= 2047) width = 12;
    else if (table.length >= 1023) width = 11;
    else if (table.length >= 511) width = 10;
  }
  throw new Error('No end of information');
}
