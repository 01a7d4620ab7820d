import { Box, chakra, Flex } from '@chakra-ui/react';
import { Ban, Eye, SquareCheck } from 'lucide-react';
import { useState } from 'react';
import { alertMove } from '../../../server/domain/alerts.ts';
import { Badge, SEVERITY_TONES, SeverityBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { saidWord, saidWords } from '../saidWords.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { useAlertSteps } from './useAlertSteps.ts';

interface AlertRowProps {
  alert: AlertItemFragment;
  onDetails: () => void;
  onDismiss: () => void;
  onAnswered: () => void;
}

export function AlertRow({ alert, onDetails, onDismiss, onAnswered }: AlertRowProps) {
  const words = useStaffWords();
  const { say, formatCoordinates, formatDateTime } = words;
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

  const title = saidWord(words, alert.titleSaid);
  const about = { title, lotId: alert.lotId };
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
        {alert.status !== 'active' && <Badge>{say(`alertStatus.${alert.status}`)}</Badge>}
        <chakra.h3 fontWeight="600" fontSize="md" overflowWrap="anywhere" minW="0">
          {title}
        </chakra.h3>
      </Flex>
      <Box fontSize="sm" overflowWrap="anywhere" maxW="70ch">
        {saidWords(words, alert.descriptionSaid)}
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
        <Button variant="secondary" size="sm" aria-label={say('alert.detailsOf', about)} onClick={onDetails}>
          <Eye aria-hidden />
          {say('alert.details')}
        </Button>
        {mayAcknowledge && alertMove(alert.status, 'acknowledged') === 'moves' && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            aria-label={say('alert.reviewOf', about)}
            onClick={() => void markReviewed()}
          >
            <SquareCheck aria-hidden />
            {say('alert.review')}
          </Button>
        )}
        {mayClose && alertMove(alert.status, 'dismissed') === 'moves' && (
          <Button variant="quiet" size="sm" aria-label={say('alert.dismissOf', about)} onClick={onDismiss}>
            <Ban aria-hidden />
            {say('alert.dismiss')}
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}
