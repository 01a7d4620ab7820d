import {
  LotAuditDocument,
  LotChainDocument,
  LotLedgerDocument,
  type LotAuditQuery,
  type LotChainQuery,
  type LotLedgerQuery,
} from '../../../graphql/generated.ts';
import { useLotWords } from '../../../words/lotWords.ts';
import { type QueryState, useAnswer } from '../useAnswer.ts';

/** The ledger record of a lot, loaded in three parallel queries (docs/spec/staff-screens.md, 'Blockchain view'). */
export interface LotLedger {
  ledger: QueryState<LotLedgerQuery>;
  chain: QueryState<LotChainQuery>;
  audit: QueryState<LotAuditQuery>;
}

/** @param lotId the lot id, not the UUID: live updates match these queries by it */
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
