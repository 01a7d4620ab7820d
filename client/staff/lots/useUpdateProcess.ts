import { useApolloClient } from '@apollo/client/react';
import type { Stage } from '../../../server/domain/stages.ts';
import { type UpdateProcessInput, UpdateProcessDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { screenNewsOf } from '../screenNews.ts';

const FAILED = 'Failed to update process step';

/**
 * `done`, or what the person should read (staff specification, section 8, 'Process update failure'); null when the update before was
 * still running and this one was not begun.
 */
export type ProcessUpdateOutcome =
  { done: true; lotId: string; stage: Stage; transactionId: string | null } | { done: false; message: string } | null;

/** Moves a lot to a later stage and brings every list and figure in sight up to date. */
export function useUpdateProcess(): [
  busy: boolean,
  update: (id: string, input: UpdateProcessInput) => Promise<ProcessUpdateOutcome>,
] {
  const news = screenNewsOf(useApolloClient());
  const [write, busy] = useWrite(UpdateProcessDocument, { failed: FAILED });
  const update = async (id: string, input: UpdateProcessInput): Promise<ProcessUpdateOutcome> => {
    const written = await write({ id, input });
    if (written.kind === 'ignored') return null;
    // Also after a refusal: the lot then stands elsewhere than the screen says.
    news.lotLists();
    if (written.kind === 'failed') return { done: false, message: written.message };
    const result = written.data.updateProcess;
    if (result.__typename !== 'ProcessUpdated') return { done: false, message: result.message };
    const { lot, transactionId } = result;
    news.lot(lot.id, lot);
    return { done: true, lotId: lot.lotId, stage: lot.currentProcess, transactionId };
  };
  return [busy, update];
}
