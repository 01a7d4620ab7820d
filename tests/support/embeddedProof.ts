import { proofFile, type EmbeddedProof } from '../../server/domain/proof/proofFile.ts';

/** A proof file of the embedded ledger, read. */
export function embeddedProof(raw: unknown): EmbeddedProof {
  const file = proofFile.parse(raw);
  if (file.ledger === 'fabric') throw new Error('A proof of another ledger');
  return file;
}
