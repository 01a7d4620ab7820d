import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { Split, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TRANSFORMATION_STEPS } from '../../../server/domain/mass/massBalance.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField } from '../../design/Field.tsx';
import { Page } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { useLastShown } from '../../design/useLastShown.ts';
import { TransformationsDocument, type TransformationRowFragment } from '../../graphql/generated.ts';
import { type MassWords, useMassWords } from '../../words/massWords.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { TransformationDialog } from './TransformationDialog.tsx';
import { transformationListOf, withTransformationList, type TransformationList } from './transformationListAddress.ts';

const ON_PAGE = 20;

/** Transformations, newest first, for users who see all lots; auditors look for flagged ones. */
export default function TransformationsPage() {
  const words = useMassWords();
  const { say } = words;
  const [params, setParams] = useSearchParams();
  const list = transformationListOf(params);
  const [opened, setOpened] = useState<TransformationRowFragment | null>(null);
  const last = useLastShown(opened);
  const columns = useMemo(() => transformationColumns(words), [words]);
  const show = (change: Partial<TransformationList>) =>
    setParams((before) => withTransformationList(before, { ...transformationListOf(before), page: 1, ...change }), {
      replace: true,
    });
  const { data, previousData, error, loading, refetch } = useQuery(TransformationsDocument, {
    variables: { page: list.page, limit: ON_PAGE, step: list.step, flagged: list.flagged },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.transformations;
  return (
    <Page title={say('transformations.title')}>
      <PageIntro>{say('transformations.lead')}</PageIntro>
      <TransformationFilters list={list} onShow={show} />
      <DataTable
        stacks
        caption={say('transformations.list')}
        columns={columns}
        rows={shown?.transformations}
        rowId={({ id }) => id}
        onOpen={setOpened}
        loading={say('transformations.loading')}
        busy={loading && shown !== undefined}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('transformations.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={<NoTransformations list={list} onClear={() => show({ step: null, flagged: null })} />}
      />
      {shown !== undefined && shown.pagination.total > 0 && (
        <Flex align="center" justify="space-between" gap="4" wrap="wrap">
          <Box fontSize="sm" color="fg.muted" aria-live="polite">
            {say('transformations.count', { count: shown.pagination.total })}
          </Box>
          <PaginationControl
            page={shown.pagination.page}
            totalPages={shown.pagination.totalPages}
            onChange={(page) => show({ page })}
            label={say('transformations.list')}
          />
        </Flex>
      )}
      {last !== null && <TransformationDialog open={opened !== null} row={last} onClose={() => setOpened(null)} />}
    </Page>
  );
}

interface TransformationFiltersProps {
  list: TransformationList;
  onShow: (change: Partial<TransformationList>) => void;
}

function TransformationFilters({ list, onShow }: TransformationFiltersProps) {
  const { say } = useMassWords();
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', sm: '1fr 1fr' }} columnGap={{ base: '3', lg: '4' }} rowGap="3">
      <SelectField
        label={say('transformations.step')}
        value={list.step ?? ''}
        onChange={(typed) => onShow({ step: TRANSFORMATION_STEPS.find((step) => step === typed) ?? null })}
        options={[
          { value: '', label: say('transformations.allSteps') },
          ...TRANSFORMATION_STEPS.map((step) => ({ value: step, label: say(`mass.step.${step}`) })),
        ]}
      />
      <SelectField
        label={say('transformations.flags')}
        value={list.flagged === null ? '' : String(list.flagged)}
        onChange={(typed) => onShow({ flagged: typed === '' ? null : typed === 'true' })}
        options={[
          { value: '', label: say('transformations.allFlags') },
          { value: 'true', label: say('transformations.flagged') },
          { value: 'false', label: say('transformations.unflagged') },
        ]}
      />
    </Grid>
  );
}

function NoTransformations({ list, onClear }: { list: TransformationList; onClear: () => void }) {
  const { say } = useMassWords();
  if (list.step === null && list.flagged === null) {
    return (
      <EmptyState icon={Split} title={say('transformations.none')}>
        {say('transformations.noneHint')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Split}
      title={say('transformations.noMatch')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {say('transformations.clear')}
        </Button>
      }
    />
  );
}

function transformationColumns(words: MassWords): Column<TransformationRowFragment>[] {
  const { say, formatDateTime, formatKg, formatPercent } = words;
  const amount = (count: number, weight: number): string =>
    say('transformations.amount', { count, weight: formatKg(weight) });
  return [
    { id: 'when', name: say('transformations.when'), usual: '9rem', render: ({ at }) => formatDateTime(at) },
    { id: 'step', name: say('transformations.step'), usual: '8rem', render: ({ step }) => say(`mass.step.${step}`) },
    {
      id: 'in',
      name: say('transformations.in'),
      figures: true,
      render: ({ inputCount, inputWeight }) => amount(inputCount, inputWeight),
    },
    {
      id: 'out',
      name: say('transformations.out'),
      figures: true,
      render: ({ outputCount, outputWeight }) => amount(outputCount, outputWeight),
    },
    { id: 'loss', name: say('transformations.loss'), figures: true, render: ({ loss }) => formatKg(loss.weight) },
    {
      id: 'yield',
      name: say('transformations.yield'),
      figures: true,
      render: ({ yieldPercent }) => formatPercent(yieldPercent),
    },
    {
      id: 'flags',
      name: say('transformations.flags'),
      render: ({ flagged, expectedYield }) =>
        flagged && (
          <Badge tone="pod" icon={TriangleAlert}>
            {say(expectedYield === null ? 'transformations.plot' : 'transformations.outside')}
          </Badge>
        ),
    },
  ];
}
