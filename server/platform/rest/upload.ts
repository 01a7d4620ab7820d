import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { FILE } from '../../domain/messages/callMessages.ts';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { invalid } from '../errors/refusal.ts';

/** A file that was received. It lies on disk without a name, so that nothing is left of it however the request ends. */
export interface UploadedFile {
  /** as the client called it; not to be used as a path */
  name: string;
  /** as the client named it, in lower case and without parameters */
  mediaType: string;
  bytes: number;
  /** SHA-256, hex */
  sha256: string;
  /** the part `thumbnail`, of a route that takes one; null: none came */
  thumbnail: Buffer | null;
  /** reads it from its beginning; may be called again */
  read(): AsyncIterable<Buffer>;
}

const PIECE_BYTES = 64 * 1024;

export interface ReceivedUpload {
  file: UploadedFile;
  /** lets go of the disk space */
  close(): Promise<void>;
}

/** A body that is larger than it may be: 413. */
export class TooLarge extends Error {
  override name = 'TooLarge';
  readonly said: Message;

  constructor(said: Message) {
    super(said.text);
    this.said = said;
  }
}

/**
 * Receives the part `file` of a multipart/form-data body (RFC 7578) into a temporary file, and what
 * follows it as `thumbnail`.
 * @param thumbnailBytes largest thumbnail; without it none is taken
 * @throws Refused invalid when there is none; TooLarge
 */
export async function receiveUpload(
  request: FastifyRequest,
  limitBytes: number,
  thumbnailBytes?: number,
): Promise<ReceivedUpload> {
  const files = thumbnailBytes === undefined ? 1 : 2;
  const limits = { fileSize: limitBytes, files, fields: 10, parts: 10 + files, fieldSize: 1024 };
  const parts = request.files({ limits });
  const part = await nextOf(parts);
  if (part === undefined || part.fieldname !== 'file') {
    part?.file.resume();
    throw invalid({ field: 'file', said: FILE.notAPart({}) });
  }
  const handle = await namelessFile();
  try {
    const { bytes, sha256 } = await store(part, handle);
    if (part.file.truncated) throw new TooLarge(REQUEST.largeFile({ megabytes: limitBytes / 1024 / 1024 }));
    const second = await nextOf(parts);
    const thumbnail = second === undefined ? null : await thumbnailIn(second, thumbnailBytes ?? 0);
    if (second !== undefined) await nextOf(parts);
    return {
      file: {
        name: part.filename,
        mediaType: part.mimetype.toLowerCase().split(';')[0]?.trim() ?? '',
        bytes,
        sha256,
        thumbnail,
        read: () => pieces(handle),
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The form's next file; undefined at its end. @throws Refused invalid for a second one, and for an invalid form */
async function nextOf(parts: AsyncIterator<MultipartFile>): Promise<MultipartFile | undefined> {
  try {
    const next = await parts.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    const tooMany = error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT';
    throw tooMany ? invalid({ field: 'file', said: FILE.several({}) }) : unreadable(error);
  }
}

/** An open file that has lost its name already: the system frees it when it is closed, also when the process dies. */
async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'manam-upload-'));
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function store(part: MultipartFile, handle: FileHandle): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of arriving(part)) {
    hash.update(chunk);
    await handle.write(chunk, 0, chunk.length, bytes);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** @throws Refused invalid for another part, and for one that is too large */
async function thumbnailIn(part: MultipartFile, mostBytes: number): Promise<Buffer> {
  if (part.fieldname !== 'thumbnail') {
    part.file.resume();
    throw invalid({ field: 'file', said: FILE.several({}) });
  }
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const piece of arriving(part)) {
    bytes += piece.length;
    // What is too large is received to its end and not kept.
    if (bytes <= mostBytes) kept.push(piece);
  }
  if (bytes > mostBytes) {
    throw invalid({ field: 'thumbnail', said: FILE.largeThumbnail({ kilobytes: mostBytes / 1_000 }) });
  }
  return Buffer.concat(kept);
}

/** What comes of a part. @throws Refused invalid when the form breaks off or breaks its own rules */
async function* arriving(part: MultipartFile): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file) yield Buffer.from(chunk);
  } catch (error) {
    throw unreadable(error);
  }
}

/** In every case of a parser error the body is no form with one file. */
function unreadable(cause: unknown): Error {
  const refusal = invalid({ field: 'file', said: FILE.unreadable({}) });
  refusal.cause = cause;
  return refusal;
}

/** A file from its beginning. A stream of the handle would close it at its end, and the file would be gone. */
async function* pieces(handle: FileHandle): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
