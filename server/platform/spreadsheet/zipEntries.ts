import { createInflateRaw } from 'node:zlib';
import { FILE } from '../../domain/messages/callMessages.ts';
import { invalid, type Refused } from '../errors/refusal.ts';

/** Files of a workbook; one of 200 sheets has about 600. */
const MOST_ENTRIES = 2_000;
const END_BYTES = 22;
const HEAD_BYTES = 46;
const LOCAL_BYTES = 30;

interface ZipEntry {
  packed: Buffer;
  isDeflated: boolean;
}

/** The files of a ZIP archive (PKWARE APPNOTE 6.3) by name, still packed. @throws Refused invalid for a damaged one */
export function zipEntries(bytes: Buffer): Map<string, ZipEntry> {
  try {
    return entriesOf(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw damaged(error);
    throw error;
  }
}

/** Reads outside of the bytes are a RangeError. */
function entriesOf(bytes: Buffer): Map<string, ZipEntry> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'), bytes.length - END_BYTES);
  if (end < 0) throw damaged();
  const count = bytes.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw damaged();
  const entries = new Map<string, ZipEntry>();
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    if (bytes.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw damaged();
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const [nameLength, ...after] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const name = bytes.toString('utf8', at + HEAD_BYTES, at + HEAD_BYTES + (nameLength ?? 0));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (start + size > bytes.length || (method !== 0 && method !== 8)) throw damaged();
    entries.set(name, { packed: bytes.subarray(start, start + size), isDeflated: method === 8 });
    at += HEAD_BYTES + (nameLength ?? 0) + after.reduce((sum, length) => sum + length, 0);
  }
  return entries;
}

/**
 * The unpacked bytes of an entry, in pieces.
 * @param budget bytes that may still be unpacked of the archive: what the archive says of sizes is not believed
 * @throws Refused invalid for a damaged entry, and for one that is larger
 */
export async function* unpacked(entry: ZipEntry, budget: { bytes: number }): AsyncGenerator<Buffer> {
  const take = (piece: Buffer): Buffer => {
    budget.bytes -= piece.length;
    if (budget.bytes < 0) throw invalid({ field: 'file', said: FILE.sheetLarge({}) });
    return piece;
  };
  if (!entry.isDeflated) return yield take(entry.packed);
  const inflate = createInflateRaw();
  inflate.end(entry.packed);
  try {
    for await (const piece of inflate) yield take(Buffer.from(piece));
  } catch (error) {
    // zlib's own errors have a code; a refusal goes on as it is.
    throw error instanceof Error && 'code' in error ? damaged(error) : error;
  }
}

export function damaged(cause?: unknown): Refused {
  const refusal = invalid({ field: 'file', said: FILE.notWorkbook({}) });
  refusal.cause = cause;
  return refusal;
}
