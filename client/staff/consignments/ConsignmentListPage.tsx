import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { Container, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { CONSIGNMENT_STATES } from '../../../server/domain/consignment/states.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField, TextField } from '../../design/Field.tsx';
import { Page } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { ConsignmentsDocument, type ConsignmentRowFragment } from '../../graphql/generated.ts';
import { useConsignmentWords, type ConsignmentWords } from '../../words/consignmentWords.ts';
import { DASH } from '../../words/format.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { useDebounced } from '../users/useDebounced.ts';
import { consignmentListOf, consignmentPath, withConsignmentList, type ConsignmentList } from './consignmentAddress.ts';
import { ConsignmentStateBadge } from './ConsignmentStateBadge.tsx';
import { OpenConsignmentDialog } from './OpenConsignmentDialog.tsx';

const TYPING_RESTS_MS = 300;
const ON_PAGE = 20;

/** Consignments, the newest first. Those who manage them open new ones. */
export function ConsignmentListPage() {
  const words = useConsignmentWords();
  const { say } = words;
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const list = consignmentListOf(params);
  const [opening, setOpening] = useState(false);
  const manages = useMay('manage_consignments');
  const columns = useMemo(() => consignmentColumns(words), [words]);
  const show = (change: Partial<ConsignmentList>) =>
    setParams((before) => withConsignmentList(before, { ...consignmentListOf(before), page: 1, ...change }), {
      replace: true,
    });
  const { data, previousData, error, loading, refetch } = useQuery(ConsignmentsDocument, {
    variables: { page: list.page, limit: ON_PAGE, search: list.search === '' ? null : list.search, state: list.state },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.consignments;
  return (
    <Page
      title={say('consignments.title')}
      actions={
        manages && (
          <Button onClick={() => setOpening(true)}>
            <Plus aria-hidden />
            {say('consignments.open')}
          </Button>
        )
      }
    >
      <PageIntro>{say('consignments.lead')}</PageIntro>
      <ConsignmentFilters list={list} onShow={show} />
      <DataTable
        stacks
        caption={say('consignments.list')}
        columns={columns}
        rows={shown?.consignments}
        rowId={({ id }) => id}
        onOpen={({ id }) => void navigate(consignmentPath(id))}
        href={({ id }) => consignmentPath(id)}
        loading={say('consignments.loading')}
        busy={loading && shown !== undefined}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('consignments.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={<NoConsignments list={list} onClear={() => show({ search: '', state: null })} />}
      />
      {shown !== undefined && shown.pagination.total > 0 && (
        <Flex align="center" justify="space-between" gap="4" wrap="wrap">
          <Box fontSize="sm" color="fg.muted" aria-live="polite">
            {say('consignments.count', { count: shown.pagination.total })}
          </Box>
          <PaginationControl
            page={shown.pagination.page}
            totalPages={shown.pagination.totalPages}
            onChange={(page) => show({ page })}
            label={say('consignments.list')}
          />
        </Flex>
      )}
      <OpenConsignmentDialog
        open={opening}
        onClose={() => setOpening(false)}
        onDone={({ id }) => void navigate(consignmentPath(id), { state: { justOpened: true } })}
      />
    </Page>
  );
}

function consignmentColumns(words: ConsignmentWords): Column<ConsignmentRowFragment>[] {
  const { say, formatKg, formatCount, formatDate } = words;
  return [
    {
      id: 'number',
      name: say('consignments.number'),
      width: '11rem',
      usual: '8rem',
      render: ({ number }) => <LongText text={number} />,
    },
    {
      id: 'buyer',
      name: say('consignments.buyer'),
      width: '14rem',
      usual: '10rem',
      render: ({ buyerName }) => <LongText text={buyerName ?? say('consignments.erasedBuyer')} />,
    },
    {
      id: 'state',
      name: say('consignments.state'),
      width: '8rem',
      usual: '5rem',
      render: ({ state }) => <ConsignmentStateBadge state={state} />,
    },
    {
      id: 'weight',
      name: say('consignments.weight'),
      width: '8rem',
      usual: '5rem',
      figures: true,
      render: ({ weight }) => formatKg(weight),
    },
    {
      id: 'lots',
      name: say('consignments.lots'),
      width: '6rem',
      usual: '2rem',
      figures: true,
      render: ({ lotCount }) => formatCount(lotCount),
    },
    {
      id: 'dates',
      name: say('consignments.dates'),
      width: '14rem',
      usual: '10rem',
      render: ({ departureDate, arrivalDate }) =>
        departureDate === null && arrivalDate === null
          ? DASH
          : say('consignment.stated', { departure: formatDate(departureDate), arrival: formatDate(arrivalDate) }),
    },
  ];
}

function ConsignmentFilters({
  list,
  onShow,
}: {
  list: ConsignmentList;
  onShow: (change: Partial<ConsignmentList>) => void;
}) {
  const { say } = useConsignmentWords();
  const [search, setSearch] = useState(list.search);
  // The address changes without the field when the filters are cleared, or by the browser's Back.
  const [followed, setFollowed] = useState(list.search);
  if (followed !== list.search) {
    setFollowed(list.search);
    if (search.trim() !== list.search) setSearch(list.search);
  }
  useDebounced(search, TYPING_RESTS_MS, (typed) => {
    if (typed.trim() !== list.search) onShow({ search: typed.trim() });
  });
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: '2fr 1fr' }} columnGap={{ base: '3', lg: '4' }} rowGap="3">
      <TextField
        label={say('consignments.search')}
        type="search"
        placeholder={say('consignments.searchHint')}
        maxLength={100}
        value={search}
        onChange={setSearch}
      />
      <SelectField
        label={say('consignments.state')}
        value={list.state ?? ''}
        onChange={(state) => onShow({ state: CONSIGNMENT_STATES.find((one) => one === state) ?? null })}
        options={[
          { value: '', label: say('consignments.allStates') },
          ...CONSIGNMENT_STATES.map((state) => ({ value: state, label: say(`consignment.state.${state}`) })),
        ]}
      />
    </Grid>
  );
}

function NoConsignments({ list, onClear }: { list: ConsignmentList; onClear: () => void }) {
  const { say } = useConsignmentWords();
  const manages = useMay('manage_consignments');
  if (list.search === '' && list.state === null) {
    return (
      <EmptyState icon={Container} title={say('consignments.none')}>
        {say(manages ? 'consignments.noneHint' : 'consignments.noneReader')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Container}
      title={say('consignments.noMatch')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {say('consignments.clear')}
        </Button>
      }
    >
      {say('consignments.noMatchHint')}
    </EmptyState>
  );
}
