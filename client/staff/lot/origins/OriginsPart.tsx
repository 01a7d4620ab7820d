import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { Split } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { StageBadge, StatusBadge } from '../../../design/Badge.tsx';
import { EmptyState } from '../../../design/EmptyState.tsx';
import { FlowDrawing } from '../../../design/flow/FlowDrawing.tsx';
import { Delayed } from '../../../design/Loading.tsx';
import { PaginationControl } from '../../../design/PaginationControl.tsx';
import { CardSkeleton } from '../../../design/Skeletons.tsx';
import type { Column } from '../../../design/table/columns.ts';
import { DataTable } from '../../../design/table/DataTable.tsx';
import { TextLink } from '../../../design/TextLink.tsx';
import {
  LotGraphDocument,
  LotUseStepsDocument,
  type DestinationRowFragment,
  type LotDetailFragment,
  type LotGraphQuery,
  type OriginRowFragment,
  type TransformationStep,
} from '../../../graphql/generated.ts';
import { type MassWords, useMassWords } from '../../../words/massWords.ts';
import { LoadFailure } from '../../admin-shared/Retry.tsx';
import { farmPath } from '../../farms/farmAddress.ts';
import { LotLink } from '../../LotLink.tsx';
import { useOpenLot } from '../../StaffAddress.tsx';
import { Part } from '../Part.tsx';
import { isGrouped, lotFlow, MOST_NODES } from './lotFlow.ts';

/** Rows of a page, and lots that the drawing is made of. */
const ON_PAGE = 100;

type ShownLot = Pick<LotDetailFragment, 'lotId' | 'kind' | 'weight' | 'available'>;

/** Where a lot's beans come from and what was made of them: one drawing, and the same figures as tables. */
export default function OriginsPart({ lot }: { lot: ShownLot }) {
  const { say } = useMassWords();
  const [pages, setPages] = useState({ originPage: 1, destinationPage: 1 });
  const { data, previousData, error, refetch } = useQuery(LotGraphDocument, {
    variables: { id: lot.lotId, limit: ON_PAGE, ...pages },
    fetchPolicy: 'cache-and-network',
  });
  const graph = data ?? previousData;
  return (
    <Part title={say('origins.title')}>
      {graph === undefined ? (
        error === undefined ? (
          <Delayed label={say('origins.loading')}>
            <CardSkeleton />
          </Delayed>
        ) : (
          <LoadFailure title={say('origins.failed')} error={error} onRetry={refetch} />
        )
      ) : (
        <LotGraphView lot={lot} graph={graph} onTurn={(to) => setPages({ ...pages, ...to })} />
      )}
    </Part>
  );
}

interface LotGraphViewProps {
  lot: ShownLot;
  graph: LotGraphQuery;
  onTurn: (to: { originPage?: number; destinationPage?: number }) => void;
}

function LotGraphView({ lot, graph, onTurn }: LotGraphViewProps) {
  const words = useMassWords();
  const { say } = words;
  const { lotOrigins, lotDescendants } = graph;
  const originTotal = lotOrigins?.pagination.total ?? 0;
  const destinationTotal = lotDescendants?.pagination.total ?? 0;
  const [originColumns, destinationColumns] = useMemo(() => [originTable(words), destinationTable(words)], [words]);
  if (originTotal + destinationTotal === 0) {
    return (
      <EmptyState icon={Split} title={say('origins.none')}>
        {say('origins.noneHint')}
      </EmptyState>
    );
  }
  return (
    <Flex direction="column" gap="5">
      <LotDrawing lot={lot} graph={graph} />
      {lotOrigins !== null && originTotal > 0 && (
        <Rows
          count={say('origins.originCount', { count: originTotal })}
          pagination={lotOrigins.pagination}
          label={say('origins.originList', { lotId: lot.lotId })}
          onTurn={(originPage) => onTurn({ originPage })}
        >
          <DataTable
            caption={say('origins.originList', { lotId: lot.lotId })}
            columns={originColumns}
            rows={lotOrigins.origins}
            rowId={({ id }) => id}
            loading={say('origins.loading')}
            empty={null}
            maxHeight="24rem"
          />
        </Rows>
      )}
      {lotDescendants !== null && destinationTotal > 0 && (
        <Rows
          count={say('origins.destinationCount', { count: destinationTotal })}
          pagination={lotDescendants.pagination}
          label={say('origins.destinationList', { lotId: lot.lotId })}
          onTurn={(destinationPage) => onTurn({ destinationPage })}
        >
          <DataTable
            caption={say('origins.destinationList', { lotId: lot.lotId })}
            columns={destinationColumns}
            rows={lotDescendants.descendants}
            rowId={({ id }) => id}
            loading={say('origins.loading')}
            empty={null}
            maxHeight="24rem"
          />
        </Rows>
      )}
    </Flex>
  );
}

interface RowsProps {
  count: string;
  label: string;
  pagination: { page: number; totalPages: number };
  onTurn: (page: number) => void;
  children: ReactNode;
}

function Rows({ count, label, pagination: { page, totalPages }, onTurn, children }: RowsProps) {
  return (
    <Box minW="0">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap" mb="2">
        <chakra.h4 fontSize="sm" fontWeight="600">
          {count}
        </chakra.h4>
        {totalPages > 1 && <PaginationControl page={page} totalPages={totalPages} onChange={onTurn} label={label} />}
      </Flex>
      {children}
    </Box>
  );
}

function LotDrawing({ lot, graph }: { lot: ShownLot; graph: LotGraphQuery }) {
  const words = useMassWords();
  const { say, formatKg } = words;
  const { open, hrefOf } = useOpenLot();
  const { lotId, weight, available } = lot;
  const origins = graph.lotOrigins?.origins ?? [];
  const destinations = graph.lotDescendants?.descendants ?? [];
  const grouped = isGrouped({ origins, destinations });
  const uses = useQuery(LotUseStepsDocument, { variables: { id: lotId }, skip: !grouped });
  const steps = stepWeights(uses.data?.lot?.uses?.uses ?? [], words);
  const { nodes, links } = lotFlow(
    { lotId, weight, available, origins, destinations, steps },
    {
      kg: formatKg,
      farm: (farmId, count) => say('origins.farmGroup', { farm: farmId ?? say('origins.noFarm'), count }),
      left: say('origins.left'),
      other: say('origins.otherUse'),
      more: say('origins.more'),
      hrefOf: (to) => hrefOf({ lotId: to, view: 'detail' }),
    },
  );
  return (
    <Box>
      <FlowDrawing
        nodes={nodes}
        links={links}
        title={say('origins.drawing', {
          lotId,
          origins: graph.lotOrigins?.pagination.total ?? 0,
          destinations: graph.lotDescendants?.pagination.total ?? 0,
          left: formatKg(available),
        })}
        onOpen={(id) => open({ lotId: id.replace(/^lot /, ''), view: 'detail' })}
      />
      {grouped && (
        <Box fontSize="sm" color="fg.muted">
          {say('origins.grouped', { count: MOST_NODES })}
        </Box>
      )}
    </Box>
  );
}

function stepWeights(
  uses: readonly { step: TransformationStep | null; weight: number }[],
  words: MassWords,
): { name: string; weight: number }[] {
  const steps = new Map<string, number>();
  for (const { step, weight } of uses) {
    const name = step === null ? words.say('origins.otherUse') : stepName(words, step);
    steps.set(name, (steps.get(name) ?? 0) + weight);
  }
  return [...steps].map(([name, weight]) => ({ name, weight }));
}

function stepName({ say }: MassWords, step: TransformationStep): string {
  return say(`mass.step.${step}`);
}

function originTable({ say, formatKg, formatPercent, formatCount }: MassWords): Column<OriginRowFragment>[] {
  return [
    { id: 'lotId', name: say('origins.lot'), render: ({ lotId }) => <LotLink lotId={lotId} /> },
    {
      id: 'farm',
      name: say('origins.farm'),
      render: ({ farmId }) =>
        farmId === null ? (
          say('origins.noFarm')
        ) : (
          <TextLink asChild>
            <Link to={farmPath(farmId)}>{farmId}</Link>
          </TextLink>
        ),
    },
    { id: 'farmer', name: say('origins.farmer'), render: ({ farmerName }) => farmerName ?? say('origins.noFarm') },
    { id: 'kg', name: say('origins.kg'), figures: true, render: ({ weight }) => formatKg(weight) },
    { id: 'share', name: say('origins.share'), figures: true, render: ({ share }) => formatPercent(share * 100) },
    { id: 'depth', name: say('origins.depth'), figures: true, render: ({ depth }) => formatCount(depth) },
    {
      id: 'status',
      name: say('origins.status'),
      render: ({ deforestationStatus }) => <StatusBadge status={deforestationStatus} />,
    },
  ];
}

function destinationTable({ say, formatKg, formatPercent, formatCount }: MassWords): Column<DestinationRowFragment>[] {
  return [
    { id: 'lotId', name: say('origins.lot'), render: ({ lotId }) => <LotLink lotId={lotId} /> },
    { id: 'kg', name: say('origins.kg'), figures: true, render: ({ weight }) => formatKg(weight) },
    { id: 'share', name: say('origins.share'), figures: true, render: ({ share }) => formatPercent(share * 100) },
    { id: 'depth', name: say('origins.depth'), figures: true, render: ({ depth }) => formatCount(depth) },
    { id: 'stage', name: say('origins.stage'), render: ({ currentProcess }) => <StageBadge stage={currentProcess} /> },
    {
      id: 'status',
      name: say('origins.status'),
      render: ({ deforestationStatus }) => <StatusBadge status={deforestationStatus} />,
    },
    { id: 'left', name: say('origins.available'), figures: true, render: ({ available }) => formatKg(available) },
  ];
}
