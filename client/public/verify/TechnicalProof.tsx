import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { hashPreview } from '../../words/format.ts';
import { checkResultWord } from '../../words/recordInWords.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import { CopyableValue } from '../../design/CopyableValue.tsx';
import type { PublicEndorser, IntegrityCheck } from './publicAnswers.ts';

/** The figures of the check, for comparison with one's own. */
export function TechnicalProof({
  proof,
  endorsers,
}: {
  proof: IntegrityCheck | null;
  endorsers: readonly PublicEndorser[];
}) {
  const { say, formatDateTime } = useVerifyWords();
  const checks: readonly (readonly [string, ReactNode])[] =
    proof === null
      ? []
      : [
          [say('proof.events'), say('proof.eventsChecked', { result: say(checkResultWord(proof.blockchainVerified)) })],
          [say('proof.blocks'), say('proof.blocksChecked', { result: say(checkResultWord(proof.networkConsensus)) })],
          [
            say('proof.contentHash'),
            <CopyableValue
              key="hash"
              name={say('copy.contentHash')}
              text={proof.cryptographicHash}
              shown={hashPreview(proof.cryptographicHash)}
            />,
          ],
          [say('ledger.recorded'), formatDateTime(proof.blockchainTimestamp)],
        ];
  const certificates = endorsers.map(
    ({ name, certificateFingerprint }) =>
      [
        name,
        <CopyableValue
          key={name}
          name={say('copy.fingerprint', { name })}
          text={certificateFingerprint}
          shown={say('proof.certificate', { fingerprint: hashPreview(certificateFingerprint) })}
        />,
      ] as const,
  );
  return (
    <Panel title={say('proof.title')}>
      {proof === null && (
        <Box fontSize="sm" color="fg.muted" mb={certificates.length > 0 ? '4' : '0'}>
          {say('proof.none')}
        </Box>
      )}
      <Facts items={[...checks, ...certificates]} />
    </Panel>
  );
}
