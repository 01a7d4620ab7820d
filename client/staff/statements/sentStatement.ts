import type { SendResult } from '../../design/form/useForm.ts';
import type { MessagePartsFragment, StatementWholeFragment } from '../../graphql/generated.ts';
import type { Written } from '../../graphql/useWrite.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import type { StatementWords } from '../../words/statementWords.ts';

/** What a mutation of one statement answers. */
type StatementAnswer =
  | { __typename: 'StatementSaved'; statement: StatementWholeFragment }
  | { __typename: string; said: MessagePartsFragment };

/**
 * The result of a mutation of a statement, for a form: the statement as it is now, or the message with its control.
 * @param fieldOf the control that a refused field of the input belongs to
 */
export function sentStatement<Data, Field extends string = never>(
  words: StatementWords,
  written: Written<Data>,
  answerOf: (data: Data) => StatementAnswer,
  fieldOf?: (path: readonly string[]) => Field | undefined,
): SendResult<StatementWholeFragment, Field> {
  if (written.kind === 'ignored') return written;
  if (written.kind === 'failed') {
    const { message, refusedField } = written;
    const field = refusedField === null || refusedField === undefined ? undefined : fieldOf?.(refusedField.split('.'));
    return { kind: 'failed', message, ...(field !== undefined && { field }) };
  }
  const answer = answerOf(written.data);
  return 'statement' in answer
    ? { kind: 'done', result: answer.statement }
    : { kind: 'failed', message: localizedText(words, answer.said) };
}

/** The same for a question: the statement, null when another press is being sent. @throws Error with what it says */
export function confirmedStatement<Data>(
  words: StatementWords,
  written: Written<Data>,
  answerOf: (data: Data) => StatementAnswer,
): StatementWholeFragment | null {
  const sent = sentStatement(words, written, answerOf);
  if (sent.kind === 'failed') throw new Error(sent.message);
  return sent.kind === 'done' ? sent.result : null;
}
