import { useQuery } from '@apollo/client/react';
import { Box, Flex } from '@chakra-ui/react';
import { Tractor } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { plotFarmId } from '../../../server/domain/plotInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Page } from '../../design/Page.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { MostLotsDocument, type MostLotsQuery } from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';
import { useFarmWords } from '../../words/farmWords.ts';
import { Lead } from '../office/Lead.tsx';
import { Retry } from '../office/Retry.tsx';
import { farmPath } from './farmAddress.ts';

type Farm = MostLotsQuery['lotAnalytics']['lotsByFarm'][number];

const sought = z.strictObject({ farmId: plotFarmId });

/** For those who see all farms: one by its id, or one of those with most lots. */
export function FarmChooser() {
  const words = useFarmWords();
  const { say, formatCount } = words;
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(MostLotsDocument);
  const form = useForm({
    schema: sought,
    initial: { farmId: '' },
    send: async ({ farmId }) => ({ kind: 'done' as const, result: farmId }),
    onDone: (farmId) => void navigate(farmPath(farmId)),
  });
  const columns = useMemo(
    (): Column<Farm>[] => [
      { id: 'farm', name: say('farms.farm'), usual: '6rem', render: ({ farmId }) => <LongText text={farmId} /> },
      {
        id: 'lots',
        name: say('farms.lots'),
        figures: true,
        width: '8rem',
        usual: '3rem',
        render: ({ lots }) => formatCount(lots),
      },
    ],
    [say, formatCount],
  );
  return (
    <Page title={say('farms.title')}>
      <Lead>{say('farms.lead')}</Lead>
      <Form form={form} maxW="30rem">
        <Flex gap="3" align="flex-end" wrap="wrap">
          <Box flex="1 1 14rem">
            <TextInput
              form={form}
              field="farmId"
              label={say('farms.find')}
              hint={say('farms.findHint')}
              maxLength={40}
            />
          </Box>
          <Button type="submit">{say('farms.open')}</Button>
        </Flex>
      </Form>
      <Box maxW="42rem">
        <DataTable
          caption={say('farms.most')}
          columns={columns}
          rows={data?.lotAnalytics.lotsByFarm}
          rowId={({ farmId }) => farmId}
          href={({ farmId }) => farmPath(farmId)}
          loading={say('farms.loading')}
          error={
            error === undefined || data !== undefined ? undefined : (
              <Banner title={say('farms.failed')} action={<Retry onRetry={refetch} />}>
                {messageOf(words, error)}
              </Banner>
            )
          }
          empty={
            <EmptyState icon={Tractor} title={say('farms.none')}>
              {say('farms.noneHint')}
            </EmptyState>
          }
        />
      </Box>
    </Page>
  );
}
