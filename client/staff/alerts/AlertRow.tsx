import { Box, chakra, Flex } from '@chakra-ui/react';
import { Ban, Eye, SquareCheck } from 'lucide-react';
import { useState } from 'react';
import { alertMove } from '../../../server/domain/alerts.ts';
import { Badge, SEVERITY_TONES, SeverityBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { formatCoordinates, formatDateTime, inWords } from '../../words/format.ts';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { useAlertSteps } from './useAlertSteps.ts';

interface AlertRowProps {
  alert: AlertItemFragment;
  onDetails: () => void;
  onDismiss: () => void;
  onAnswered: () => void;
}

export function AlertRow({ alert, onDetails, onDismiss, onAnswered }: AlertRowProps) {
  const mayAcknowledge = useMay('acknowledge_alerts');
  const mayClose = useMay('close_alerts');
  const { acknowledge, busy } = useAlertSteps();
  const [error, setError] = useState<string | null>(null);

  const markReviewed = async () => {
    setError(null);
    const step = await acknowledge(alert.id);
    if (step.kind === 'done') onAnswered();
    if (step.kind === 'failed') setError(step.message);
  };

  const about = `${alert.title}, ${alert.lotId}`;
  return (
    <chakra.li
      display="grid"
      gap="2"
      py="4"
      ps="4"
      borderStartWidth="3px"
      borderStartColor={`${SEVERITY_TONES[alert.severity]}.solid`}
      _notFirst={{ mt: '3' }}
    >
      <Flex gap="2" wrap="wrap" align="center">
        <SeverityBadge severity={alert.severity} />
        {alert.status !== 'active' && <Badge>{inWords(alert.status)}</Badge>}
        <chakra.h3 fontWeight="600" fontSize="md" overflowWrap="anywhere" minW="0">
          {alert.title}
        </chakra.h3>
      </Flex>
      <Box fontSize="sm" overflowWrap="anywhere" maxW="70ch">
        {alert.description}
      </Box>
      <Flex fontSize="sm" color="fg.muted" columnGap="4" rowGap="1" wrap="wrap" fontVariantNumeric="tabular-nums">
        <span>{alert.lotId}</span>
        {alert.lot.farmerName && <span>{alert.lot.farmerName}</span>}
        {alert.latitude !== null && (
          <chakra.span fontFamily="mono">{formatCoordinates(alert.latitude, alert.longitude)}</chakra.span>
        )}
        <span>{formatDateTime(alert.createdAt)}</span>
      </Flex>
      {error !== null && <Banner onDismiss={() => setError(null)}>{error}</Banner>}
      <Flex gap="2" wrap="wrap" mt="1">
        <Button variant="secondary" size="sm" aria-label={`View Details: ${about}`} onClick={onDetails}>
          <Eye aria-hidden />
          View Details
        </Button>
        {mayAcknowledge && alertMove(alert.status, 'acknowledged') === 'moves' && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            aria-label={`Mark Reviewed: ${about}`}
            onClick={() => void markReviewed()}
          >
            <SquareCheck aria-hidden />
            Mark Reviewed
          </Button>
        )}
        {mayClose && alertMove(alert.status, 'dismissed') === 'moves' && (
          <Button variant="quiet" size="sm" aria-label={`Dismiss: ${about}`} onClick={onDismiss}>
            <Ban aria-hidden />
            Dismiss
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}
