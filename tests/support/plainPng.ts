import { inflateSync } from 'node:zlib';

/** What a PNG picture holds, read by hand: for pictures of 8-bit red, green and blue without filters. */
export function plainPng(file: Buffer): {
  width: number;
  height: number;
  texts: Map<string, string>;
  at(x: number, y: number): string;
} {
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('No PNG');
  const texts = new Map<string, string>();
  const data: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
    if (type === 'IDAT') data.push(body);
    if (type === 'iTXt') {
      const end = body.indexOf(0);
      texts.set(body.toString('latin1', 0, end), body.toString('utf8', end + 5));
    }
    at += length + 12;
  }
  const rows = inflateSync(Buffer.concat(data));
  const at = (x: number, y: number): string => {
    const start = y * (width * 3 + 1);
    if (rows[start] !== 0) throw new Error('A row is filtered');
    return [...rows.subarray(start + 1 + x * 3, start + 4 + x * 3)].join(' ');
  };
  return { width, height, texts, at };
}
