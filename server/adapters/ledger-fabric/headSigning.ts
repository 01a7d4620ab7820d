import type { Authority } from '../../domain/proof/certificate.ts';
import type { SignedHead } from '../../domain/proof/head.ts';
import { headSignatureFaults } from '../../domain/proof/headSignatures.ts';
import { signatureFaultText } from '../../domain/proof/signatures.ts';
import type { HeadSigning } from '../../platform/checkpoints/headSigning.ts';
import { signHead, type SigningKey } from '../../platform/checkpoints/signingKey.ts';
import type { Countersigners } from './countersigners.ts';

/** Our organization signs, and the servers of the others sign heads consistent with their own peers. */
export function fabricHeadSigning(
  key: SigningKey,
  organisations: ReadonlyMap<string, Authority>,
  countersigners: Countersigners,
): HeadSigning {
  return {
    own: async (head) => [await signHead(key, head)],
    others: (head) => countersigners.sign(head),
    // Certificates are renewed: the head contains the one that signed it.
    faults: (kept) => storedHeadFaults(kept, key.mspId, organisations),
  };
}

/** A stored head has our own signature, and may have those of others. */
async function storedHeadFaults(
  kept: SignedHead,
  mspId: string,
  organisations: ReadonlyMap<string, Authority>,
): Promise<string[]> {
  const faults = await headSignatureFaults(kept, organisations);
  return faults
    .filter((fault) => fault.kind !== 'missing' || fault.mspId === mspId)
    .map((fault) => signatureFaultText(`the head of ${kept.blocks} blocks`, fault));
}
