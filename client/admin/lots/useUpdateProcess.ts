import { useMutation } from '@apollo/client/react';
import type { Stage } from '../../../server/domain/stages.ts';
import { type UpdateProcessInput, UpdateProcessDocument } from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';

const FAILED = 'Failed to update process step';

/** `done`, or what the person should read (staff specification, section 8, 'Process update failure'). */
export type ProcessUpdateOutcome =
  { done: true; lotId: string; stage: Stage; transactionId: string | null } | { done: false; message: string };

/** Moves a lot to a later stage and brings every list and figure in sight up to date. */
export function useUpdateProcess(): [
  busy: boolean,
  update: (id: string, input: UpdateProcessInput) => Promise<ProcessUpdateOutcome>,
] {
  const [mutate, { loading, client }] = useMutation(UpdateProcessDocument);
  const update = async (id: string, input: UpdateProcessInput): Promise<ProcessUpdateOutcome> => {
    try {
      const { data } = await mutate({ variables: { id, input } });
      const result = data?.updateProcess;
      if (result?.__typename === 'ProcessUpdated') {
        const { lot, transactionId } = result;
        return { done: true, lotId: lot.lotId, stage: lot.currentProcess, transactionId };
      }
      return { done: false, message: result?.message ?? FAILED };
    } catch (failure) {
      return { done: false, message: messageOf(failure, FAILED) };
    } finally {
      // Also after a refusal: the lot then stands elsewhere than the screen says.
      client.refetchQueries({ include: 'active' }).catch(() => undefined);
    }
  };
  return [loading, update];
}
