import { useApolloClient } from '@apollo/client/react';
import { DeleteLotDocument } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { screenChangesOf } from '../../screenChanges.ts';

/** What became of a deletion; a lot that was gone already is deleted: that is what was asked for. */
export type Deletion = { kind: 'deleted' } | { kind: 'failed'; message: string } | { kind: 'ignored' };

/**
 * Deletes one lot, and takes it out of what is shown; lists are asked again by `done`.
 * @returns `remove` deletes one, `done` brings the lists up to date, once after many
 */
export function useDeleteLots(): { remove: (lot: { id: string }) => Promise<Deletion>; done: () => void } {
  const client = useApolloClient();
  const { say } = useLotListWords();
  const [write] = useWrite(DeleteLotDocument, { failed: say('write.failed') });
  const news = screenChangesOf(client);
  return {
    remove: async ({ id }) => {
      const written = await write({ id });
      if (written.kind !== 'answered') return written;
      client.cache.evict({ id: client.cache.identify({ __typename: 'Lot', id }) });
      news.lot(id, null);
      return { kind: 'deleted' };
    },
    done: () => {
      client.cache.gc();
      news.lotLists();
    },
  };
}
