import { open } from 'node:fs/promises';
import { ForestMonitorAway } from '../forestMonitor.ts';
import { TileAbsent, TileDamaged } from './tileErrors.ts';

/** Reads bytes of one file, wherever it lies. */
export interface ByteRanges {
  /**
   * @returns the bytes asked for, fewer only where the file ends
   * @throws TileAbsent when there is no such file
   * @throws TileDamaged when the range begins behind the file's end
   * @throws ForestMonitorAway when the file cannot be reached now
   */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A file in a local folder. It is opened anew for each range, so that no handle has to be looked after. */
export function fileRanges(path: string): ByteRanges {
  return {
    async read(offset, length) {
      try {
        await using file = await open(path, 'r');
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new TileAbsent(path);
        throw new ForestMonitorAway(`The tile ${path} cannot be read.`, { cause: error });
      }
    },
  };
}

/** A file on a server that answers range requests (RFC 9110, section 14). Each request ends by itself after `deadlineMs`. */
export function httpRanges(url: string, deadlineMs: number): ByteRanges {
  return {
    async read(offset, length) {
      const response = await request(url, offset, length, deadlineMs);
      const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
      const [first, last, total] = [Number(range?.[1]), Number(range?.[2]), Number(range?.[3])];
      const expected = Math.min(length, total - offset);
      // A full answer (200) would be hundreds of megabytes: it is refused before its body is read.
      if (response.status !== 206 || first !== offset || last !== offset + expected - 1) {
        await response.body?.cancel();
        throw new ForestMonitorAway(`${url} did not answer the range that was asked for (status ${response.status}).`);
      }
      const bytes = await response.bytes().catch((error: unknown) => {
        throw new ForestMonitorAway(`${url} broke off its answer.`, { cause: error });
      });
      if (bytes.byteLength !== expected) {
        throw new ForestMonitorAway(`${url} answered ${bytes.byteLength} of ${expected} bytes.`);
      }
      return bytes;
    },
  };
}

async function request(url: string, offset: number, length: number, deadlineMs: number): Promise<Response> {
  const response = await fetch(url, {
    headers: { range: `bytes=${offset}-${offset + length - 1}` },
    signal: AbortSignal.timeout(deadlineMs),
  }).catch((error: unknown) => {
    throw new ForestMonitorAway(`${url} cannot be reached.`, { cause: error });
  });
  if (response.ok) return response;
  await response.body?.cancel();
  // A public bucket answers 403 for what it does not hold, unless it lets strangers list it.
  if (response.status === 404 || response.status === 403) throw new TileAbsent(url);
  if (response.status === 416) throw new TileDamaged(`${url} ends before byte ${offset}.`);
  throw new ForestMonitorAway(`${url} answered ${response.status}.`);
}
