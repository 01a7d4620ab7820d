import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatDateTime, hashPreview } from '../../words/format.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import { CopyableValue } from './CopyableValue.tsx';
import type { Endorser, IntegrityCheck } from './publicAnswers.ts';

/** What was checked and what came of it; a missing field counts as not checked (decisions, 'Figures'). */
function checked(what: string, valid: boolean | null): string {
  return `${what}: ${valid === null ? 'not checked' : valid ? 'valid' : 'not valid'}`;
}

/** The figures behind the check, for those who want to compare them with their own. */
export function TechnicalProof({ proof, endorsers }: { proof: IntegrityCheck | null; endorsers: readonly Endorser[] }) {
  const checks: readonly (readonly [string, ReactNode])[] =
    proof === null
      ? []
      : [
          ['Events', checked('Contents and endorsements', proof.blockchainVerified)],
          ['Blocks', checked('Hashes and signatures', proof.networkConsensus)],
          [
            'Content hash',
            <CopyableValue
              key="hash"
              name="content hash"
              text={proof.cryptographicHash}
              shown={hashPreview(proof.cryptographicHash)}
            />,
          ],
          ['Recorded', formatDateTime(proof.blockchainTimestamp)],
        ];
  const certificates = endorsers.map(
    ({ name, certificateFingerprint }) =>
      [
        name,
        <CopyableValue
          key={name}
          name={`certificate fingerprint of ${name}`}
          text={certificateFingerprint}
          shown={`Certificate ${hashPreview(certificateFingerprint)}`}
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
