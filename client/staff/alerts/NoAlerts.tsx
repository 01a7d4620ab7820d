import { Box } from '@chakra-ui/react';
import { Clock, SearchX } from 'lucide-react';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Scene } from '../../design/Scene.tsx';
import { useStaffWords } from '../../words/staffWords.ts';
import type { WhyEmpty } from './whyEmpty.ts';

interface NoAlertsProps {
  why: WhyEmpty;
  onClear: () => void;
  onUnderReview: () => void;
}

/** Explains why the list of alerts is empty, and offers the next step. */
export function NoAlerts({ why, onClear, onUnderReview }: NoAlertsProps) {
  const { say, formatDateTime } = useStaffWords();
  switch (why.kind) {
    case 'filtered':
      return (
        <EmptyState
          icon={SearchX}
          title={say('alerts.noMatch')}
          action={
            <Button variant="secondary" onClick={onClear}>
              {say('alerts.clear')}
            </Button>
          }
        >
          {say('alerts.noMatchHint')}
        </EmptyState>
      );
    case 'noLots':
      return (
        <EmptyState scene={<Scene name="noLots" />} title={say('alerts.none')}>
          {say('alerts.noLots')}
        </EmptyState>
      );
    case 'compliant':
      return (
        <EmptyState scene={<Scene name="noAlerts" />} title={say('alerts.none')}>
          {say('alerts.noneHint')}
          <Box mt="1">{say('alerts.lastCheck', { at: formatDateTime(why.lastCheckedAt) })}</Box>
        </EmptyState>
      );
    case 'open': {
      const { total, compliant, pending, neverChecked, lastCheckedAt } = why.watched;
      return (
        <EmptyState
          icon={Clock}
          title={say('alerts.none')}
          action={
            why.underReview === 0 ? undefined : (
              <Button variant="secondary" onClick={onUnderReview}>
                {say('alerts.underReview', { count: why.underReview })}
              </Button>
            )
          }
        >
          <Box>{say('alerts.notAll', { compliant, total })}</Box>
          {pending > 0 && <Box>{say('alerts.pendingLots', { count: pending })}</Box>}
          {neverChecked > 0 && <Box>{say('alerts.neverChecked', { count: neverChecked })}</Box>}
          {lastCheckedAt !== null && <Box mt="1">{say('alerts.lastCheck', { at: formatDateTime(lastCheckedAt) })}</Box>}
        </EmptyState>
      );
    }
    case 'unknown':
      return (
        <EmptyState icon={Clock} title={say('alerts.none')}>
          {say('alerts.noneKnown')}
        </EmptyState>
      );
  }
}
