import { Box, chakra, Flex } from '@chakra-ui/react';
import { Ban, Eye, SquareCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { alertMove } from '../../../server/domain/alert/alerts.ts';
import { Badge, SEVERITY_TONES, SeverityBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import type { AlertItemFragment } from '../../graphql/generated.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { LotLink } from '../LotLink.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import type { AlertListState } from './alertListState.ts';
import { DueBadge } from './DueBadge.tsx';
import { daysSince, headingOf, isSample } from './finding.ts';
import { alertPath } from './page/alertAddress.ts';
import { useAlertSteps } from './useAlertSteps.ts';

interface AlertRowProps {
  alert: AlertItemFragment;
  /** ms since 1970 */
  now: number;
  /** it arrived while the user viewed the list */
  isNew: boolean;
  /** the list that shows it */
  list: AlertListState;
  onDetails: () => void;
  onDismiss: () => void;
  onAnswered: () => void;
}

/** An alert in the short list: finding, place, age and actions. */
export function AlertTableRow({ alert, now, isNew, list, onDetails, onDismiss, onAnswered }: AlertRowProps) {
  const words = useStaffWords();
  const { say } = words;
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

  const about = { title: headingOf(words, alert), lotId: alert.lotId };
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="2"
      py="3"
      ps="4"
      borderStartWidth="3px"
      borderStartColor={`${SEVERITY_TONES[alert.severity]}.solid`}
      _notFirst={{ mt: '3' }}
    >
      <AlertHeadline alert={alert} now={now} isNew={isNew} list={list} />
      {error !== null && <Banner onDismiss={() => setError(null)}>{error}</Banner>}
      <Flex gap="2" wrap="wrap" mt="1">
        <Button
          data-opener
          variant="secondary"
          size="sm"
          aria-label={say('alert.detailsOf', about)}
          onClick={onDetails}
        >
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

/** The facts that distinguish an alert from similar ones: lot, size and years of the loss, farm, place, age. */
export function AlertHeadline({ alert, now, isNew, list }: Pick<AlertRowProps, 'alert' | 'now' | 'isNew' | 'list'>) {
  const words = useStaffWords();
  const { say, formatCoordinates, formatDateTime } = words;
  const { farmerName, farmId } = alert.lot;
  return (
    <>
      <Flex columnGap="3" rowGap="1" wrap="wrap" align="center">
        <LotLink lotId={alert.lotId} />
        <chakra.h3 fontWeight="600" fontSize="md" overflowWrap="anywhere" minW="0">
          <TextLink asChild>
            <Link to={alertPath(alert.id, list)}>{headingOf(words, alert)}</Link>
          </TextLink>
        </chakra.h3>
        <SeverityBadge severity={alert.severity} />
        {alert.status !== 'active' && <Badge>{say(`alertStatus.${alert.status}`)}</Badge>}
        <DueBadge alert={alert} now={now} />
        {isSample(alert) && <Badge tone="sky">{say('alert.sample')}</Badge>}
        {isNew && alert.status === 'active' && <Badge tone="sky">{say('alerts.new')}</Badge>}
      </Flex>
      <Flex fontSize="sm" color="fg.muted" columnGap="4" rowGap="1" wrap="wrap" fontVariantNumeric="tabular-nums">
        {farmerName !== null && (
          <Box as="span" overflowWrap="anywhere" minW="0">
            {farmerName}
          </Box>
        )}
        {farmId !== null && (
          <Box as="span" overflowWrap="anywhere" minW="0">
            {farmId}
          </Box>
        )}
        {alert.latitude !== null && (
          <chakra.span fontFamily="mono">{formatCoordinates(alert.latitude, alert.longitude)}</chakra.span>
        )}
        <chakra.time dateTime={alert.createdAt} title={formatDateTime(alert.createdAt)}>
          {say('alert.days', { days: daysSince(alert.createdAt, now) })}
        </chakra.time>
      </Flex>
    </>
  );
}
