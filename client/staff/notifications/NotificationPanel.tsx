import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { FormSkeleton } from '../../design/Skeletons.tsx';
import { NotificationsDocument } from '../../graphql/generated.ts';
import { useNotificationWords } from '../../words/notificationWords.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { NotificationList } from './NotificationList.tsx';
import { useReadNotifications } from './useReadNotifications.ts';

const NEWEST = 8;

/** The newest notifications, below the bell. */
export default function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { say } = useNotificationWords();
  const { data, error, refetch } = useQuery(NotificationsDocument, {
    variables: { before: null, limit: NEWEST },
    fetchPolicy: 'cache-and-network',
  });
  const shown = data?.notifications.notifications ?? [];
  const { busy, readOne, readAll } = useReadNotifications(shown);
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <Box w="20rem" maxW="full">
      {error !== undefined && data === undefined && (
        <LoadFailure title={say('notifications.failed')} error={error} onRetry={refetch} />
      )}
      {failure !== null && <Banner>{failure}</Banner>}
      {data === undefined && error === undefined && (
        <Delayed label={say('notifications.loading')}>
          <FormSkeleton rows={3} />
        </Delayed>
      )}
      {data !== undefined && shown.length === 0 && (
        <Box p="3" fontSize="sm" color="fg.muted">
          {say('notifications.none')}
        </Box>
      )}
      {shown.length > 0 && (
        <NotificationList
          notifications={shown}
          onOpen={(id) => {
            void readOne(id);
            onClose();
          }}
        />
      )}
      <Flex justify="space-between" gap="2" p="2" borderTopWidth="1px" borderColor="line" wrap="wrap">
        <LinkButton to="/admin/notifications" variant="quiet" size="sm" onClick={onClose}>
          {say('notifications.all')}
        </LinkButton>
        {shown.some(({ isRead }) => !isRead) && (
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            busyLabel={say('notifications.busy')}
            onClick={() => void readAll().then(setFailure)}
          >
            {say('notifications.allRead')}
          </Button>
        )}
      </Flex>
    </Box>
  );
}
