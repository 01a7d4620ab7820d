type Change = (view: DataView, field: (tag: number) => number) => void;

/** Changes a copy of the tile. @param change gets where a field of the directory begins */
function changed(whole: Uint8Array, change: Change): Uint8Array {
  const bytes = Uint8Array.from(whole);
  const view = new DataView(bytes.buffer);
  const directory = view.getUint32(4, true);
  change(view, (tag) => {
    for (let i = 0; i < view.getUint16(directory, true); i += 1) {
      const entry = directory + 2 + i * 12;
      if (view.getUint16(entry, true) === tag) return entry;
    }
    throw new Error(`No field ${tag}`);
  });
  return bytes;
}

/** The same field of another type: a classic file may say LONG8, and the library believes it. */
const asType = (view: DataView, entry: number, type: number, count: number): void => {
  view.setUint16(entry + 2, type, true);
  view.setUint32(entry + 4, count, true);
};

const STRIPS = 40_000;
const OFFSETS = 273;
const BYTE_COUNTS = 279;

/** Writes a list of the strips as LONG, as GDAL does, behind the file's end. @param valueOf gets what the list holds now */
function withLongs(whole: Uint8Array, tag: number, valueOf: (value: number) => number): Uint8Array {
  const bytes = new Uint8Array(whole.length + STRIPS * 4);
  bytes.set(whole);
  return changed(bytes, (view, field) => {
    const entry = field(tag);
    const [type, before] = [view.getUint16(entry + 2, true), view.getUint32(entry + 8, true)];
    const held = (i: number): number => {
      if (type === 3) return view.getUint16(before + i * 2, true);
      return type === 4 ? view.getUint32(before + i * 4, true) : Number(view.getBigUint64(before + i * 8, true));
    };
    for (let i = 0; i < STRIPS; i += 1) view.setUint32(whole.length + i * 4, valueOf(held(i)), true);
    asType(view, entry, 4, STRIPS);
    view.setUint32(entry + 8, whole.length, true);
  });
}

const same = (value: number): number => value;

/** All counts of bytes, each the same. */
export function withByteCounts(whole: Uint8Array, count: number): Uint8Array {
  return withLongs(whole, BYTE_COUNTS, () => count);
}

/** Header, directory and values of another byte order; the strips stay. */
export function bigEndian(whole: Uint8Array): Uint8Array {
  return changed(withLongs(withLongs(whole, OFFSETS, same), BYTE_COUNTS, same), (view) => {
    const directory = view.getUint32(4, true);
    const turn = (offset: number, bytes: number): void => {
      new Uint8Array(view.buffer, offset, bytes).reverse();
    };
    const sizes: Record<number, number> = { 2: 1, 3: 2, 4: 4, 12: 8 };
    const entries = view.getUint16(directory, true);
    for (let i = 0; i < entries; i += 1) {
      const entry = directory + 2 + i * 12;
      const [type, count] = [view.getUint16(entry + 2, true), view.getUint32(entry + 4, true)];
      const size = sizes[type] ?? 1;
      const inline = size * count <= 4;
      const values = inline ? entry + 8 : view.getUint32(entry + 8, true);
      for (let n = 0; n < count; n += 1) turn(values + n * size, size);
      if (!inline) turn(entry + 8, 4);
      turn(entry, 2);
      turn(entry + 2, 2);
      turn(entry + 4, 4);
    }
    turn(directory, 2);
    turn(4, 4);
    turn(2, 2);
    view.setUint16(0, 0x4d4d);
  });
}

/** A BigTIFF that has nothing but a directory. */
function bigTiff(entries: bigint, count: bigint): Uint8Array {
  const bytes = new Uint8Array(70_000);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 43, 0, 8, 0, 0, 0]);
  view.setBigUint64(8, 16n, true);
  view.setBigUint64(16, entries, true);
  view.setUint16(24, 279, true);
  view.setUint16(26, 16, true);
  view.setBigUint64(28, count, true);
  view.setBigUint64(36, 64n, true);
  return bytes;
}

/** What a damaged directory may say, and a copy of a whole tile that says it. */
export const DAMAGES: [name: string, damage: (whole: Uint8Array) => Uint8Array][] = [
  ['a byte count of 4 GB', (whole) => withByteCounts(whole, 0xffff_fff0)],
  ['a byte count of all of a large file', (whole) => withByteCounts(whole, 300_000)],
  ['a number of byte counts', (whole) => changed(whole, (view, field) => asType(view, field(279), 16, 0x0fff_ffff))],
  ['a number of strips', (whole) => changed(whole, (view, field) => view.setUint32(field(273) + 4, 0x0fff_ffff, true))],
  [
    'a number of geographic keys',
    (whole) => changed(whole, (view, field) => view.setUint32(field(34735) + 4, 0x1fff_ffff, true)),
  ],
  [
    'an offset of byte counts',
    (whole) => changed(whole, (view, field) => view.setUint32(field(279) + 8, 0xffff_ff00, true)),
  ],
  [
    'an offset of byte counts by three bytes',
    (whole) =>
      changed(withLongs(whole, BYTE_COUNTS, same), (view, field) =>
        view.setUint32(field(BYTE_COUNTS) + 8, whole.length - 3, true),
      ),
  ],
  ['an offset of the directory', (whole) => changed(whole, (view) => view.setUint32(4, 0xffff_ff00, true))],
  ['a number of fields', (whole) => changed(whole, (view) => view.setUint16(view.getUint32(4, true), 0xffff, true))],
  ['a height of a strip', (whole) => changed(whole, (view, field) => view.setUint32(field(278) + 8, 40_000, true))],
  ['an unknown type', (whole) => changed(whole, (view, field) => view.setUint16(field(256) + 2, 99, true))],
  ['big-endian bytes', bigEndian],
  ['a number of fields of a BigTIFF', () => bigTiff(2n ** 40n, 1n)],
  ['a count of a BigTIFF', () => bigTiff(1n, 2n ** 31n)],
];

/** One of the damages. @throws Error when there is none of this name */
export function damageOf(name: string): (whole: Uint8Array) => Uint8Array {
  const found = DAMAGES.find(([known]) => known === name);
  if (found === undefined) throw new Error(`There is no damage ${name}`);
  return found[1];
}
