import { useQuery } from '@apollo/client/react';
import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Download, Waypoints } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { StageBadge, StatusBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField, TextField } from '../../design/Field.tsx';
import { ROW_LINK } from '../../design/linkLooks.ts';
import { Delayed, Skeleton } from '../../design/Loading.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { TextLink } from '../../design/TextLink.tsx';
import {
  RecallOfDocument,
  type RecallBuyerRowFragment,
  type RecallConsignmentRowFragment,
  type RecallLotRowFragment,
  type RecallOfQuery,
} from '../../graphql/generated.ts';
import { saveFile } from '../../saveFile.ts';
import { useConsignmentWords, type ConsignmentWords } from '../../words/consignmentWords.ts';
import { DASH } from '../../words/format.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { consignmentPath } from '../consignments/consignmentAddress.ts';
import { ConsignmentStateBadge } from '../consignments/ConsignmentStateBadge.tsx';
import { useDownload } from '../lot/useDownload.ts';
import { LotLink } from '../LotLink.tsx';
import { RECALL_STARTS, recallOf, recallParams, recallVariables, type RecallStartKind } from './recallAddress.ts';
import { recallLotsCsv } from './recallCsv.ts';

type ShownRecall = Extract<RecallOfQuery['recall'], { __typename: 'Recall' }>;
type Asked = NonNullable<ReturnType<typeof recallOf>>;

/** Where beans of a lot, a farm or a plot went, where they came from, and whom to inform. */
export default function RecallPage() {
  const { say } = useConsignmentWords();
  const [params, setParams] = useSearchParams();
  const asked = recallOf(params);
  return (
    <Page title={say('recall.title')}>
      <PageIntro>{say('recall.lead')}</PageIntro>
      <RecallForm
        key={`${asked?.start} ${asked?.value}`}
        asked={asked}
        onAsk={(next) => setParams(recallParams(next))}
      />
      {asked === null ? (
        <Panel>
          <EmptyState icon={Waypoints} title={say('recall.first')}>
            {say('recall.firstHint')}
          </EmptyState>
        </Panel>
      ) : (
        <RecallAnswer asked={asked} />
      )}
    </Page>
  );
}

function RecallForm({ asked, onAsk }: { asked: Asked | null; onAsk: (asked: Asked) => void }) {
  const { say } = useConsignmentWords();
  const [start, setStart] = useState<RecallStartKind>(asked?.start ?? 'lot');
  const [value, setValue] = useState(asked?.value ?? '');
  const [isEmpty, setEmpty] = useState(false);
  return (
    <chakra.form
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(value.trim() === '');
        if (value.trim() !== '') onAsk({ start, value: value.trim() });
      }}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: '10rem minmax(0, 24rem) auto' }}
      gap="3"
      alignItems="start"
    >
      <SelectField
        label={say('recall.by')}
        value={start}
        onChange={(chosen) => setStart(RECALL_STARTS.find((one) => one === chosen) ?? 'lot')}
        options={RECALL_STARTS.map((one) => ({ value: one, label: say(`recall.by.${one}`) }))}
      />
      <TextField
        label={say('recall.value')}
        placeholder={say(`recall.${start}Hint`)}
        maxLength={100}
        spellCheck={false}
        value={value}
        onChange={setValue}
        error={isEmpty && value.trim() === '' ? say('recall.empty') : null}
      />
      <Box pt={{ base: '0', sm: '6' }}>
        <Button type="submit">{say('recall.find')}</Button>
      </Box>
    </chakra.form>
  );
}

function RecallAnswer({ asked }: { asked: Asked }) {
  const words = useConsignmentWords();
  const { say } = words;
  const variables = recallVariables(asked);
  const { data, error, refetch } = useQuery(RecallOfDocument, { variables, fetchPolicy: 'cache-and-network' });
  if (data === undefined) {
    if (error !== undefined) return <LoadFailure title={say('recall.failed')} error={error} onRetry={refetch} />;
    return (
      <Delayed label={say('recall.loading')}>
        <Grid gap="5">
          <Skeleton h="10rem" borderRadius="panel" />
          <Skeleton h="16rem" borderRadius="panel" />
        </Grid>
      </Delayed>
    );
  }
  const { recall } = data;
  if (recall.__typename !== 'Recall') return <Banner tone="pod">{localizedText(words, recall.said)}</Banner>;
  return <RecallTables recall={recall} query={new URLSearchParams(variables).toString()} />;
}

function RecallTables({ recall, query }: { recall: ShownRecall; query: string }) {
  const words = useConsignmentWords();
  const { say } = words;
  const { busy, download } = useDownload();
  const buyers = useMemo(() => buyerColumns(words), [words]);
  const consignments = useMemo(() => consignmentColumns(words), [words]);
  const lots = useMemo(() => lotColumns(words), [words]);
  const { starts, descendants, sources } = recall;
  const saveLots = () => {
    const rows = [
      ...starts.map((lot) => ['start', lot] as const),
      ...descendants.map((lot) => ['descendant', lot] as const),
      ...sources.map((lot) => ['source', lot] as const),
    ];
    saveFile({ name: 'recall-lots.csv', blob: new Blob([recallLotsCsv(rows)], { type: 'text/csv;charset=utf-8' }) });
  };
  const lotTables = [
    { id: 'descendants', rows: descendants, count: recall.descendantCount },
    { id: 'sources', rows: sources, count: recall.sourceCount },
    { id: 'starts', rows: starts, count: recall.startCount },
  ] as const;
  return (
    <>
      <Panel
        title={say('recall.buyers')}
        actions={
          <Flex gap="2" wrap="wrap" justify="flex-end">
            <Button
              size="sm"
              variant="secondary"
              disabled={busy || recall.buyers.length === 0}
              onClick={() => download(`/recall/buyers.csv?${query}`, 'recall.csv')}
            >
              <Download aria-hidden />
              {say('recall.buyersCsv')}
            </Button>
            <Button size="sm" variant="secondary" onClick={saveLots}>
              <Download aria-hidden />
              {say('recall.lotsCsv')}
            </Button>
          </Flex>
        }
      >
        <DataTable
          stacks
          caption={say('recall.buyers')}
          columns={buyers}
          rows={recall.buyers}
          rowId={({ id }) => id}
          loading={say('recall.loading')}
          empty={<Box p="4">{say('recall.noBuyers')}</Box>}
        />
      </Panel>
      <Panel title={say('recall.consignments')}>
        <DataTable
          stacks
          caption={say('recall.consignments')}
          columns={consignments}
          rows={recall.consignments}
          rowId={({ id }) => id}
          loading={say('recall.loading')}
          empty={<Box p="4">{say('recall.noConsignments')}</Box>}
        />
        {recall.consignments.length < recall.consignmentCount && (
          <Box mt="2" fontSize="sm" color="fg.muted">
            {say('recall.part', { shown: recall.consignments.length, count: recall.consignmentCount })}
          </Box>
        )}
      </Panel>
      {lotTables.map(({ id, rows, count }) => (
        <Panel key={id} title={say(`recall.${id}`, { count })}>
          <DataTable
            stacks
            caption={say(`recall.${id}`, { count })}
            columns={lots}
            rows={rows}
            rowId={(lot) => lot.id}
            loading={say('recall.loading')}
            maxHeight="24rem"
            empty={<Box p="4">{say('recall.noLots')}</Box>}
          />
          {rows.length < count && (
            <Box mt="2" fontSize="sm" color="fg.muted">
              {say('recall.part', { shown: rows.length, count })}
            </Box>
          )}
        </Panel>
      ))}
    </>
  );
}

function buyerColumns({ say, formatCountry, formatList }: ConsignmentWords): Column<RecallBuyerRowFragment>[] {
  return [
    {
      id: 'name',
      name: say('recall.buyerName'),
      width: '14rem',
      usual: '10rem',
      render: ({ name }) => <LongText text={name ?? say('consignments.erasedBuyer')} />,
    },
    {
      id: 'email',
      name: say('recall.email'),
      width: '14rem',
      usual: '10rem',
      render: ({ email }) => <LongText text={email || DASH} />,
    },
    {
      id: 'country',
      name: say('recall.country'),
      width: '8rem',
      usual: '6rem',
      render: ({ country }) => (country === null ? DASH : (formatCountry(country) ?? country)),
    },
    {
      id: 'consignments',
      name: say('recall.consignments'),
      width: '12rem',
      usual: '8rem',
      render: ({ consignments }) => <LongText text={formatList(consignments)} />,
    },
  ];
}

function consignmentColumns({ say, formatKg, formatList }: ConsignmentWords): Column<RecallConsignmentRowFragment>[] {
  return [
    {
      id: 'number',
      name: say('recall.consignment'),
      width: '11rem',
      usual: '8rem',
      render: ({ id, number }) => (
        <TextLink asChild {...ROW_LINK}>
          <Link to={consignmentPath(id)}>{number}</Link>
        </TextLink>
      ),
    },
    {
      id: 'state',
      name: say('recall.state'),
      width: '8rem',
      usual: '5rem',
      render: ({ state }) => <ConsignmentStateBadge state={state} />,
    },
    {
      id: 'weight',
      name: say('recall.weight'),
      width: '9rem',
      usual: '5rem',
      figures: true,
      render: ({ weight }) => formatKg(weight),
    },
    {
      id: 'lots',
      name: say('recall.lotsIn'),
      width: '16rem',
      usual: '10rem',
      render: ({ lotIds }) => <LongText text={formatList(lotIds)} />,
    },
  ];
}

function lotColumns({ say, formatKg }: ConsignmentWords): Column<RecallLotRowFragment>[] {
  return [
    {
      id: 'lot',
      name: say('recall.lot'),
      width: '8rem',
      usual: '5rem',
      render: ({ lotId }) => <LotLink lotId={lotId} />,
    },
    {
      id: 'kind',
      name: say('recall.kind'),
      width: '10rem',
      usual: '6rem',
      render: ({ kind }) => say(kind === 'derived' ? 'recall.kind.derived' : 'recall.kind.origin'),
    },
    { id: 'farm', name: say('recall.farm'), width: '8rem', usual: '5rem', render: ({ farmId }) => farmId ?? DASH },
    {
      id: 'weight',
      name: say('recall.lotWeight'),
      width: '8rem',
      usual: '5rem',
      figures: true,
      render: ({ weight }) => formatKg(weight),
    },
    {
      id: 'stage',
      name: say('recall.stage'),
      width: '8rem',
      usual: '5rem',
      render: ({ currentProcess }) => <StageBadge stage={currentProcess} />,
    },
    {
      id: 'status',
      name: say('recall.status'),
      width: '11rem',
      usual: '8rem',
      render: ({ deforestationStatus }) => <StatusBadge status={deforestationStatus} />,
    },
  ];
}
