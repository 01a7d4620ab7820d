import { concat, sha256, toHex, utf8, canonicalText, type Hash } from '../proof/hashing.ts';
import { registerContent, type RegisterContent } from './content.ts';

/** Commitments of the register chain; those of contents and of personal fields have other prefixes. */
const FILE_PREFIX = 0x02;
const DOCUMENT_PREFIX = 0x03;

/**
 * The key of a register chain, 32 hex digits.
 * @param seed hash, hex: of a ledger that one operator records on the header hash of block 0
 */
export async function registerKey(seed: string, hash: Hash = sha256): Promise<string> {
  return toHex(await hash(utf8(`manam-trace/register/${seed}`))).slice(0, 32);
}

/** A stored file of a report, as it is committed to. */
export interface CommittedFile {
  reportId: string;
  format: string;
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/**
 * Commitment to a file, hex: SHA-256(0x02 || 32-byte salt || SHA-256 of its bytes || canonical [report, format, name, type]).
 * @param salt 32 random bytes; without them the commitment tells nothing
 */
export async function fileCommitment(file: CommittedFile, salt: Uint8Array, hash: Hash = sha256): Promise<string> {
  if (salt.length !== 32) throw new RangeError('A salt has 32 bytes');
  const { reportId, format, name, mediaType, bytes } = file;
  const what = utf8(canonicalText([reportId, format, name, mediaType]));
  return toHex(await hash(concat(Uint8Array.of(FILE_PREFIX), salt, await hash(new Uint8Array(bytes)), what)));
}

/** A document of due diligence, as it is committed to. */
export interface CommittedDocument {
  documentId: string;
  documentClass: string;
  mediaType: string;
  bytes: Uint8Array;
}

/**
 * Commitment to a document, hex: SHA-256(0x03 || 32-byte salt || SHA-256 of its bytes || canonical [id, class, type]).
 * @param salt 32 random bytes; without them the commitment tells nothing
 */
export async function documentCommitment(
  { documentId, documentClass, mediaType, bytes }: CommittedDocument,
  salt: Uint8Array,
  hash: Hash = sha256,
): Promise<string> {
  if (salt.length !== 32) throw new RangeError('A salt has 32 bytes');
  const what = utf8(canonicalText([documentId, documentClass, mediaType]));
  return toHex(await hash(concat(Uint8Array.of(DOCUMENT_PREFIX), salt, await hash(new Uint8Array(bytes)), what)));
}

/** A content of the register chain out of its stored text; null when it is lost or damaged. */
export function readRegisterContent(text: string | null): RegisterContent | null {
  if (text === null) return null;
  try {
    return registerContent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
