import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/** On a thread of its own: a large picture would hold up everybody else. */
const deflated: (bytes: Buffer) => Promise<Buffer> = promisify(deflate);

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const TRUE_COLOR = 2;

/**
 * A PNG picture (W3C PNG, third edition): 8 bits for each of red, green and blue. The same pixels give the same bytes.
 * @param rgb three bytes a pixel, row by row
 * @param texts keywords of at most 79 Latin letters with their texts, written into the file
 * @throws RangeError when the number of pixels does not match the size
 */
export async function png(
  width: number,
  height: number,
  rgb: Uint8Array,
  texts: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  if (rgb.length !== width * height * 3)
    throw new RangeError(`${rgb.length} bytes are no ${width} by ${height} pixels.`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(TRUE_COLOR, 9);
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) {
    rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...Object.entries(texts).map(([keyword, text]) => chunk('iTXt', textOf(keyword, text))),
    chunk('IDAT', await deflated(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Keyword, not compressed, no language, no translated keyword, then UTF-8. */
function textOf(keyword: string, text: string): Buffer {
  return Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`, 'latin1'), Buffer.from(text)]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
