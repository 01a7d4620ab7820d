import { z } from 'zod';
import { CONTRACT_NAME } from '../../domain/ledger/channelForms.ts';
import type { Signer, Signers } from '../../domain/proof/certificate.ts';
import { canonicalText } from '../../domain/proof/hashing.ts';
import { signedHead, type SignedHead } from '../../domain/proof/head.ts';

/** The embedded ledger's one channel and the contract that judges its events. */
export const CHANNEL = 'manam';
export const CHAINCODE = CONTRACT_NAME;

const channelV1 = z.strictObject({
  v: z.literal(1),
  channel: z.literal(CHANNEL),
  at: z.iso.datetime(),
  organisations: z.array(
    z.strictObject({ mspId: z.string(), name: z.string(), rootFingerprint: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

/**
 * The content of block 0: the channel and the roots that its organizations began with; of version 2, also the ledger
 * that it continues.
 */
const channelConfiguration = z.discriminatedUnion('v', [
  channelV1,
  channelV1.extend({ v: z.literal(2), closes: signedHead }),
]);
export type ChannelConfiguration = z.infer<typeof channelConfiguration>;

/**
 * Canonical JSON of a new channel's configuration.
 * @param closes the last head of the ledger that this one takes the place of; null: it begins by itself
 */
export function configurationText(signers: readonly Signer[], at: Date, closes: SignedHead | null): string {
  const organisations = signers.map(({ mspId, name, rootFingerprint }) => ({ mspId, name, rootFingerprint }));
  const own = { channel: CHANNEL, at: at.toISOString(), organisations } as const;
  const configuration: ChannelConfiguration = closes === null ? { v: 1, ...own } : { v: 2, ...own, closes };
  return canonicalText(configuration);
}

/** The configuration in its stored text; null unless the text is its one canonical form. */
export function readConfiguration(text: string): ChannelConfiguration | null {
  try {
    const parsed = channelConfiguration.safeParse(JSON.parse(text));
    return parsed.success && canonicalText(parsed.data) === text ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whether a configuration names exactly these organisations with these roots. */
export function pinsRoots(configuration: ChannelConfiguration, signers: Signers): boolean {
  return (
    configuration.organisations.length === signers.size &&
    configuration.organisations.every(({ mspId, name, rootFingerprint }) => {
      const signer = signers.get(mspId);
      return signer?.name === name && signer.rootFingerprint === rootFingerprint;
    })
  );
}
