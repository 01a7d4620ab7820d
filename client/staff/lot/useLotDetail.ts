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
import { type Answer, useAnswer } from './answer.ts';

/** What a lot's detail shows beside the lot, each part asked for by itself, so that one that fails leaves the others. */
export interface LotDetailParts {
  evidence: Answer<LotEvidenceQuery>;
  compliance: Answer<LotComplianceOfQuery>;
  history: Answer<LotHistoryOfQuery>;
  plots: Answer<LotPlotsOfQuery>;
}

/** Asks for all parts at once. @param lotId as people write it: news of the lot find these questions by it */
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
