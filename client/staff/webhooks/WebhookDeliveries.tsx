import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import {
  WebHookDeliveriesDocument,
  type HookRowFragment,
  type WebHookDeliveriesQuery,
} from '../../graphql/generated.ts';
import { errorMessage } from '../../graphql/messages.ts';
import { DASH } from '../../words/format.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { RelativeTime } from '../../design/RelativeTime.tsx';

type Delivery = WebHookDeliveriesQuery['webHookDeliveries']['deliveries'][number];

/** Deliveries of a web hook with their results. */
export function HookDeliveries({ hook, onClose }: { hook: HookRowFragment | null; onClose: () => void }) {
  const { say } = useOfficeWords();
  const shown = useLastShown(hook);
  return (
    <Dialog
      open={hook !== null}
      onClose={onClose}
      size="lg"
      title={say('deliveries.title', { name: shown?.name ?? '' })}
    >
      {shown !== null && <Deliveries key={shown.id} hookId={shown.id} />}
    </Dialog>
  );
}

function Deliveries({ hookId }: { hookId: string }) {
  const words = useOfficeWords();
  const { say } = words;
  const [page, setPage] = useState(1);
  const { data, previousData, error, loading } = useQuery(WebHookDeliveriesDocument, {
    variables: { id: hookId, page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.webHookDeliveries;
  const columns = useMemo(() => columnsOf(words), [words]);
  return (
    <>
      <DataTable
        stacks
        caption={say('deliveries.list')}
        columns={columns}
        rows={shown?.deliveries}
        rowId={({ id }) => id}
        loading={say('deliveries.loading')}
        busy={loading && shown !== undefined}
        error={error === undefined || shown !== undefined ? undefined : <Banner>{errorMessage(words, error)}</Banner>}
        empty={say('deliveries.none')}
      />
      <PaginationControl
        page={page}
        totalPages={shown?.pagination.totalPages ?? 1}
        onChange={setPage}
        label={say('deliveries.list')}
      />
    </>
  );
}

function columnsOf(words: OfficeWords): Column<Delivery>[] {
  const { say } = words;
  return [
    { id: 'event', name: say('deliveries.event'), usual: '8rem', render: ({ event }) => eventWord(words, event) },
    {
      id: 'when',
      name: say('deliveries.when'),
      usual: '9rem',
      render: ({ createdAt }) => <RelativeTime iso={createdAt} />,
    },
    {
      id: 'state',
      name: say('deliveries.state'),
      usual: '6rem',
      render: ({ state }) => say(`deliveries.state.${state}`),
    },
    { id: 'attempts', name: say('deliveries.attempts'), usual: '4rem', render: ({ attempts }) => attempts },
    { id: 'answer', name: say('deliveries.answer'), width: '12rem', render: (delivery) => answerWord(words, delivery) },
  ];
}

function eventWord({ say }: OfficeWords, event: string): string {
  if (event === 'alert.raised') return say('deliveries.event.raised');
  return say(event === 'alert.dismissed' ? 'deliveries.event.dismissed' : 'deliveries.event.changed');
}

function answerWord({ say }: OfficeWords, { lastFault, lastStatus }: Delivery): string {
  const status = lastStatus === null ? DASH : String(lastStatus);
  if (lastFault !== null) {
    switch (lastFault) {
      case 'redirect':
      case 'refused':
      case 'server':
        return say(`deliveries.fault.${lastFault}`, { status });
      default:
        return say(`deliveries.fault.${lastFault}`);
    }
  }
  return lastStatus === null ? DASH : say('deliveries.taken', { status });
}
