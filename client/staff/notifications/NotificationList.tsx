import { Box, chakra, Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { RelativeTime } from '../../design/RelativeTime.tsx';
import type { NotificationLineFragment } from '../../graphql/generated.ts';
import { useNotificationWords } from '../../words/notificationWords.ts';
import { alertPath } from '../alerts/page/alertAddress.ts';
import { consignmentPath } from '../consignments/consignmentAddress.ts';
import { lotListPath } from '../lots/list/lotListAddress.ts';

const Line = chakra(Link, {
  base: {
    display: 'block',
    px: '3',
    py: '2',
    borderRadius: 'control',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
    _hover: { bg: 'bg.sunken' },
    _focusVisible: { outlineOffset: '-2px' },
  },
});

/** The page of what a notification tells of. */
function pathOf({ kind, targetId }: NotificationLineFragment): string {
  switch (kind) {
    case 'alertRaised':
    case 'alertCommented':
    case 'alertClosed':
    case 'alertAssigned':
    case 'alertDue':
      return alertPath(targetId);
    case 'shippingWaiting':
    case 'shippingConfirmed':
    case 'shippingShipped':
      return '/admin/shipping-reviews';
    case 'importDone':
      return lotListPath({ importId: targetId });
    case 'buyerTask':
      return consignmentPath(targetId);
    case 'documentEnds':
      return '/admin/due-diligence';
    case 'invitationAccepted':
      return '/admin/users';
  }
}

interface NotificationListProps {
  notifications: readonly NotificationLineFragment[];
  onOpen: (id: string) => void;
}

/** Notifications as links to what they tell of. */
export function NotificationList({ notifications, onOpen }: NotificationListProps) {
  const { say } = useNotificationWords();
  return (
    <Box as="ul" listStyleType="none" aria-label={say('notifications.list')}>
      {notifications.map((one) => (
        <li key={one.id}>
          <Line to={pathOf(one)} fontWeight={one.isRead ? '400' : '600'} onClick={() => onOpen(one.id)}>
            <Flex gap="2" align="baseline">
              <Box
                flexShrink="0"
                boxSize="2"
                borderRadius="full"
                bg={one.isRead ? 'transparent' : 'leaf.solid'}
                aria-hidden
              />
              <Box flex="1">
                {!one.isRead && <chakra.span srOnly>{say('notifications.unread')} </chakra.span>}
                {say('notifications.text', {
                  kind: one.kind,
                  name: one.name ?? say('notifications.somebody'),
                  lotId: one.lotId ?? '',
                })}
                <Box fontSize="xs" fontWeight="400" color="fg.muted">
                  <RelativeTime iso={one.at} />
                </Box>
              </Box>
            </Flex>
          </Line>
        </li>
      ))}
    </Box>
  );
}
