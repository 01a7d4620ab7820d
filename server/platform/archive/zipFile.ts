import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { pause } from '../concurrency/pause.ts';

/** A file of an archive. */
export interface ArchivedFile {
  name: string;
  bytes: Uint8Array;
}

/** A line of the manifest. */
export interface ManifestEntry {
  name: string;
  bytes: number;
  /** hex */
  sha256: string;
}

/** The earliest time that the format has: the same files give the same bytes. */
const NO_TIME = new Date(1980, 0, 1);
/** PKZIP's number of the compression. */
const DEFLATED = 8;

/** A small file is compressed faster than it is handed to another thread. */
const SMALL_BYTES = 16 * 1024;
const LEVEL = { level: 6 };

const deflate: (bytes: Uint8Array, options: { level: number }) => Promise<Buffer> = promisify(deflateRaw);

/**
 * An archive that is written file by file, with the manifest of them as its last file. Files are compressed beside the
 * thread that answers requests.
 * @param manifest the text of the manifest, from the entries of all files before it
 */
export function zipStream(
  files: AsyncIterable<ArchivedFile>,
  manifest: (entries: readonly ManifestEntry[]) => ArchivedFile,
): Readable {
  return Readable.from(zipped(files, manifest));
}

async function* zipped(
  files: AsyncIterable<ArchivedFile>,
  manifest: (entries: readonly ManifestEntry[]) => ArchivedFile,
): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(Buffer.from(chunk));
  });
  const add = async ({ name, bytes }: ArchivedFile): Promise<void> => {
    const packed = bytes.byteLength <= SMALL_BYTES ? deflateRawSync(bytes, LEVEL) : await deflate(bytes, LEVEL);
    const entry: ZipInputFile = {
      filename: name,
      size: bytes.byteLength,
      crc: crc32(bytes),
      compression: DEFLATED,
      mtime: NO_TIME,
    };
    zip.add(entry);
    entry.ondata?.(null, new Uint8Array(packed), true);
  };
  const taken = (): Buffer => {
    const chunk = Buffer.concat(ready);
    ready = [];
    return chunk;
  };
  const entries: ManifestEntry[] = [];
  for await (const file of files) {
    await add(file);
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    entries.push({ name: file.name, bytes: file.bytes.byteLength, sha256 });
    await pause();
    yield taken();
  }
  await add(manifest(entries));
  zip.end();
  yield taken();
}
