import {
  LotAuditDocument,
  LotChainDocument,
  LotLedgerDocument,
  type LotAuditQuery,
  type LotChainQuery,
  type LotLedgerQuery,
} from '../../../graphql/generated.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { type Answer, useAnswer } from '../answer.ts';

/**
 * What the ledger has of a lot, asked for in three calls at the same time (docs/spec/staff-screens.md, 'Blockchain
 * view').
 */
export interface LotLedger {
  ledger: Answer<LotLedgerQuery>;
  chain: Answer<LotChainQuery>;
  audit: Answer<LotAuditQuery>;
}

/** @param lotId as people write it: news of the lot find these questions by it */
export function useLotLedger(lotId: string): LotLedger {
  const { say } = useLotWords();
  const failed = say('chainView.failedDefault');
  const variables = { id: lotId };
  return {
    ledger: useAnswer(LotLedgerDocument, variables, failed),
    chain: useAnswer(LotChainDocument, variables, failed),
    audit: useAnswer(LotAuditDocument, variables, failed),
  };
}
