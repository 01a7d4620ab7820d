import { Box } from '@chakra-ui/react';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { useLotAddress } from '../../siteOrigin.ts';
import { useVerifyWords, type VerifyId } from '../../words/verifyWords.ts';
import { CopyByHand } from '../../design/CopyByHand.tsx';
import { shareFacilities, shareLink, type ShareOutcome } from './share.ts';

const CONFIRMED: Partial<Record<ShareOutcome, VerifyId>> = { copied: 'share.copied', shared: 'share.shared' };

/** Shares the address of a lot's page. */
export function ShareButton({ lotId }: { lotId: string }) {
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null);
  const { say } = useVerifyWords();
  const url = useLotAddress(lotId);
  const confirmed = outcome === null ? undefined : CONFIRMED[outcome];
  return (
    <Box>
      <Box display="flex" alignItems="center" gap="3">
        <Button
          variant="secondary"
          onClick={async () => setOutcome(await shareLink(say('share.title', { lotId }), url, shareFacilities()))}
        >
          <Share2 aria-hidden />
          {say('share.button')}
        </Button>
        <Box aria-live="polite" fontSize="sm" color="leaf" fontWeight="500">
          {confirmed !== undefined && say(confirmed)}
        </Box>
      </Box>
      {outcome === 'show' && <CopyByHand label={say('share.link')} text={url} />}
    </Box>
  );
}
