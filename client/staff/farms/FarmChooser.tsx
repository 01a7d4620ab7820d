import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, Plus, SearchX, Tractor, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { FARM_SHOWN, FARM_SORTS, type FarmShown, type FarmSort } from '../../../server/domain/farm/farmInput.ts';
import { plotFarmId } from '../../../server/domain/plot/plotInput.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import type { ToneName } from '../../design/colors.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField } from '../../design/Field.tsx';
import { Form } from '../../design/form/Form.tsx';
import { TextInput } from '../../design/form/inputs.tsx';
import { useForm } from '../../design/form/useForm.ts';
import { Page } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import { PlotMap, type MapShape } from '../../design/plotMap/PlotMap.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import { LongText } from '../../design/table/LongText.tsx';
import { FarmListDocument, type FarmListQuery } from '../../graphql/generated.ts';
import { useFarmWords, type FarmWords } from '../../words/farmWords.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { farmPath } from './farmAddress.ts';
import { FarmFiles } from './FarmFiles.tsx';
import { FarmFormDialog } from './FarmFormDialog.tsx';
import { areaText, lengthText } from './plotWords.ts';

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
  const manages = useMay('manage_farms');
  const [registering, setRegistering] = useState(false);
  // Counts imports: the list is loaded again.
  const [imports, setImports] = useState(0);
  return (
    <Page
      title={say('farms.title')}
      actions={
        manages && (
          <>
            <FarmFiles onImported={() => setImports(imports + 1)} />
            <Button onClick={() => setRegistering(true)}>
              <Plus aria-hidden /> {say('farms.register')}
            </Button>
          </>
        )
      }
    >
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
      <FoundFarms key={imports} search={search} />
      <FarmFormDialog
        open={registering}
        farmId=""
        entry={null}
        onClose={() => setRegistering(false)}
        onDone={({ farmId }) => void navigate(farmPath(farmId))}
      />
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
  // A new search starts on its first page.
  const [turned, setTurned] = useState({ search, page: 1 });
  const page = turned.search === search ? turned.page : 1;
  const setPage = (next: number): void => setTurned({ search, page: next });
  const [show, setShow] = useState<FarmShown>('all');
  const [sort, setSort] = useState<FarmSort>('lots');
  const { data, previousData, error, refetch } = useQuery(FarmListDocument, {
    variables: { search, page, show, sort },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.farms;
  const columns = useMemo(() => farmColumns(words), [words]);
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 3fr) minmax(0, 2fr)' }} gap="5" alignItems="start">
      <Box>
        <Flex gap="3" wrap="wrap" align="flex-end" mb="3">
          <Box minW="11rem">
            <SelectField
              label={say('farms.show')}
              value={show}
              onChange={(value) => {
                setShow(FARM_SHOWN.find((one) => one === value) ?? 'all');
                setPage(1);
              }}
              options={FARM_SHOWN.map((value) => ({ value, label: say(`farms.show.${value}`) }))}
            />
          </Box>
          <Box minW="9rem">
            <SelectField
              label={say('farms.sort')}
              value={sort}
              onChange={(value) => {
                setSort(FARM_SORTS.find((one) => one === value) ?? 'lots');
                setPage(1);
              }}
              options={FARM_SORTS.map((value) => ({ value, label: say(`farms.sort.${value}`) }))}
            />
          </Box>
          <Box role="status" fontSize="sm" color="fg.muted" ms="auto" pb="2">
            {shown !== undefined && say('farms.found', { count: shown.pagination.total })}
          </Box>
        </Flex>
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
            search === '' && show === 'all' ? (
              <EmptyState icon={Tractor} title={say('farms.none')}>
                {say('farms.noneHint')}
              </EmptyState>
            ) : (
              <EmptyState
                icon={SearchX}
                title={say(search === '' ? 'farms.noneShown' : 'farms.noneFound', { text: search })}
              >
                {search !== '' && say('farms.noneFoundHint')}
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
      {shown !== undefined && <FarmsMap farms={shown.farms} />}
    </Grid>
  );
}

/** The farms of a page where they lie, with their status as color; the list beside it is the way by keyboard. */
function FarmsMap({ farms }: { farms: readonly Farm[] }) {
  const words = useFarmWords();
  const { say } = words;
  const navigate = useNavigate();
  const shapes = farms.flatMap((farm): MapShape[] =>
    farm.latitude === null || farm.longitude === null
      ? []
      : [
          {
            id: farm.farmId,
            name: farm.name === '' ? farm.farmId : farm.name,
            tone: farmStatus(words, farm).tone,
            corners: [{ latitude: farm.latitude, longitude: farm.longitude }],
            areaHa: Math.max(farm.areaHa, 1),
          },
        ],
  );
  const missing = farms.length - shapes.length;
  if (shapes.length === 0) return null;
  return (
    <PlotMap
      shapes={shapes}
      title={say('farms.map', { count: shapes.length })}
      length={(metres) => lengthText(words, metres)}
      loading={say('farmPage.mapLoading')}
      onChoose={(farmId) => void navigate(farmPath(farmId))}
      caption={missing > 0 ? say('farms.noPlace', { count: missing }) : undefined}
    />
  );
}

interface FarmStatus {
  tone: ToneName;
  icon: LucideIcon;
  text: string;
}

/** The worst that is known of a farm's lots. */
function farmStatus({ say }: FarmWords, { lots, compliantLots, detectedLots }: Farm): FarmStatus {
  if (detectedLots > 0) {
    return { tone: 'alarm', icon: CircleAlert, text: say('farms.statusDetected', { count: detectedLots }) };
  }
  if (lots === 0) return { tone: 'sky', icon: Info, text: say('farms.statusNone') };
  if (compliantLots === lots) return { tone: 'leaf', icon: CircleCheck, text: say('farms.statusClear') };
  return { tone: 'pod', icon: TriangleAlert, text: say('farms.statusSome', { clear: compliantLots, lots }) };
}

/** Farm with what it is known by, its lots and plots, and the status of the lots. */
function farmColumns(words: FarmWords): Column<Farm>[] {
  const { say, formatCount } = words;
  return [
    {
      id: 'farm',
      name: say('farms.farm'),
      usual: '9rem',
      render: ({ farmId, registered, name, village, farmers }) => (
        <Box minW="0">
          <LongText text={farmId} />
          <Box fontSize="xs" color="fg.muted" overflowWrap="anywhere" whiteSpace="normal">
            {registered
              ? [name, village, farmers.join(', ')].filter((one) => one !== '').join(' · ')
              : say('farms.unregistered')}
          </Box>
        </Box>
      ),
    },
    {
      id: 'lots',
      name: say('farms.lots'),
      figures: true,
      width: '4.5rem',
      usual: '3rem',
      render: ({ lots }) => formatCount(lots),
    },
    {
      id: 'plots',
      name: say('farms.plots'),
      figures: true,
      width: '8rem',
      usual: '5rem',
      render: ({ plots, areaHa }) =>
        plots === 0 ? (
          <Box as="span" color="pod">
            {say('farms.noPlots')}
          </Box>
        ) : (
          say('farms.plotsArea', { plots, area: areaText(words, areaHa) })
        ),
    },
    {
      id: 'status',
      name: say('farms.status'),
      width: '14rem',
      usual: '10rem',
      render: (farm) => {
        const { tone, icon, text } = farmStatus(words, farm);
        return (
          <Badge tone={tone} icon={icon}>
            {text}
          </Badge>
        );
      },
    },
  ];
}
