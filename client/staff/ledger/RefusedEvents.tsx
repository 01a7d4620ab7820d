import { useQuery } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { CircleCheck, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { ROW_LINK } from '../../design/linkLooks.ts';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import { RefusedEventsDocument, RetryLedgerEventDocument, type RefusedFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { inWords } from '../../words/format.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { lotSearch } from '../address.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { localizedText } from '../../words/localizedTexts.ts';
import { RelativeTime } from '../../design/RelativeTime.tsx';

/** Anchor of the banner's link. */
export const REFUSED_EVENTS_ID = 'refused';

/** Events that the ledger rejected, with its code and message and a retry button; for admins. */
export function RefusedEvents() {
  const words = useOfficeWords();
  const { say, formatCount } = words;
  const { search } = useLocation();
  const [page, setPage] = useState(1);
  const [said, setNotice] = useState<{ tone: 'leaf' | 'alarm'; text: string } | null>(null);
  const { data, previousData, error, refetch } = useQuery(RefusedEventsDocument, {
    variables: { page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.refusedLedgerEvents;

  const columns = useMemo(
    (): Column<RefusedFragment>[] => [
      {
        id: 'lot',
        name: say('refusedEvents.lot'),
        width: '7rem',
        usual: '5rem',
        // Of a consignment there is no page that shows its chain.
        render: ({ lotId, consignment }) =>
          consignment ?? (
            <TextLink asChild {...ROW_LINK}>
              <Link to={{ search: lotSearch(search, { lotId, view: 'blockchain' }) }}>{lotId}</Link>
            </TextLink>
          ),
      },
      {
        id: 'event',
        name: say('refusedEvents.event'),
        width: '8rem',
        usual: '6rem',
        render: ({ sequence, type }) => say('refusedEvents.eventOf', { sequence, type: inWords(type) }),
      },
      {
        id: 'at',
        name: say('refusedEvents.at'),
        width: '11rem',
        usual: '9rem',
        render: ({ at }) => <RelativeTime iso={at} />,
      },
      {
        id: 'why',
        name: say('refusedEvents.why'),
        width: '16rem',
        usual: '14rem',
        render: ({ code, text }) => (
          <Box maxW="26rem" whiteSpace="normal" overflowWrap="anywhere">
            <chakra.span fontFamily="mono" fontSize="xs">
              {code}
            </chakra.span>
            <Box color="fg.muted">{text}</Box>
          </Box>
        ),
      },
      {
        id: 'waiting',
        name: say('refusedEvents.waiting'),
        width: '5rem',
        usual: '3rem',
        figures: true,
        render: ({ waiting }) => formatCount(waiting),
      },
    ],
    [say, formatCount, search],
  );
  const actions = useMemo(
    () => ({
      name: say('users.actions'),
      render: (event: RefusedFragment) => (
        <RetryEvent
          event={event}
          onDone={(text) => {
            setNotice({ tone: 'leaf', text });
            refetch().catch(() => undefined);
          }}
          onFailed={(text) => setNotice({ tone: 'alarm', text })}
        />
      ),
    }),
    [say, refetch],
  );

  return (
    <chakra.section
      id={REFUSED_EVENTS_ID}
      tabIndex={-1}
      scrollMarginTop="4"
      aria-labelledby="refused-events"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
    >
      <Box>
        <chakra.h2 id="refused-events" fontSize="lg" fontWeight="600">
          {say('refusedEvents.title')}
        </chakra.h2>
        <Box fontSize="sm" color="fg.muted">
          {say('refusedEvents.what')}
        </Box>
      </Box>
      {said !== null && (
        <Banner tone={said.tone} onDismiss={() => setNotice(null)}>
          {said.text}
        </Banner>
      )}
      <DataTable
        stacks
        caption={say('refusedEvents.list')}
        columns={columns}
        rows={shown?.events}
        rowId={({ id }) => id}
        actions={actions}
        loading={say('refusedEvents.loading')}
        expected={2}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('refusedEvents.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={<EmptyState icon={CircleCheck} title={say('refusedEvents.none')} />}
      />
      <PaginationControl
        page={page}
        totalPages={shown?.pagination.totalPages ?? 1}
        onChange={setPage}
        label={say('refusedEvents.list')}
      />
    </chakra.section>
  );
}

interface RetryEventProps {
  event: RefusedFragment;
  onDone: (message: string) => void;
  onFailed: (message: string) => void;
}

function RetryEvent({ event: { id, sequence, ...event }, onDone, onFailed }: RetryEventProps) {
  const lotId = event.consignment ?? event.lotId;
  const words = useOfficeWords();
  const { say } = words;
  const [retry, busy] = useWrite(RetryLedgerEventDocument, { failed: say('refusedEvents.retryFailed') });
  const press = async () => {
    const written = await retry({ id });
    if (written.kind === 'failed') return onFailed(written.message);
    if (written.kind === 'ignored') return undefined;
    const { retryLedgerEvent } = written.data;
    return retryLedgerEvent.__typename === 'Queued'
      ? onDone(say('refusedEvents.retried', { sequence, lotId }))
      : onFailed(localizedText(words, retryLedgerEvent.said));
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      busyLabel={say('refusedEvents.retrying')}
      aria-label={say('refusedEvents.retryOf', { sequence, lotId })}
      onClick={() => void press()}
    >
      <RotateCcw aria-hidden />
      {say('refusedEvents.retry')}
    </Button>
  );
}
