import { useQuery } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { useConnection } from '../../graphql/connection.ts';
import { AlertBadgeDocument } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useTab } from '../StaffAddress.tsx';
import { StaffRich, useStaffWords } from '../../words/staffWords.ts';

/** Shows whether live updates work; visible at any scroll position. */
export function ConnectionLine() {
  const { say } = useStaffWords();
  const connection = useConnection();
  return (
    <chakra.output
      display="block"
      position="sticky"
      top="0"
      zIndex="sticky"
      bg="pod.subtle"
      color="pod"
      fontSize="sm"
      textAlign="center"
    >
      {connection === 'offline' && <Box py="1.5">{say('shell.offline')}</Box>}
      {connection === 'reconnecting' && <Box py="1.5">{say('shell.reconnecting')}</Box>}
    </chakra.output>
  );
}

/** The number of active alerts; hidden for 0 and while loading. */
export function AlertCount() {
  const { data } = useQuery(AlertBadgeDocument);
  const count = data?.alerts.pagination.total ?? 0;
  if (count === 0) return null;
  return (
    <chakra.span
      bg="alarm.solid"
      color="alarm.on"
      borderRadius="full"
      minW="5"
      px="1.5"
      fontSize="xs"
      fontWeight="600"
      lineHeight="1.25rem"
      textAlign="center"
      fontVariantNumeric="tabular-nums"
    >
      <StaffRich id="shell.activeAlerts" params={{ count }} parts={{ quiet: <chakra.span srOnly /> }} />
    </chakra.span>
  );
}

/**
 * 'Failed to load alerts' with the reason, until dismissed or loaded. Hidden on the alerts tab, which shows the error
 * with its list.
 */
export function AlertsFailure() {
  const words = useStaffWords();
  const { say } = words;
  const { error } = useQuery(AlertBadgeDocument);
  const [tab] = useTab();
  const [dismissed, setDismissed] = useState<unknown>(undefined);
  if (error === undefined || error === dismissed || tab === 'alerts') return null;
  return (
    <Banner title={say('shell.alertsFailed')} mb="5" onDismiss={() => setDismissed(error)}>
      {errorMessage(words, error, say('alerts.fetchFailed'))}
    </Banner>
  );
}
