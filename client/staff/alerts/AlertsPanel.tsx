import { chakra, Flex } from '@chakra-ui/react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Delayed } from '../../design/Loading.tsx';
import { EntrySkeleton } from '../../design/Skeletons.tsx';
import { Panel } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { AlertItemFragment, AlertsQuery } from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { AlertDetails } from './AlertDetails.tsx';
import { AlertFilters } from './AlertFilters.tsx';
import { AlertTableRow } from './AlertTableRow.tsx';
import { AlertTable } from './AlertTable.tsx';
import { alertViewOf, FIRST_VIEW, type AlertListState } from './alertListState.ts';
import { BulkSteps } from './BulkSteps.tsx';
import { DismissAlert } from './DismissAlert.tsx';
import { NoAlerts } from './NoAlerts.tsx';
import { alertPath } from './page/alertAddress.ts';
import { useListKeys } from '../useListKeys.ts';
import { useAlertSteps } from './useAlertSteps.ts';
import { useListChanges } from './useListNews.ts';
import type { WhyEmpty } from './whyEmpty.ts';

/** Number of alerts listed before 'View All Alerts' is pressed (docs/spec/staff-screens.md, 'Alerts tab'). */
const FEW = 3;

interface AlertsPanelProps {
  data: AlertsQuery['alerts'] | undefined;
  /** the data belongs to the previous view while the requested one loads */
  waiting: boolean;
  error: unknown;
  view: AlertListState;
  onView: (change: Partial<AlertListState>) => void;
  onRetry: () => void;
  retrying: boolean;
  why: WhyEmpty;
  /** ms since 1970 */
  now: number;
}

/** The panel 'Satellite Alerts (N)': the newest few, or the full list with pages. */
export function AlertsPanel(props: AlertsPanelProps) {
  const { data, waiting, error, view, onView, onRetry, retrying, why, now } = props;
  const { say } = useStaffWords();
  const [detailed, setDetailed] = useState<AlertItemFragment | null>(null);
  const [dismissing, setDismissing] = useState<AlertItemFragment | null>(null);
  const [selected, setSelected] = useState<ReadonlyMap<string, AlertItemFragment>>(new Map());
  const list = useRef<HTMLElement>(null);
  const { review, failure, clearFailure } = useReview(() => list.current?.focus());
  const navigate = useNavigate();
  const { search } = useLocation();
  const open = useCallback(
    (alert: AlertItemFragment) => void navigate(alertPath(alert.id, alertViewOf(new URLSearchParams(search)))),
    [navigate, search],
  );
  const alerts = data?.alerts;
  const total = data?.pagination.total;
  const ids = useMemo(() => (waiting ? undefined : alerts?.map(({ id }) => id)), [waiting, alerts]);
  const { change, fresh } = useListChanges(JSON.stringify({ ...view, all: true }), ids);

  // The answered row leaves the list together with its button, so move focus to the list.
  const answered = useCallback(() => list.current?.focus(), []);
  const select = (next: ReadonlySet<string>) => {
    const known = new Map([...selected, ...(alerts ?? []).map((alert) => [alert.id, alert] as const)]);
    setSelected(new Map([...known].filter(([id]) => next.has(id))));
  };
  useListKeys(list);
  const empty = (
    <NoAlerts
      why={why}
      onClear={() => onView({ ...FIRST_VIEW, all: view.all })}
      onUnderReview={() => onView({ status: 'acknowledged' })}
    />
  );

  return (
    <Panel title={total === undefined ? say('alerts.title') : say('alerts.titleCounted', { count: total })}>
      <AlertFilters view={view} onChange={onView} />
      <AlertsLoadFailure error={error} onRetry={onRetry} retrying={retrying} />
      {failure !== null && (
        <Banner mb="4" onDismiss={clearFailure}>
          {failure}
        </Banner>
      )}
      <ListChanges change={change} total={waiting ? undefined : total} />
      {alerts === undefined && error === undefined && !view.all && (
        <Delayed label={say('alerts.loading')}>
          <EntrySkeleton />
          <EntrySkeleton />
          <EntrySkeleton />
        </Delayed>
      )}
      {alerts?.length === 0 && !view.all && empty}
      <chakra.section ref={list} tabIndex={-1} aria-label={say('alerts.list')} borderRadius="control">
        {view.all && (alerts !== undefined || error === undefined) && (
          <AlertTable
            alerts={alerts}
            now={now}
            fresh={fresh}
            selected={new Set(selected.keys())}
            onSelect={select}
            bar={
              <BulkSteps
                selected={selected}
                onClear={() => setSelected(new Map())}
                onAnswered={() => {
                  setSelected(new Map());
                  answered();
                }}
              />
            }
            onOpen={open}
            onDetails={setDetailed}
            onReview={review}
            onDismiss={setDismissing}
            empty={empty}
            busy={waiting}
          />
        )}
        {!view.all && (
          <chakra.ul>
            {alerts?.slice(0, FEW).map((alert) => (
              <AlertTableRow
                key={alert.id}
                alert={alert}
                now={now}
                isNew={fresh.has(alert.id)}
                list={view}
                onDetails={() => setDetailed(alert)}
                onDismiss={() => setDismissing(alert)}
                onAnswered={answered}
              />
            ))}
          </chakra.ul>
        )}
      </chakra.section>
      <Foot view={view} data={data} onView={onView} />
      <AlertDetails alert={detailed} onClose={() => setDetailed(null)} onAnswered={answered} />
      <DismissAlert alert={dismissing} onClose={() => setDismissing(null)} onAnswered={answered} />
    </Panel>
  );
}

/** Error message with a retry button. */
export function AlertsLoadFailure({
  error,
  onRetry,
  retrying,
}: Pick<AlertsPanelProps, 'error' | 'onRetry' | 'retrying'>) {
  const words = useStaffWords();
  const { say } = words;
  if (error === undefined) return null;
  return (
    <Banner
      mb="4"
      action={
        <Button variant="secondary" size="sm" busy={retrying} busyLabel={say('again.trying')} onClick={onRetry}>
          {say('again.try')}
        </Button>
      }
    >
      {say('alerts.failed', { reason: errorMessage(words, error, say('alerts.fetchFailed')) })}
    </Banner>
  );
}

/** Opens the full list, and pages through it. */
function Foot({ view, data, onView }: Pick<AlertsPanelProps, 'view' | 'data' | 'onView'>) {
  const { say } = useStaffWords();
  if (data === undefined) return null;
  const { total, page, totalPages } = data.pagination;
  if (!view.all) {
    if (total <= FEW) return null;
    return (
      <Flex justify="center" mt="3">
        <Button variant="secondary" onClick={() => onView({ all: true })}>
          {say('alerts.viewAll', { count: total })}
        </Button>
      </Flex>
    );
  }
  return (
    <Flex mt="3" gap="3" wrap="wrap" align="center" justify="space-between">
      <Button variant="quiet" onClick={() => onView({ all: false, page: 1 })}>
        {say('alerts.viewFew')}
      </Button>
      <PaginationControl
        label={say('alerts.pages')}
        page={page}
        totalPages={totalPages}
        onChange={(next) => onView({ page: next })}
      />
    </Flex>
  );
}

/** Announces list changes to screen readers, once per server response. */
function ListChanges({ change, total }: { change: { came: number; went: number } | null; total: number | undefined }) {
  const { say } = useStaffWords();
  const told: string[] = [];
  if (change !== null && change.came > 0) told.push(say('alerts.came', { count: change.came }));
  if (change !== null && change.went > 0) told.push(say('alerts.went', { count: change.went }));
  if (total !== undefined) told.push(say('alerts.listOf', { count: total }));
  return <chakra.output srOnly>{told.join(' ')}</chakra.output>;
}

/** 'Mark Reviewed' from the table's menu. The function is stable, so that rows render again only when they change. */
function useReview(onAnswered: () => void) {
  const { acknowledge } = useAlertSteps();
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef({ acknowledge, onAnswered });
  useLayoutEffect(() => {
    latest.current = { acknowledge, onAnswered };
  });
  const review = useCallback((alert: AlertItemFragment): void => {
    const run = async () => {
      setFailure(null);
      const step = await latest.current.acknowledge(alert.id);
      if (step.kind === 'done') latest.current.onAnswered();
      if (step.kind === 'failed') setFailure(step.message);
    };
    void run();
  }, []);
  return { review, failure, clearFailure: () => setFailure(null) };
}
