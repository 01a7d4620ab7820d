import {
  LotComplianceOfDocument,
  LotEvidenceDocument,
  LotHistoryOfDocument,
  LotPlotsOfDocument,
  type LotComplianceOfQuery,
  type LotEvidenceQuery,
  type LotHistoryOfQuery,
  type LotPlotsOfQuery,
} from '../../graphql/generated.ts';
import { useLotWords } from '../../words/lotWords.ts';
import { type QueryState, useAnswer } from './useAnswer.ts';

/** The parts of a lot's detail. Each has its own query, so that one failure does not affect the others. */
export interface LotDetailParts {
  evidence: QueryState<LotEvidenceQuery>;
  compliance: QueryState<LotComplianceOfQuery>;
  history: QueryState<LotHistoryOfQuery>;
  plots: QueryState<LotPlotsOfQuery>;
}

/**
 * Starts all queries at once.
 * @param lotId the lot id, not the UUID: live updates match these queries by it
 */
export function useLotDetail(lotId: string): LotDetailParts {
  const { say } = useLotWords();
  const failed = say('failure.request.text');
  const variables = { id: lotId };
  return {
    evidence: useAnswer(LotEvidenceDocument, variables, failed),
    compliance: useAnswer(LotComplianceOfDocument, variables, failed),
    history: useAnswer(LotHistoryOfDocument, variables, failed),
    plots: useAnswer(LotPlotsOfDocument, variables, failed),
  };
}
