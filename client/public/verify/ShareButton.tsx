import { Box } from '@chakra-ui/react';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { CopyByHand } from './CopyByHand.tsx';
import { shareFacilities, shareLink, type ShareOutcome } from './share.ts';

const CONFIRMED: Partial<Record<ShareOutcome, string>> = { copied: 'Link copied', shared: 'Shared' };

/** Shares the address of a lot's page. */
export function ShareButton({ lotId }: { lotId: string }) {
  const [outcome, setOutcome] = useState<ShareOutcome | null>(null);
  const url = `${location.origin}/verify/${encodeURIComponent(lotId)}`;
  return (
    <Box _print={{ display: 'none' }}>
      <Box display="flex" alignItems="center" gap="3">
        <Button
          variant="secondary"
          onClick={async () => setOutcome(await shareLink(`Cacao lot ${lotId}`, url, shareFacilities()))}
        >
          <Share2 aria-hidden />
          Share
        </Button>
        <Box aria-live="polite" fontSize="sm" color="leaf" fontWeight="500">
          {outcome !== null && CONFIRMED[outcome]}
        </Box>
      </Box>
      {outcome === 'show' && <CopyByHand label="Link to this lot" text={url} />}
    </Box>
  );
}
