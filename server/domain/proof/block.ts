import { derInteger, derOctetString, derSequence } from './der.ts';
import { fromHex, sha256, toHex, type Bytes, type Hash } from './hashing.ts';
import type { Signers } from './certificate.ts';
import { checkSignatures, type OrganisationSignature } from './signatures.ts';

/** A block's header, by Fabric's rule. Hashes in hex; the first block has an empty previous hash. */
export interface BlockHeader {
  number: number;
  previousHash: string;
  /** RFC 6962 Merkle root over the block's transactions */
  dataHash: string;
}

/** DER SEQUENCE { INTEGER number, OCTET STRING previousHash, OCTET STRING dataHash }, as Fabric encodes a header. */
export function headerBytes(header: BlockHeader): Bytes {
  return derSequence(
    derInteger(header.number),
    derOctetString(fromHex(header.previousHash)),
    derOctetString(fromHex(header.dataHash)),
  );
}

/** SHA-256 of the header's bytes, hex: what the next block names as its previous hash. */
export async function headerHash(header: BlockHeader, hash: Hash = sha256): Promise<string> {
  return toHex(await hash(headerBytes(header)));
}

/**
 * Checks that every organisation signed a block's header.
 * @returns what is wrong, in plain words; empty when all is well
 */
export async function verifyBlockHeader(
  header: BlockHeader,
  signatures: readonly OrganisationSignature[],
  signers: Signers,
): Promise<string[]> {
  return checkSignatures(`block ${header.number}`, headerBytes(header), signatures, signers);
}
