import { chakra } from '@chakra-ui/react';
import type { EndorserNameFragment } from '../../../graphql/generated.ts';
import { hashPreview } from '../../../words/format.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { endorsersInWords } from '../../../words/recordInWords.ts';

/** Signing organisations by name, with their certificates. */
export function Endorsers({ endorsers }: { endorsers: readonly EndorserNameFragment[] }) {
  const words = useLotWords();
  const certificates = endorsers
    .map(({ organisation, certificateFingerprint }) => `${organisation}: ${certificateFingerprint}`)
    .join('\n');
  return (
    <chakra.span title={certificates}>
      {endorsersInWords(
        words,
        endorsers.map(({ organisation }) => organisation),
      )}
      {endorsers.length === 1 && (
        <chakra.span color="fg.muted">
          {' '}
          {words.say('chainView.certificate', { fingerprint: hashPreview(endorsers[0]?.certificateFingerprint) })}
        </chakra.span>
      )}
    </chakra.span>
  );
}
