import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { DASH, transactionPreview } from '../../words/format.ts';
import { useVerifyWords } from '../../words/verifyWords.ts';
import { Facts, Panel } from '../../design/Page.tsx';
import type { LotAnswer } from './publicAnswers.ts';
import { RecordedBadge } from './RecordedBadge.tsx';
import { StepButton } from './StepButton.tsx';
import type { VerifyFlow } from './useVerifyFlow.ts';
import { isRecorded } from './words.ts';

/** Summary of the ledger data of a lot, with collapsed details and a link to all of it. */
export function LedgerCard({
  answer,
  ways,
  openBlockchain,
}: Pick<VerifyFlow, 'ways' | 'openBlockchain'> & { answer: LotAnswer }) {
  const { say, formatDateTime } = useVerifyWords();
  const { lot, verification } = answer;
  return (
    <Panel title={say('card.title')}>
      <Facts
        items={[
          [say('ledger.state'), <RecordedBadge key="state" recorded={isRecorded(lot)} />],
          [say('ledger.recorded'), formatDateTime(verification?.blockchainTimestamp)],
          [say('ledger.compared'), formatDateTime(verification?.lastVerified)],
        ]}
      />
      <chakra.details
        mt="2"
        fontSize="sm"
        css={{
          '& > summary::-webkit-details-marker': { display: 'none' },
          '&[open] > summary > svg': { transform: 'rotate(90deg)' },
          '@media print': { '&::details-content': { contentVisibility: 'visible', blockSize: 'auto' } },
        }}
      >
        <chakra.summary
          display="inline-flex"
          alignItems="center"
          gap="1"
          minH="11"
          cursor="pointer"
          color="brand"
          fontWeight="500"
          borderRadius="control"
          _print={{ display: 'none' }}
        >
          <ChevronRight aria-hidden size={18} strokeWidth={1.75} />
          {say('card.technical')}
        </chakra.summary>
        <Facts
          items={[
            [
              say('ledger.transaction'),
              <chakra.span key="transaction" fontFamily="mono">
                {transactionPreview(lot.blockchainHash?.transactionId)}
              </chakra.span>,
            ],
            [say('ledger.block'), lot.blockNumber === null ? DASH : String(lot.blockNumber)],
          ]}
        />
      </chakra.details>
      <chakra.div mt="3">
        <StepButton variant="secondary" to={ways.blockchain} go={openBlockchain}>
          {say('card.open')}
          <ChevronRight aria-hidden />
        </StepButton>
      </chakra.div>
    </Panel>
  );
}
