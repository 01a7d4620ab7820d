import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { Ban, CircleCheck, List, Plus, TriangleAlert, Webhook } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Page } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { DisableWebHookDocument, WebHooksDocument, type HookRowFragment } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useOfficeWords, type OfficeWords } from '../../words/adminMessages.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { HookDeliveries } from './WebhookDeliveries.tsx';
import { MakeHookDialog } from './MakeWebhookDialog.tsx';
import { RelativeTime } from '../../design/RelativeTime.tsx';

/** Web hooks that send alerts to partners, for users who manage keys. */
export default function HooksPage() {
  const words = useOfficeWords();
  const { say } = words;
  const [page, setPage] = useState(1);
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<HookRowFragment | null>(null);
  const [logged, setLogged] = useState<HookRowFragment | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { data, previousData, error, loading, refetch } = useQuery(WebHooksDocument, {
    variables: { page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.webHooks;
  const again = () => void refetch().catch(() => undefined);
  const columns = useMemo(() => columnsOf(words), [words]);
  const actions = useMemo(
    () => ({
      name: say('hooks.actions'),
      render: (hook: HookRowFragment) => (
        <ActionMenu
          label={say('hooks.actionsOf', { name: hook.name })}
          actions={[
            { id: 'log', label: say('hooks.log'), icon: List, onSelect: () => setLogged(hook) },
            ...(hook.disabledFor === null
              ? [{ id: 'end', label: say('hooks.end'), icon: Ban, danger: true, onSelect: () => setEnding(hook) }]
              : []),
          ]}
        />
      ),
    }),
    [say],
  );
  return (
    <Page
      title={say('hooks.title')}
      actions={
        <Button onClick={() => setMaking(true)}>
          <Plus aria-hidden />
          {say('hooks.make')}
        </Button>
      }
    >
      <PageIntro>{say('hooks.lead')}</PageIntro>
      {done !== null && (
        <Banner tone="leaf" onDismiss={() => setDone(null)}>
          {done}
        </Banner>
      )}
      <DataTable
        stacks
        caption={say('hooks.list')}
        columns={columns}
        rows={shown?.hooks}
        rowId={({ id }) => id}
        actions={actions}
        loading={say('hooks.loading')}
        busy={loading && shown !== undefined}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('hooks.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState icon={Webhook} title={say('hooks.none')}>
            {say('hooks.noneHint')}
          </EmptyState>
        }
      />
      <PaginationControl
        page={page}
        totalPages={shown?.pagination.totalPages ?? 1}
        onChange={setPage}
        label={say('hooks.list')}
      />
      <MakeHookDialog open={making} onClose={() => setMaking(false)} onMade={again} />
      <HookDeliveries hook={logged} onClose={() => setLogged(null)} />
      <EndHook
        hook={ending}
        onClose={() => setEnding(null)}
        onDone={(message) => {
          setEnding(null);
          setDone(message);
          again();
        }}
      />
    </Page>
  );
}

function columnsOf({ say, formatDateTime, formatCount }: OfficeWords): Column<HookRowFragment>[] {
  return [
    {
      id: 'name',
      name: say('hooks.name'),
      width: '11rem',
      usual: '9rem',
      render: ({ name }) => <LongText text={name} />,
    },
    { id: 'url', name: say('hooks.url'), width: '16rem', usual: '12rem', render: ({ url }) => <LongText text={url} /> },
    {
      id: 'scope',
      name: say('hooks.scope'),
      usual: '6rem',
      render: ({ farmId }) => <LongText text={farmId || say('hooks.allFarms')} />,
    },
    {
      id: 'state',
      name: say('hooks.state'),
      width: '12rem',
      usual: '9rem',
      render: ({ disabledFor, failingSince }) => {
        if (disabledFor !== null) return <Badge icon={Ban}>{say(`hooks.ended.${disabledFor}`)}</Badge>;
        if (failingSince === null) {
          return (
            <Badge tone="leaf" icon={CircleCheck}>
              {say('hooks.working')}
            </Badge>
          );
        }
        return (
          <Badge tone="pod" icon={TriangleAlert}>
            {say('hooks.failing', { when: formatDateTime(failingSince) })}
          </Badge>
        );
      },
    },
    { id: 'waiting', name: say('hooks.waiting'), usual: '4rem', render: ({ waiting }) => formatCount(waiting) },
    {
      id: 'last',
      name: say('hooks.last'),
      width: '11rem',
      usual: '9rem',
      render: ({ lastDeliveredAt }) =>
        lastDeliveredAt === null ? say('hooks.never') : <RelativeTime iso={lastDeliveredAt} />,
    },
  ];
}

/** Confirmation before a web hook is permanently deleted. */
function EndHook({
  hook,
  onClose,
  onDone,
}: {
  hook: HookRowFragment | null;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const words = useOfficeWords();
  const { say } = words;
  const [end] = useWrite(DisableWebHookDocument, { failed: say('hookEnd.failed') });
  const shown = useLastShown(hook);
  const name = shown?.name ?? '';
  const confirm = async () => {
    if (hook === null) return;
    const written = await end({ id: hook.id });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { disableWebHook } = written.data;
    if (disableWebHook.__typename !== 'DisabledWebHook') throw new Error(localizedText(words, disableWebHook.said));
    onDone(say('hookEnd.done', { name }));
  };
  return (
    <ConfirmDialog
      open={hook !== null}
      onClose={onClose}
      title={say('hookEnd.title', { name })}
      action={say('hookEnd.action')}
      busyLabel={say('hookEnd.busy')}
      danger
      onConfirm={confirm}
      message={<Box overflowWrap="anywhere">{say('hookEnd.text', { url: shown?.url ?? '' })}</Box>}
    />
  );
}
