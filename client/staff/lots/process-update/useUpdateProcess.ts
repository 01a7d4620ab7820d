import { useApolloClient } from '@apollo/client/react';
import type { Stage } from '../../../../server/domain/lot/stages.ts';
import { type UpdateProcessInput, UpdateProcessDocument } from '../../../graphql/generated.ts';
import type { SendResult } from '../../../design/form/useForm.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { screenChangesOf } from '../../screenChanges.ts';

/** Result of a process update. */
export interface MovedLot {
  id: string;
  lotId: string;
  stage: Stage;
  transactionId: string | null;
}

/**
 * Moves a lot to a later stage and refetches lists and figures. Resolves to the message for the user
 * (docs/spec/error-messages.md, 'Staff messages').
 */
export function useUpdateProcess(): (id: string, input: UpdateProcessInput) => Promise<SendResult<MovedLot>> {
  const words = useLotListWords();
  const news = screenChangesOf(useApolloClient());
  const [write] = useWrite(UpdateProcessDocument, { failed: words.say('update.failed') });
  return async (id, input) => {
    const written = await write({ id, input });
    if (written.kind === 'ignored') return written;
    // Also after a refusal: the screen may show an outdated stage.
    news.lotLists();
    if (written.kind === 'failed') return written;
    const result = written.data.updateProcess;
    if (result.__typename !== 'ProcessUpdated') return { kind: 'failed', message: localizedText(words, result.said) };
    const { lot, transactionId } = result;
    news.lot(lot.id, lot);
    return { kind: 'done', result: { id: lot.id, lotId: lot.lotId, stage: lot.currentProcess, transactionId } };
  };
}
