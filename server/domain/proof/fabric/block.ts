import { headerBytes, type BlockHeader } from '../block.ts';
import { concat, sha256, toHex, type Bytes, type Hash } from '../hashing.ts';
import { readIdentity, type Identity } from './envelope.ts';
import { parseProtobuf } from './protobuf.ts';

/** Places in a block's metadata (`common.BlockMetadataIndex`). */
const [SIGNATURES, TRANSACTIONS_FILTER] = [0, 2];

/** One orderer's signature on a header. */
export interface HeaderSignature {
  orderer: Identity;
  /** what it signed: its own metadata, its header and the block's */
  signed: Bytes;
  /** DER */
  signature: Bytes;
}

/** A block's header with the signatures of those who ordered it. */
export interface FabricHeader {
  header: BlockHeader;
  signatures: HeaderSignature[];
}

/** A whole block. */
export interface FabricBlock extends FabricHeader {
  /** the signatures' part of its metadata, unchanged */
  signatureMetadata: Bytes;
  envelopes: Bytes[];
  /** of each envelope, as the peer that delivered the block found it (`peer.TxValidationCode`, 0: valid); not signed */
  codes: number[];
}

/** A block of `common.Block`. @throws RangeError for anything else */
export function readBlock(bytes: Bytes): FabricBlock {
  const block = parseProtobuf(bytes);
  const stored = block.message(1);
  const header = {
    number: stored.whole(1),
    previousHash: toHex(stored.bytes(2)),
    dataHash: toHex(stored.bytes(3)),
  };
  const metadata = block.message(3).all(1);
  const signatureMetadata = metadata[SIGNATURES] ?? new Uint8Array();
  return {
    header,
    signatures: readHeaderSignatures(header, signatureMetadata),
    signatureMetadata,
    envelopes: block.message(2).all(1),
    codes: Array.from(metadata[TRANSACTIONS_FILTER] ?? []),
  };
}

/** The orderers' signatures in the first part of a block's metadata. @throws RangeError for anything else */
export function readHeaderSignatures(header: BlockHeader, signatureMetadata: Bytes): HeaderSignature[] {
  const metadata = parseProtobuf(signatureMetadata);
  return metadata.all(2).map((one) => {
    const signature = parseProtobuf(one);
    const signatureHeader = signature.bytes(1);
    return {
      orderer: readIdentity(parseProtobuf(signatureHeader).bytes(1)),
      signed: concat(metadata.bytes(1), signatureHeader, headerBytes(header)),
      signature: signature.bytes(2),
    };
  });
}

/** A block's data hash: SHA-256 of its envelopes one after the other, so that all of them are needed to compute it. */
export async function blockDataHash(envelopes: readonly Bytes[], hash: Hash = sha256): Promise<string> {
  return toHex(await hash(concat(...envelopes)));
}
