import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { DASH, transactionPreview } from '../../words/format.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import type { PublicLot } from './publicAnswers.ts';
import { ledgerWord } from './words.ts';

/** What the ledger holds of the lot, in short, and the way to all of it. */
export function LedgerCard({ lot, openBlockchain }: { lot: PublicLot; openBlockchain: () => void }) {
  const transactionId = lot.blockchainHash?.transactionId ?? null;
  const word = ledgerWord(lot);
  return (
    <Panel title="Blockchain">
      <Facts
        items={[
          [
            'State',
            <Badge key="state" tone={word === 'Recorded' ? 'leaf' : 'pod'}>
              {word}
            </Badge>,
          ],
          [
            'Transaction',
            <chakra.span key="transaction" fontFamily="mono">
              {transactionPreview(transactionId)}
            </chakra.span>,
          ],
          ['Block', lot.blockNumber === null ? DASH : String(lot.blockNumber)],
        ]}
      />
      <chakra.div mt="4" _print={{ display: 'none' }}>
        <Button variant="secondary" onClick={openBlockchain}>
          View blockchain record
          <ChevronRight aria-hidden />
        </Button>
      </chakra.div>
    </Panel>
  );
}
