import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { Button } from '../../design/Button.tsx';
import { DASH, transactionPreview } from '../../words/format.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import type { PublicLot } from './publicAnswers.ts';
import { RecordedBadge } from './RecordedBadge.tsx';
import { isRecorded } from './words.ts';

/** What the ledger holds of the lot, in short, and the way to all of it. */
export function LedgerCard({ lot, openBlockchain }: { lot: PublicLot; openBlockchain: () => void }) {
  const { say } = useVerifyWords();
  const transactionId = lot.blockchainHash?.transactionId ?? null;
  return (
    <Panel title={say('card.title')}>
      <Facts
        items={[
          [say('ledger.state'), <RecordedBadge key="state" recorded={isRecorded(lot)} />],
          [
            say('ledger.transaction'),
            <chakra.span key="transaction" fontFamily="mono">
              {transactionPreview(transactionId)}
            </chakra.span>,
          ],
          [say('ledger.block'), lot.blockNumber === null ? DASH : String(lot.blockNumber)],
        ]}
      />
      <chakra.div mt="4" _print={{ display: 'none' }}>
        <Button variant="secondary" onClick={openBlockchain}>
          {say('card.open')}
          <ChevronRight aria-hidden />
        </Button>
      </chakra.div>
    </Panel>
  );
}
