import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatDateTime, hashPreview } from '../design/format.ts';
import { Facts, Panel } from '../design/Page.tsx';
import { CopyableValue } from './CopyableValue.tsx';
import type { Endorser, IntegrityCheck } from './publicAnswers.ts';

/** What a missing field means: nobody looked (decisions, 'Figures'). */
function checked(value: boolean | null | undefined): string {
  if (value === null || value === undefined) return 'Not checked';
  return value ? 'Valid' : 'Not valid';
}

/** The figures behind the check, for those who want to compare them with their own. */
export function TechnicalProof({ proof, endorsers }: { proof: IntegrityCheck | null; endorsers: readonly Endorser[] }) {
  const hash = proof?.cryptographicHash ?? proof?.blockchainHash ?? null;
  const checks: readonly (readonly [string, ReactNode])[] =
    proof === null
      ? []
      : [
          ['Hashes', checked(proof.blockchainVerified)],
          ['Endorsements', checked(proof.networkConsensus)],
          ['Hash', <CopyableValue key="hash" name="hash" text={hash} shown={hashPreview(hash)} />],
          ['Recorded at', formatDateTime(proof.blockchainTimestamp ?? proof.timestampProof)],
        ];
  const certificates = endorsers.map(
    ({ name, mspId, certificateFingerprint }) =>
      [
        mspId ?? name,
        <CopyableValue
          key={name}
          name={`certificate fingerprint of ${name}`}
          text={certificateFingerprint}
          shown={hashPreview(certificateFingerprint)}
        />,
      ] as const,
  );
  return (
    <Panel title="Technical proof">
      {proof === null && (
        <Box fontSize="sm" color="fg.muted" mb={certificates.length > 0 ? '4' : '0'}>
          Press Verify above to have the hash, the signatures and the time recomputed.
        </Box>
      )}
      <Facts items={[...checks, ...certificates]} />
    </Panel>
  );
}
