import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { CircleCheck, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { ALERT_SEVERITIES, ALERT_STATUSES, ALERT_TYPES } from '../../../server/domain/alerts.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField } from '../../design/Field.tsx';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Panel } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { AlertFilter, AlertItemFragment, AlertsQuery } from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { AlertDetails } from './AlertDetails.tsx';
import { AlertRow } from './AlertRow.tsx';
import { DismissAlert } from './DismissAlert.tsx';

/** How many alerts stand there before 'View All Alerts' is pressed. */
const SHORT = 3;

interface AlertListProps {
  data: AlertsQuery['alerts'] | undefined;
  error: unknown;
  filter: AlertFilter;
  onFilter: (filter: AlertFilter) => void;
  onPage: (page: number) => void;
  onRetry: () => void;
  retrying: boolean;
}

export function AlertList({ data, error, filter, onFilter, onPage, onRetry, retrying }: AlertListProps) {
  const words = useStaffWords();
  const { say } = words;
  const [all, setAll] = useState(false);
  const [detailed, setDetailed] = useState<AlertItemFragment | null>(null);
  const [dismissing, setDismissing] = useState<AlertItemFragment | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const alerts = data?.alerts ?? [];
  const total = data?.pagination.total;
  const shown = all ? alerts : alerts.slice(0, SHORT);
  const title = total === undefined ? say('alerts.title') : say('alerts.titleCounted', { count: total });

  // The row that was answered leaves the list, and its button with it: focus goes to the list, not to nowhere.
  const answered = () => list.current?.focus();

  return (
    <Panel title={title}>
      <Filters filter={filter} onFilter={onFilter} />
      {error !== undefined && (
        <Banner
          mb="4"
          action={
            <Button variant="secondary" size="sm" busy={retrying} busyLabel={say('again.trying')} onClick={onRetry}>
              {say('again.try')}
            </Button>
          }
        >
          {say('alerts.failed', { reason: messageOf(words, error, say('alerts.fetchFailed')) })}
        </Banner>
      )}
      {data === undefined && error === undefined && (
        <Delayed label={say('alerts.loading')}>
          <Flex direction="column" gap="3">
            <Skeleton h="7rem" />
            <Skeleton h="7rem" />
            <Skeleton h="7rem" />
          </Flex>
        </Delayed>
      )}
      {data !== undefined && alerts.length === 0 && <NoAlerts filter={filter} />}
      <Box
        ref={list}
        tabIndex={all ? 0 : -1}
        as="section"
        aria-label={say('alerts.list')}
        maxH={all ? '40rem' : undefined}
        overflowY={all ? 'auto' : undefined}
        borderRadius="control"
      >
        <chakra.ul>
          {shown.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              onDetails={() => setDetailed(alert)}
              onDismiss={() => setDismissing(alert)}
              onAnswered={answered}
            />
          ))}
        </chakra.ul>
      </Box>
      {!all && alerts.length > SHORT && total !== undefined && (
        <Flex justify="center" mt="3">
          <Button variant="quiet" onClick={() => setAll(true)}>
            {say('alerts.viewAll', { count: total })}
          </Button>
        </Flex>
      )}
      {all && data !== undefined && (
        <Box mt="3">
          <PaginationControl
            label={say('alerts.pages')}
            page={data.pagination.page}
            totalPages={data.pagination.totalPages}
            onChange={onPage}
          />
        </Box>
      )}
      <AlertDetails alert={detailed} onClose={() => setDetailed(null)} onAnswered={answered} />
      <DismissAlert alert={dismissing} onClose={() => setDismissing(null)} onAnswered={answered} />
    </Panel>
  );
}

function NoAlerts({ filter }: { filter: AlertFilter }) {
  const { say } = useStaffWords();
  const plain = filter.status === 'active' && !filter.type && !filter.severity;
  if (!plain) {
    return (
      <EmptyState icon={SearchX} title={say('alerts.noMatch')}>
        {say('alerts.noMatchHint')}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleCheck} title={say('alerts.none')}>
      {say('alerts.noneHint')}
    </EmptyState>
  );
}

function Filters({ filter, onFilter }: { filter: AlertFilter; onFilter: (filter: AlertFilter) => void }) {
  const { say } = useStaffWords();
  const all = { value: '', label: say('alertFilter.all') };
  return (
    <Grid
      templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' }}
      gap="3"
      mb="5"
      maxW="40rem"
      css={{ '& > :first-of-type': { gridColumn: { base: 'span 2', sm: 'auto' } } }}
    >
      <SelectField
        label={say('alertFilter.status')}
        value={filter.status ?? ''}
        options={[all, ...ALERT_STATUSES.map((name) => ({ value: name, label: say(`alertStatus.${name}`) }))]}
        onChange={(value) => onFilter({ ...filter, status: ALERT_STATUSES.find((name) => name === value) })}
      />
      <SelectField
        label={say('alertFilter.type')}
        value={filter.type ?? ''}
        options={[all, ...ALERT_TYPES.map((name) => ({ value: name, label: say(`alertType.${name}`) }))]}
        onChange={(value) => onFilter({ ...filter, type: ALERT_TYPES.find((name) => name === value) })}
      />
      <SelectField
        label={say('alertFilter.severity')}
        value={filter.severity ?? ''}
        options={[all, ...ALERT_SEVERITIES.map((name) => ({ value: name, label: say(`severity.${name}`) }))]}
        onChange={(value) => onFilter({ ...filter, severity: ALERT_SEVERITIES.find((name) => name === value) })}
      />
    </Grid>
  );
}
