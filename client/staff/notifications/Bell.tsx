import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { Bell as BellIcon } from 'lucide-react';
import { Suspense } from 'react';
import { Disclosed } from '../../design/Disclosed.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { UnreadNotificationsDocument } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';

const NotificationPanel = lazyPart(() => import('./NotificationPanel.tsx'));

/** The number of unread notifications, and the newest of them in a panel. */
export function Bell() {
  const { say } = useStaffWords();
  const { data } = useQuery(UnreadNotificationsDocument);
  const count = data?.unreadNotifications ?? 0;
  return (
    <Disclosed
      label={say('page.notifications')}
      button={{
        variant: 'quiet',
        size: 'sm',
        px: '0',
        minW: '11',
        'aria-label': count === 0 ? say('page.notifications') : say('shell.unread', { count }),
        children: (
          <chakra.span position="relative">
            <BellIcon aria-hidden />
            {count > 0 && (
              <chakra.span
                position="absolute"
                top="-2"
                insetStart="2.5"
                bg="alarm.solid"
                color="alarm.on"
                borderRadius="full"
                minW="5"
                px="1"
                fontSize="xs"
                lineHeight="1.25rem"
              >
                {count > 99 ? '99+' : count}
              </chakra.span>
            )}
          </chakra.span>
        ),
      }}
    >
      {(close) => (
        <Suspense>
          <NotificationPanel onClose={close} />
        </Suspense>
      )}
    </Disclosed>
  );
}
