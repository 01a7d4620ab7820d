import { useApolloClient } from '@apollo/client/react';
import {
  ReadNotificationsDocument,
  UnreadNotificationsDocument,
  type NotificationLineFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useNotificationWords } from '../../words/notificationWords.ts';

/** Marks shown notifications as read, on the server and on the screen. */
export function useReadNotifications(shown: readonly NotificationLineFragment[]) {
  const { say } = useNotificationWords();
  const { cache } = useApolloClient();
  const [write, busy] = useWrite(ReadNotificationsDocument, { failed: say('notifications.readFailed') });
  const mark = async (ids: readonly string[], upTo: string | null): Promise<string | null> => {
    const written = await write({ ids: [...ids], upTo });
    if (written.kind !== 'answered') return written.kind === 'failed' ? written.message : null;
    for (const one of shown.filter(({ id }) => upTo !== null || ids.includes(id))) {
      cache.modify({ id: cache.identify(one), fields: { isRead: () => true } });
    }
    const unreadNotifications = written.data.readNotifications.unread;
    cache.writeQuery({ query: UnreadNotificationsDocument, data: { unreadNotifications } });
    return null;
  };
  return {
    busy,
    readOne: (id: string) => mark([id], null),
    /** all until the newest that is shown */
    readAll: () => mark([], shown[0]?.at ?? null),
  };
}
