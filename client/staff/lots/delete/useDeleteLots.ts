import { useApolloClient } from '@apollo/client/react';
import { DeleteLotDocument } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { screenChangesOf } from '../../screenChanges.ts';

/** Result of a deletion; a lot that no longer exists counts as deleted. */
export type Deletion = { kind: 'deleted' } | { kind: 'failed'; message: string } | { kind: 'ignored' };

/**
 * Deletes one lot and removes it from the cache.
 * @returns `remove` deletes one lot; `done` refetches the lists, once after several deletions
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
