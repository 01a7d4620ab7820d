import { open } from 'node:fs/promises';
import { VERSION } from '../../platform/process/version.ts';
import { ForestMonitorAway } from '../../domain/forest/forestMonitor.ts';
import { Unanswered, unanswered, type PoliteServer } from '../../platform/outbound/outboundServer.ts';
import { TileAbsent, TileDamaged } from './tileErrors.ts';

/** Bytes of a file, and which file they are of. */
export interface RangeOfFile {
  bytes: Uint8Array;
  /** length of the whole file */
  total: number;
  /** names these contents: entity tag, else time of the last change; null when the source gives neither */
  tag: string | null;
}

/** Reads bytes of one file, wherever it lies. */
export interface ByteRanges {
  /**
   * @returns the bytes asked for, fewer only where the file ends
   * @throws TileAbsent when there is no such file
   * @throws TileDamaged when the range begins behind the file's end
   * @throws ForestMonitorAway when the file cannot be reached now, and the signal's reason
   */
  read(offset: number, length: number, signal: AbortSignal): Promise<RangeOfFile>;
  /** Cached parts of the file must not be used again. */
  forget?(): Promise<void>;
}

/** A file in a local folder. It is opened for each range, so that no handle has to be closed later. */
export function fileRanges(path: string): ByteRanges {
  return {
    async read(offset, length) {
      try {
        await using file = await open(path, 'r');
        const { size, mtimeMs } = await file.stat();
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
        return { bytes: buffer.subarray(0, bytesRead), total: size, tag: String(mtimeMs) };
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new TileAbsent(path);
        throw new ForestMonitorAway(`The tile ${path} cannot be read.`, { cause: error });
      }
    },
  };
}

/** A file on a server that answers range requests (RFC 9110, section 14). */
export function httpRanges(server: PoliteServer, url: string): ByteRanges {
  return { read: (offset, length, signal) => server.ask((left) => readRange(url, offset, length, left), signal) };
}

async function readRange(url: string, offset: number, length: number, signal: AbortSignal): Promise<RangeOfFile> {
  const response = await request(url, offset, length, signal);
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  const [first, last, total] = [Number(range?.[1]), Number(range?.[2]), Number(range?.[3])];
  const expected = Math.min(length, total - offset);
  // A full answer (200) would be hundreds of megabytes: it is refused before its body is read.
  if (response.status !== 206 || first !== offset || last !== offset + expected - 1) {
    await response.body?.cancel();
    const message = `${url} did not answer the range that was asked for (status ${response.status}).`;
    throw new Unanswered(message, { passing: false, fault: 'failing' });
  }
  const bytes = await response.bytes().catch((error: unknown) => {
    throw new Unanswered(`${url} broke off its answer.`, { passing: true, cause: error });
  });
  if (bytes.byteLength !== expected) {
    throw new Unanswered(`${url} answered ${bytes.byteLength} of ${expected} bytes.`, { passing: true });
  }
  return { bytes, total, tag: response.headers.get('etag') ?? response.headers.get('last-modified') };
}

async function request(url: string, offset: number, length: number, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, {
    headers: { range: `bytes=${offset}-${offset + length - 1}`, 'user-agent': `Manam-Trace/${VERSION}` },
    signal,
  }).catch((error: unknown) => {
    throw new Unanswered(`${url} cannot be reached.`, { passing: true, cause: error });
  });
  if (response.ok) return response;
  await response.body?.cancel();
  // A public bucket answers 403 for a missing object, unless it may be listed.
  if (response.status === 404 || response.status === 403) throw new TileAbsent(url);
  if (response.status === 416) throw new TileDamaged(`${url} ends before byte ${offset}.`);
  throw unanswered(url, response);
}
