import type { SendResult } from '../../design/form/useForm.ts';
import {
  UpdateConsignmentDocument,
  type ConsignmentFactsFragment,
  type ConsignmentPapersFragment,
  type MessagePartsFragment,
} from '../../graphql/generated.ts';
import { useWrite, type Written } from '../../graphql/useWrite.ts';
import { useConsignmentWords, type ConsignmentWords } from '../../words/consignmentWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { consignmentChanges, formFieldOf, type ConsignmentFormValues } from './consignmentForm.ts';
import type { consignmentForm } from './consignmentForm.ts';
import type { z } from 'zod';

type ConsignmentSent = SendResult<ConsignmentFactsFragment, keyof ConsignmentFormValues>;

/** What a mutation of one consignment answers. */
type ConsignmentAnswer =
  | { __typename: 'ConsignmentSaved'; consignment: ConsignmentFactsFragment }
  | { __typename: string; said: MessagePartsFragment };

/** The result of a mutation of a consignment, for a form: the saved consignment, or the message with its field. */
export function sentOf<Data>(
  words: ConsignmentWords,
  written: Written<Data>,
  answerOf: (data: Data) => ConsignmentAnswer,
): ConsignmentSent {
  if (written.kind === 'ignored') return written;
  if (written.kind === 'failed') {
    const field = formFieldOf(written.refusedField);
    return { kind: 'failed', message: written.message, ...(field !== undefined && { field }) };
  }
  const answer = answerOf(written.data);
  return 'consignment' in answer
    ? { kind: 'done', result: answer.consignment }
    : { kind: 'failed', message: localizedText(words, answer.said) };
}

/** Stores changed papers over the version that was read; without a change nothing is sent. */
export function usePapersWrite(): (
  consignment: ConsignmentPapersFragment,
  typed: z.output<typeof consignmentForm>,
) => Promise<SendResult<ConsignmentFactsFragment | null, keyof ConsignmentFormValues>> {
  const words = useConsignmentWords();
  const [update] = useWrite(UpdateConsignmentDocument, { failed: words.say('consignmentForm.failed') });
  return async (consignment, typed) => {
    const input = consignmentChanges(consignment, typed);
    if (input === null) return { kind: 'done', result: null };
    return sentOf(words, await update({ id: consignment.id, input }), (data) => data.updateConsignment);
  };
}
