import { Box } from '@chakra-ui/react';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useLotAddress } from '../../siteOrigin.ts';
import { useVerifyWords, type VerifyId } from '../../words/verifyWords.ts';
import { CopyByHand } from '../../design/CopyByHand.tsx';
import { usePlace } from '../navigation.ts';
import { shareFacilities, shareLink, type ShareOutcome } from './share.ts';
import { asksToShare } from './stepAddress.ts';
import { StepButton } from './StepButton.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';

const CONFIRMED: Partial<Record<ShareOutcome, VerifyId>> = { copied: 'share.copied', shared: 'share.shared' };

/**
 * Shares the address of a lot's page. Before the script runs, a press submits to the server, which shows the address to
 * copy.
 */
export function ShareButton({ lotId, ways }: Pick<VerifyFlow, 'ways'> & { lotId: string }) {
  const asked = asksToShare(usePlace().search);
  const [outcome, setOutcome] = useState<ShareOutcome | null>(asked ? 'show' : null);
  const { say } = useVerifyWords();
  const url = useLotAddress(lotId);
  const confirmed = outcome === null ? undefined : CONFIRMED[outcome];
  return (
    <Box>
      <Box display="flex" alignItems="center" gap="3">
        <StepButton
          variant="secondary"
          to={ways.share}
          go={() => void shareLink(say('share.title', { lotId }), url, shareFacilities()).then(setOutcome)}
        >
          <Share2 aria-hidden />
          {say('share.button')}
        </StepButton>
        <Box aria-live="polite" fontSize="sm" color="leaf" fontWeight="500">
          {confirmed !== undefined && say(confirmed)}
        </Box>
      </Box>
      {outcome === 'show' && <CopyByHand label={say('share.link')} text={url} />}
    </Box>
  );
}
