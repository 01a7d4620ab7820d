import { useApolloClient } from '@apollo/client/react';
import type { SendResult } from '../../design/form/useForm.ts';
import {
  AcknowledgeAlertDocument,
  DismissAlertDocument,
  ResolveAlertDocument,
  UpdateAlertsDocument,
  type AlertOutcomeFragment,
} from '../../graphql/generated.ts';
import { useWrite, type Written } from '../../graphql/useWrite.ts';
import { type StaffWords, useStaffWords } from '../../words/staffWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { screenChangesOf } from '../screenChanges.ts';

/**
 * Actions on alerts. Each resolves after the server's decision and the refetch of lists and figures. `busy` is true
 * while one runs.
 */
export function useAlertSteps() {
  const words = useStaffWords();
  const failed = words.say('write.failed');
  const news = screenChangesOf(useApolloClient());
  const answered = async (outcome: AlertOutcomeFragment) => {
    if (outcome.__typename === 'AlertUpdated') news.alert(outcome.alert);
    await news.alertLists();
  };
  const [acknowledge, acknowledging] = useWrite(AcknowledgeAlertDocument, {
    failed,
    onAnswer: (data) => answered(data.acknowledgeAlert),
  });
  const [resolve, resolving] = useWrite(ResolveAlertDocument, {
    failed,
    onAnswer: (data) => answered(data.resolveAlert),
  });
  const [dismiss, dismissing] = useWrite(DismissAlertDocument, {
    failed,
    onAnswer: (data) => answered(data.dismissAlert),
  });
  const [update, updating] = useWrite(UpdateAlertsDocument, { failed, onAnswer: () => news.alertLists() });
  return {
    busy: acknowledging || resolving || dismissing || updating,
    acknowledge: async (id: string) => outcomeOf(words, await acknowledge({ id }), (data) => data.acknowledgeAlert),
    resolve: async (id: string, note: string | null, outcome: string | null) =>
      outcomeOf(words, await resolve({ id, note, outcome }), (data) => data.resolveAlert),
    dismiss: async (id: string, reason: string | null) =>
      outcomeOf(words, await dismiss({ id, reason }), (data) => data.dismissAlert),
    /** Updates all of them or none; at most 100. */
    updateMany: async (ids: string[], status: 'acknowledged' | 'dismissed'): Promise<SendResult<null>> => {
      const written = await update({ ids, status });
      if (written.kind !== 'answered') return written;
      const { updateAlerts } = written.data;
      return updateAlerts.__typename === 'AlertsUpdated'
        ? { kind: 'done', result: null }
        : { kind: 'failed', message: localizedText(words, updateAlerts.said) };
    },
  };
}

/** Result of an action; `message` is the text for the user. `ignored`: the previous action was still running. */
function outcomeOf<Data>(
  words: StaffWords,
  written: Written<Data>,
  pick: (data: Data) => AlertOutcomeFragment,
): SendResult<null> {
  if (written.kind !== 'answered') return written;
  const outcome = pick(written.data);
  return outcome.__typename === 'AlertUpdated'
    ? { kind: 'done', result: null }
    : { kind: 'failed', message: localizedText(words, outcome.said) };
}
