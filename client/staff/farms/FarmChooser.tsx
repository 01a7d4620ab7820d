import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { SearchX, Tractor } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { plotFarmId } from '../../../server/domain/plot/plotInput.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Page } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { FarmListDocument, type FarmListQuery } from '../../graphql/generated.ts';
import { useFarmWords, type FarmWords } from '../../words/farmWords.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { farmPath } from './farmAddress.ts';

type Farm = FarmListQuery['farms']['farms'][number];

const sought = z.strictObject({ farmId: plotFarmId });
/** Delay after the last key before the list is filtered. */
const REST_MS = 300;

/** For users who see all farms: a searchable list of them. An exact id also finds a farm without lots or plots. */
export function FarmChooser() {
  const { say } = useFarmWords();
  const navigate = useNavigate();
  const form = useForm({
    schema: sought,
    initial: { farmId: '' },
    send: async ({ farmId }) => ({ kind: 'done' as const, result: farmId }),
    onDone: (farmId) => void navigate(farmPath(farmId)),
  });
  const search = useRested(form.values.farmId.trim());
  return (
    <Page title={say('farms.title')}>
      <PageIntro>{say('farms.lead')}</PageIntro>
      <Form form={form} maxW="30rem">
        <Flex columnGap="3" rowGap="2" align="flex-start" direction={{ base: 'column', sm: 'row' }}>
          <Box flex="1" minW="0" w="full">
            <TextInput
              form={form}
              field="farmId"
              label={say('farms.find')}
              hint={say('farms.findHint')}
              maxLength={40}
              autoCapitalize="characters"
              autoComplete="off"
            />
          </Box>
          {/* Align with the control, below its label and two lines of hint. */}
          <Box mt={{ sm: '4.4375rem' }}>
            <Button type="submit">{say('farms.open')}</Button>
          </Box>
        </Flex>
      </Form>
      {/* A new search starts on its first page. */}
      <FoundFarms key={search} search={search} />
    </Page>
  );
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function FoundFarms({ search }: { search: string }) {
  const words = useFarmWords();
  const { say } = words;
  const [page, setPage] = useState(1);
  const { data, previousData, error, refetch } = useQuery(FarmListDocument, {
    variables: { search, page },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.farms;
  const columns = useMemo(() => farmColumns(words), [words]);
  return (
    <Box maxW="42rem">
      <Box role="status" fontSize="sm" color="fg.muted" minH="1.5rem" mb="2">
        {shown !== undefined && say('farms.found', { count: shown.pagination.total })}
      </Box>
      <DataTable
        caption={say('farms.list')}
        columns={columns}
        rows={shown?.farms}
        rowId={({ farmId }) => farmId}
        href={({ farmId }) => farmPath(farmId)}
        loading={say('farms.loading')}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('farms.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          search === '' ? (
            <EmptyState icon={Tractor} title={say('farms.none')}>
              {say('farms.noneHint')}
            </EmptyState>
          ) : (
            <EmptyState icon={SearchX} title={say('farms.noneFound', { text: search })}>
              {say('farms.noneFoundHint')}
            </EmptyState>
          )
        }
      />
      <Box mt="3">
        <PaginationControl
          page={page}
          totalPages={shown?.pagination.totalPages ?? 1}
          onChange={setPage}
          label={say('farms.list')}
        />
      </Box>
    </Box>
  );
}

/** Farm, with the numbers of its lots and plots. */
function farmColumns(words: FarmWords): Column<Farm>[] {
  const { say, formatCount } = words;
  return [
    { id: 'farm', name: say('farms.farm'), usual: '6rem', render: ({ farmId }) => <LongText text={farmId} /> },
    {
      id: 'lots',
      name: say('farms.lots'),
      figures: true,
      width: '5rem',
      usual: '3rem',
      render: ({ lots }) => formatCount(lots),
    },
    {
      id: 'plots',
      name: say('farms.plots'),
      figures: true,
      width: '5rem',
      usual: '3rem',
      render: ({ plots }) => formatCount(plots),
    },
  ];
}
