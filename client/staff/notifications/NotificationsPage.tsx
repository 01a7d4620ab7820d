import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { FormSkeleton } from '../../design/Skeletons.tsx';
import { NotificationsDocument, UnreadNotificationsDocument } from '../../graphql/generated.ts';
import { useNotificationWords } from '../../words/notificationWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { NotificationList } from './NotificationList.tsx';
import { useReadNotifications } from './useReadNotifications.ts';

const LIMIT = 20;

/** All notifications of the last 30 days, in pages. */
export default function NotificationsPage() {
  const { say } = useNotificationWords();
  /** where each page begins, up to the present one; the newest has none */
  const [starts, setStarts] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const { data: counted } = useQuery(UnreadNotificationsDocument);
  const { data, error, refetch } = useQuery(NotificationsDocument, {
    variables: { before: starts.at(-1) ?? null, limit: LIMIT },
    fetchPolicy: 'cache-and-network',
  });
  const shown = data?.notifications.notifications ?? [];
  const next = data?.notifications.next ?? null;
  const { busy, readOne, readAll } = useReadNotifications(shown);
  const mayReadAll = starts.length === 0 && shown.length > 0 && (counted?.unreadNotifications ?? 0) > 0;
  return (
    <Page
      title={say('page.notifications')}
      actions={
        <Button
          variant="secondary"
          busy={busy}
          busyLabel={say('notifications.busy')}
          disabled={!mayReadAll}
          onClick={() => void readAll().then(setFailure)}
        >
          {say('notifications.allRead')}
        </Button>
      }
    >
      {failure !== null && (
        <Banner mb="4" onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      {error !== undefined && data === undefined && (
        <LoadFailure title={say('notifications.failed')} error={error} onRetry={refetch} />
      )}
      {data === undefined && error === undefined && (
        <Delayed label={say('notifications.loading')}>
          <Panel>
            <FormSkeleton rows={5} />
          </Panel>
        </Delayed>
      )}
      {data !== undefined && (
        <Panel>
          {shown.length === 0 && <Box color="fg.muted">{say('notifications.none')}</Box>}
          {shown.length > 0 && <NotificationList notifications={shown} onOpen={(id) => void readOne(id)} />}
          {(starts.length > 0 || next !== null) && (
            <Flex gap="2" mt="3">
              <Button
                variant="secondary"
                size="sm"
                disabled={starts.length === 0}
                onClick={() => setStarts(starts.slice(0, -1))}
              >
                {say('notifications.newer')}
              </Button>
              <Button
                variant="secondary"
                size="sm"
                disabled={next === null}
                onClick={() => next !== null && setStarts([...starts, next])}
              >
                {say('notifications.older')}
              </Button>
            </Flex>
          )}
        </Panel>
      )}
    </Page>
  );
}
