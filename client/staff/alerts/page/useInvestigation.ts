import { useApolloClient, useQuery } from '@apollo/client/react';
import type { SendResult } from '../../../design/form/useForm.ts';
import {
  AlertInvestigationOfDocument,
  AssignAlertDocument,
  CommentOnAlertDocument,
  RemoveAlertFileDocument,
  type InvestigationFragment,
  type InvestigationOutcomeFragment,
} from '../../../graphql/generated.ts';
import { errorMessage } from '../../../graphql/messages.ts';
import { useWrite, type Written } from '../../../graphql/useWrite.ts';
import { useAlertWords, type AlertWords } from '../../../words/alertWords.ts';
import { localizedText } from '../../../words/localizedTexts.ts';

/**
 * Investigation of an alert (comments, files, task) with the user's actions. Live updates of the alert refetch it
 * (`screenChanges.ts`).
 */
export function useInvestigation(id: string) {
  const words = useAlertWords();
  const { say } = words;
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(AlertInvestigationOfDocument, { variables: { id } });
  const show = (outcome: InvestigationOutcomeFragment) => {
    if (outcome.__typename !== 'InvestigationUpdated') return;
    client.writeQuery({
      query: AlertInvestigationOfDocument,
      variables: { id },
      data: { alertInvestigation: outcome.investigation },
    });
  };
  const [comment] = useWrite(CommentOnAlertDocument, {
    failed: say('comments.failed'),
    onAnswer: (answer) => show(answer.commentOnAlert),
  });
  const [assign] = useWrite(AssignAlertDocument, {
    failed: say('task.failed'),
    onAnswer: (answer) => show(answer.assignAlert),
  });
  const [remove] = useWrite(RemoveAlertFileDocument, {
    failed: say('alertFiles.removeFailed'),
    onAnswer: (answer) => show(answer.removeAlertFile),
  });
  return {
    investigation: data?.alertInvestigation,
    error: error === undefined ? null : errorMessage(words, error),
    again: async () => {
      await refetch().catch(() => undefined);
    },
    comment: async (text: string) => sentOf(words, await comment({ id, text }), (answer) => answer.commentOnAlert),
    assign: async (assigneeId: string | null, dueOn: string | null) =>
      sentOf(words, await assign({ id, assigneeId, dueOn }), (answer) => answer.assignAlert),
    remove: async (fileId: string) => sentOf(words, await remove({ id, fileId }), (answer) => answer.removeAlertFile),
  };
}

export type Investigating = ReturnType<typeof useInvestigation>;
export type { InvestigationFragment };

function sentOf<Data>(
  words: AlertWords,
  written: Written<Data>,
  pick: (data: Data) => InvestigationOutcomeFragment,
): SendResult<null> {
  if (written.kind !== 'answered') return written;
  const outcome = pick(written.data);
  return outcome.__typename === 'InvestigationUpdated'
    ? { kind: 'done', result: null }
    : { kind: 'failed', message: localizedText(words, outcome.said) };
}
