import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { FileKey, Package, PackageX, Plus, Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ActionMenu } from '../../design/ActionMenu.tsx';
import { StageBadge, StatusBadge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Panel } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import {
  LotsOfConsignmentDocument,
  RemoveFromConsignmentDocument,
  type ConsignmentFactsFragment,
  type ConsignmentLotRowFragment,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useConsignmentWords, type ConsignmentWords } from '../../words/consignmentWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useDownload } from '../lot/useDownload.ts';
import { LotLink } from '../LotLink.tsx';
import { recallPath } from '../recall/recallAddress.ts';
import { useMay } from '../session/SessionProvider.tsx';
import { AddLotsPanel } from './AddLotsPanel.tsx';
import { MendLink, type BlockerParts } from './MendLink.tsx';
import { TargetLine } from './TargetLine.tsx';

const ON_PAGE = 20;

interface ConsignmentLotListProps {
  consignment: ConsignmentFactsFragment;
  blockers: readonly BlockerParts[];
  onDone: (message: string) => void;
  /** the server knows more than this page */
  onStale: () => void;
}

/** The lots of a consignment, with what keeps each out; an open one takes more and gives them back. */
export function ConsignmentLotList({ consignment, blockers, onDone, onStale }: ConsignmentLotListProps) {
  const words = useConsignmentWords();
  const { say, formatKg } = words;
  const mayChange = useMay('manage_consignments') && consignment.state === 'open';
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<ConsignmentLotRowFragment | null>(null);
  const { data, previousData, error, loading, refetch } = useQuery(LotsOfConsignmentDocument, {
    variables: { id: consignment.id, page, limit: ON_PAGE },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.consignment?.lots;
  const isOpen = consignment.state === 'open';
  const columns = useMemo(() => lotColumns(words, isOpen ? blockers : null), [words, isOpen, blockers]);
  const actions = useLotActions(mayChange ? setRemoved : null);
  return (
    <Panel
      title={say('consignmentLots.title')}
      actions={
        mayChange &&
        !adding && (
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {say('consignmentLots.add')}
          </Button>
        )
      }
    >
      {adding && mayChange && (
        <AddLotsPanel
          consignment={consignment}
          onClose={() => setAdding(false)}
          onStale={onStale}
          onDone={(count) => {
            setAdding(false);
            onDone(say('addLots.added', { count }));
          }}
        />
      )}
      <Flex direction="column" gap="3" my="3">
        <Box fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums" aria-live="polite">
          {say('consignmentLots.count', { count: consignment.lotCount, weight: formatKg(consignment.weight) })}
        </Box>
        <TargetLine weight={consignment.weight} target={consignment.netWeight} />
      </Flex>
      <DataTable
        stacks
        caption={say('consignmentLots.list')}
        columns={columns}
        rows={shown?.lots}
        rowId={({ id }) => id}
        actions={actions}
        loading={say('consignmentLots.loading')}
        busy={loading && shown !== undefined}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('consignmentLots.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState icon={Package} title={say('consignmentLots.none')}>
            {say(mayChange ? 'consignmentLots.noneHint' : 'consignmentLots.noneReader')}
          </EmptyState>
        }
      />
      <Box mt="3">
        <PaginationControl
          page={page}
          totalPages={shown?.pagination.totalPages ?? 1}
          onChange={setPage}
          label={say('consignmentLots.list')}
        />
      </Box>
      <RemoveLotDialog
        consignment={consignment}
        lot={removed}
        onClose={() => setRemoved(null)}
        onStale={onStale}
        onDone={(lotId) => {
          setRemoved(null);
          onDone(say('consignmentLots.removed', { lotId }));
        }}
      />
    </Panel>
  );
}

/** @param onRemove null: the user may not change the lots */
function useLotActions(onRemove: ((lot: ConsignmentLotRowFragment) => void) | null) {
  const { say } = useConsignmentWords();
  const navigate = useNavigate();
  const { download } = useDownload();
  return useMemo(
    () => ({
      name: say('consignmentLots.actions'),
      render: (lot: ConsignmentLotRowFragment) => (
        <ActionMenu
          label={say('consignmentLots.actionsOf', { lotId: lot.lotId })}
          actions={[
            {
              id: 'proof',
              label: say('consignmentLots.proof'),
              icon: FileKey,
              onSelect: () =>
                download(`/lots/public/${encodeURIComponent(lot.lotId)}/proof`, `${lot.lotId}-proof.json`),
            },
            {
              id: 'recall',
              label: say('consignmentLots.recall'),
              icon: Waypoints,
              onSelect: () => void navigate(recallPath({ lot: lot.lotId })),
            },
            ...(onRemove === null
              ? []
              : [
                  {
                    id: 'remove',
                    label: say('consignmentLots.remove'),
                    icon: PackageX,
                    danger: true,
                    onSelect: () => onRemove(lot),
                  },
                ]),
          ]}
        />
      ),
    }),
    [say, navigate, download, onRemove],
  );
}

/** @param blockers null: the lots no longer change, so nothing keeps them out */
function lotColumns(
  words: ConsignmentWords,
  blockers: readonly BlockerParts[] | null,
): Column<ConsignmentLotRowFragment>[] {
  const { say, formatKg, formatDate } = words;
  const keepsOut: Column<ConsignmentLotRowFragment>[] =
    blockers === null
      ? []
      : [
          {
            id: 'keepsOut',
            name: say('consignmentLots.keepsOut'),
            width: '20rem',
            usual: '8rem',
            render: ({ id }) => <LotBlockers blockers={blockers.filter((one) => one.id === id)} />,
          },
        ];
  return [
    {
      id: 'lot',
      name: say('consignmentLots.lot'),
      width: '9.5rem',
      usual: '5rem',
      render: ({ lotId }) => <LotLink lotId={lotId} />,
    },
    {
      id: 'weight',
      name: say('consignmentLots.weight'),
      width: '9rem',
      usual: '5rem',
      figures: true,
      render: ({ weight }) => formatKg(weight),
    },
    {
      id: 'left',
      name: say('consignmentLots.left'),
      width: '8rem',
      usual: '5rem',
      figures: true,
      render: ({ available }) => formatKg(available),
    },
    ...keepsOut,
    {
      id: 'status',
      name: say('recall.status'),
      width: '11rem',
      usual: '8rem',
      render: ({ deforestationStatus }) => <StatusBadge status={deforestationStatus} />,
    },
    {
      id: 'check',
      name: say('consignmentLots.check'),
      width: '8rem',
      usual: '6rem',
      render: ({ satelliteTimestamp }) => formatDate(satelliteTimestamp),
    },
    {
      id: 'stage',
      name: say('consignmentLots.stage'),
      width: '8rem',
      usual: '5rem',
      render: ({ currentProcess }) => <StageBadge stage={currentProcess} />,
    },
    {
      id: 'variety',
      name: say('consignmentLots.variety'),
      width: '8rem',
      usual: '5rem',
      render: ({ variety }) => variety,
    },
  ];
}

function LotBlockers({ blockers }: { blockers: readonly BlockerParts[] }) {
  const words = useConsignmentWords();
  if (blockers.length === 0) return <chakra.span color="fg.muted">{words.say('consignmentLots.fits')}</chakra.span>;
  return (
    <chakra.ul listStyleType="none" display="grid" gap="1.5" whiteSpace="normal">
      {blockers.map((blocker) => (
        <chakra.li key={blocker.reason.code}>
          {localizedText(words, blocker.reason)}
          <Box>
            <MendLink blocker={blocker} />
          </Box>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

interface RemoveLotDialogProps {
  consignment: ConsignmentFactsFragment;
  lot: ConsignmentLotRowFragment | null;
  onClose: () => void;
  onStale: () => void;
  onDone: (lotId: string) => void;
}

/** Confirmation before a lot leaves the consignment. */
function RemoveLotDialog({ consignment: { id, version }, lot, onClose, onStale, onDone }: RemoveLotDialogProps) {
  const words = useConsignmentWords();
  const { say, formatKg } = words;
  const [remove] = useWrite(RemoveFromConsignmentDocument, { failed: say('consignmentLots.removeFailed') });
  const shown = useLastShown(lot);
  const lotId = shown?.lotId ?? '';
  const confirm = async () => {
    if (lot === null) return;
    const written = await remove({ id, lots: [lot.id], version });
    if (written.kind === 'ignored') return;
    if (written.kind === 'failed') throw new Error(written.message);
    const { removeFromConsignment } = written.data;
    if (removeFromConsignment.__typename !== 'ConsignmentSaved') {
      onStale();
      throw new Error(localizedText(words, removeFromConsignment.said));
    }
    onDone(lot.lotId);
  };
  return (
    <ConfirmDialog
      open={lot !== null}
      onClose={onClose}
      title={say('consignmentLots.removeTitle', { lotId })}
      action={say('consignmentLots.remove')}
      busyLabel={say('consignmentLots.removing')}
      danger
      onConfirm={confirm}
      message={say('consignmentLots.removeText', { lotId, weight: formatKg(shown?.weight) })}
    />
  );
}
