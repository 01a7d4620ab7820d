import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  AmendStatementDocument,
  ArchiveStatementDocument,
  CheckStatementDocument,
  DiscardStatementDocument,
  HandOverStatementDocument,
  PublishStatementNumbersDocument,
  StatementsOfConsignmentDocument,
  StatementVersionsDocument,
  SubmitStatementDocument,
  type StatementFindingRowFragment,
  type StatementWholeFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { useStatementWords } from '../../words/statementWords.ts';
import { consignmentPath } from '../consignments/consignmentAddress.ts';
import type { StatementAct } from './nextStep.ts';
import { confirmedStatement } from './sentStatement.ts';
import { statementPath } from './statementAddress.ts';

/** Acts that a press carries out at once; the others ask first. */
export type PressedAct = Extract<StatementAct, 'check' | 'handOver' | 'submit'>;
/** Acts that only ask whether they are meant. */
export type ConfirmedAct = Extract<StatementAct, 'amend' | 'archive' | 'discard' | 'publish' | 'unpublish'>;

interface Reported {
  /** tells what was done; `isGood`: as it was meant to be */
  onDone: (message: string, isGood?: boolean) => void;
  onFindings: (findings: readonly StatementFindingRowFragment[]) => void;
}

/** Acts without input on a statement. Each one throws what keeps it from being done. */
export function useStatementActs(statement: StatementWholeFragment, { onDone, onFindings }: Reported) {
  const words = useStatementWords();
  const { say } = words;
  const client = useApolloClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<PressedAct | null>(null);
  const [check] = useWrite(CheckStatementDocument, { failed: say('step.checkFailed') });
  const [handOver] = useWrite(HandOverStatementDocument, { failed: say('step.handOverFailed') });
  const [submit] = useWrite(SubmitStatementDocument, { failed: say('step.submitFailed') });
  const [amend] = useWrite(AmendStatementDocument, { failed: say('step.amendFailed') });
  const [archive] = useWrite(ArchiveStatementDocument, { failed: say('step.archiveFailed') });
  const [publish] = useWrite(PublishStatementNumbersDocument, { failed: say('step.publishFailed') });
  const [discard] = useWrite(DiscardStatementDocument, { failed: say('step.discardFailed') });
  const { id, version, consignmentId } = statement;
  const aim = { id, version };

  const checkNow = async () => {
    const written = await check(aim);
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { checkStatement: checked } = written.data;
    if (checked.__typename !== 'StatementChecked') throw new Error(localizedText(words, checked.said));
    onFindings(checked.findings);
    const count = checked.findings.filter(({ severity }) => severity === 'fault').length;
    onDone(checked.ready ? say('done.ready') : say('done.faults', { count }), checked.ready);
  };
  const pressed: Record<PressedAct, () => Promise<void>> = {
    check: checkNow,
    handOver: async () => {
      const asked = confirmedStatement(words, await handOver(aim), (data) => data.handOverStatement);
      if (asked !== null) onDone(say('done.asked'));
    },
    submit: async () => {
      const asked = confirmedStatement(words, await submit(aim), (data) => data.submitStatement);
      if (asked !== null) onDone(say('done.submitted'));
    },
  };
  const leave = (path: string, message: string) => {
    const include = [StatementsOfConsignmentDocument, StatementVersionsDocument];
    // What fails is read by the next visit.
    void client.refetchQueries({ include }).catch(() => undefined);
    void navigate(path, { state: { done: message } });
  };
  const showPublic = async (numbersPublic: boolean) => {
    const shown = confirmedStatement(
      words,
      await publish({ ...aim, numbersPublic }),
      (data) => data.publishStatementNumbers,
    );
    if (shown !== null) onDone(say(numbersPublic ? 'done.published' : 'done.unpublished'));
  };
  const confirmed: Record<ConfirmedAct, () => Promise<void>> = {
    amend: async () => {
      const draft = confirmedStatement(words, await amend(aim), (data) => data.amendStatement);
      if (draft !== null) leave(statementPath(draft.id), say('done.amending'));
    },
    archive: async () => {
      const archived = confirmedStatement(words, await archive(aim), (data) => data.archiveStatement);
      if (archived !== null) onDone(say('done.archived'));
    },
    publish: () => showPublic(true),
    unpublish: () => showPublic(false),
    discard: async () => {
      const written = await discard({ id });
      if (written.kind === 'ignored') return;
      if (written.kind === 'failed') throw new Error(written.message);
      const { discardStatement: answer } = written.data;
      if (answer.__typename !== 'StatementDiscarded') throw new Error(localizedText(words, answer.said));
      leave(consignmentPath(consignmentId), '');
    },
  };
  return {
    busy,
    press: async (act: PressedAct) => {
      setBusy(act);
      try {
        await pressed[act]();
      } finally {
        setBusy(null);
      }
    },
    confirm: (act: ConfirmedAct) => confirmed[act](),
  };
}
