import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { Package } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { DEFORESTATION_STATUSES } from '../../../server/domain/forest/deforestation.ts';
import { STAGES, type Stage } from '../../../server/domain/lot/stages.ts';
import { Banner } from '../../design/Banner.tsx';
import { StatusBadge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { NumberField, SelectField, TextField } from '../../design/Field.tsx';
import { numberFromText } from '../../design/form/numberText.ts';
import { useUnsentInput } from '../../design/form/unsentInput.ts';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import type { Column } from '../../design/table/columns.ts';
import { DataTable } from '../../design/table/DataTable.tsx';
import {
  AddToConsignmentDocument,
  LotsToAddDocument,
  type ConsignmentFactsFragment,
  type LotsToAddQuery,
} from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { useConsignmentWords, type ConsignmentWords } from '../../words/consignmentWords.ts';
import { DASH } from '../../words/format.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { STATUS_WORDS } from '../../words/terms.ts';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useDebounced } from '../users/useDebounced.ts';
import { gramsOfChoice, MOST_CHOICES, sumOfChoices, withChoice, type LotChoices } from './lotChoices.ts';
import { TargetLine } from './TargetLine.tsx';
import { kgFromGrams } from '../../../server/domain/text/units.ts';

const ON_PAGE = 20;
const TYPING_RESTS_MS = 300;
const NO_CHOICES: LotChoices = new Map();

type AddableLot = LotsToAddQuery['lots']['lots'][number];

interface AddLotsPanelProps {
  consignment: ConsignmentFactsFragment;
  onClose: () => void;
  onDone: (count: number) => void;
  /** the server knows more than this page */
  onStale: () => void;
}

/** Chooses lots and the kilograms of each; choices stay while the list is searched and paged. */
export function AddLotsPanel({ consignment, onClose, onDone, onStale }: AddLotsPanelProps) {
  const words = useConsignmentWords();
  const { say, formatKg, formatList } = words;
  const [choices, setChoices] = useState(NO_CHOICES);
  const [target, setTarget] = useState(consignment.netWeight === null ? '' : String(consignment.netWeight));
  const [failure, setFailure] = useState<string | null>(null);
  const { kg, wrong } = sumOfChoices(choices);
  const [add, busy] = useWrite(AddToConsignmentDocument, { failed: say('addLots.addFailed') });
  useUnsentInput(choices.size > 0);
  const planned = numberFromText(target);
  const total = kgFromGrams(Math.round((consignment.weight + kg) * 1000));
  const send = async () => {
    if (wrong.length > 0) return setFailure(say('addLots.wrongSome', { lots: formatList(wrong.slice(0, 10)) }));
    if (choices.size > MOST_CHOICES) return setFailure(say('addLots.many', { most: MOST_CHOICES }));
    setFailure(null);
    const lots = [...choices].map(([lot, choice]) => ({ lot, weight: kgFromGrams(gramsOfChoice(choice) ?? 0) }));
    const written = await add({ id: consignment.id, lots, version: consignment.version });
    if (written.kind === 'ignored') return undefined;
    if (written.kind === 'failed') return setFailure(written.message);
    const { addToConsignment } = written.data;
    if (addToConsignment.__typename === 'ConsignmentSaved') return onDone(lots.length);
    onStale();
    return setFailure(localizedText(words, addToConsignment.said));
  };
  return (
    <Box
      role="group"
      aria-label={say('addLots.title')}
      borderWidth="1px"
      borderColor="line"
      borderRadius="panel"
      p={{ base: '3', md: '4' }}
      mb="5"
    >
      <Box color="fg.muted" fontSize="sm" mb="3">
        {say('addLots.lead')}
      </Box>
      <LotsToChoose choices={choices} onChoices={setChoices} target={target} onTarget={setTarget} />
      <Box mt="4" display="grid" gap="3">
        <Box fontSize="sm" fontVariantNumeric="tabular-nums" aria-live="polite">
          <Box fontWeight="600">{say('addLots.chosen', { count: choices.size, weight: formatKg(kg) })}</Box>
          {say('addLots.total', { weight: formatKg(total) })}
        </Box>
        <TargetLine
          weight={total}
          target={planned === undefined || Number.isNaN(planned) || planned <= 0 ? null : planned}
        />
        {failure !== null && <Banner>{failure}</Banner>}
        <Flex gap="3" wrap="wrap">
          <Button
            busy={busy}
            busyLabel={say('addLots.adding')}
            disabled={choices.size === 0}
            onClick={() => void send()}
          >
            {say('addLots.add')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {say('addLots.cancel')}
          </Button>
          {choices.size > 0 && (
            <Button variant="quiet" disabled={busy} onClick={() => setChoices(NO_CHOICES)}>
              {say('addLots.clear')}
            </Button>
          )}
        </Flex>
      </Box>
    </Box>
  );
}

interface LotsToChooseProps {
  choices: LotChoices;
  onChoices: (change: (before: LotChoices) => LotChoices) => void;
  target: string;
  onTarget: (text: string) => void;
}

function LotsToChoose({ choices, onChoices, target, onTarget }: LotsToChooseProps) {
  const words = useConsignmentWords();
  const { say } = words;
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState({ search: '', stage: null as Stage | null, eudr: '', page: 1 });
  useDebounced(typed, TYPING_RESTS_MS, (text) => setFilter((before) => ({ ...before, search: text.trim(), page: 1 })));
  const field = useRef<HTMLInputElement>(null);
  // The button that opened the panel is gone.
  useEffect(() => field.current?.focus(), []);
  const { search, stage, eudr, page } = filter;
  const { data, previousData, error, loading, refetch } = useQuery(LotsToAddDocument, {
    variables: { page, limit: ON_PAGE, filter: { available: true, search: search || null, stage, eudr: eudr || null } },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.lots;
  const columns = useMemo(() => addColumns(words, choices, onChoices), [words, choices, onChoices]);
  const isFiltered = search !== '' || stage !== null || eudr !== '';
  const takeShown = () =>
    onChoices((before) =>
      (shown?.lots ?? []).reduce(
        (all, lot) => withChoice(all, lot.id, { ...lot, text: String(lot.available) }),
        before,
      ),
    );
  return (
    <>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: '2fr 1fr 1fr 1fr' }}
        gap="3"
        mb="3"
      >
        <TextField
          ref={field}
          label={say('addLots.search')}
          type="search"
          placeholder={say('addLots.searchHint')}
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
        <SelectField
          label={say('addLots.stage')}
          value={stage ?? ''}
          onChange={(value) => setFilter({ ...filter, stage: STAGES.find((one) => one === value) ?? null, page: 1 })}
          options={[
            { value: '', label: say('addLots.allStages') },
            ...STAGES.filter((one) => one !== 'shipped' && one !== 'delivered').map((one) => ({
              value: one,
              label: say(`stage.${one}`),
            })),
          ]}
        />
        <SelectField
          label={say('addLots.status')}
          value={eudr}
          onChange={(value) => setFilter({ ...filter, eudr: value, page: 1 })}
          options={[
            { value: '', label: say('addLots.allStatuses') },
            ...DEFORESTATION_STATUSES.map((one) => ({ value: one, label: say(STATUS_WORDS[one]) })),
          ]}
        />
        <NumberField
          type="text"
          label={say('addLots.target')}
          unit={say('unit.kg')}
          value={target}
          onChange={onTarget}
        />
      </Grid>
      <DataTable
        stacks
        caption={say('addLots.list')}
        columns={columns}
        rows={shown?.lots}
        rowId={({ id }) => id}
        loading={say('addLots.loading')}
        busy={loading && shown !== undefined}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('addLots.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState icon={Package} title={say(isFiltered ? 'addLots.noMatch' : 'addLots.none')}>
            {say(isFiltered ? 'addLots.noMatchHint' : 'addLots.noneHint')}
          </EmptyState>
        }
      />
      <Flex mt="3" gap="3" align="center" justify="space-between" wrap="wrap">
        {shown !== undefined && shown.lots.length > 0 && (
          <Button size="sm" variant="secondary" onClick={takeShown}>
            {say('addLots.shown')}
          </Button>
        )}
        <PaginationControl
          page={page}
          totalPages={shown?.pagination.totalPages ?? 1}
          onChange={(next) => setFilter({ ...filter, page: next })}
          label={say('addLots.list')}
        />
      </Flex>
    </>
  );
}

function addColumns(
  words: ConsignmentWords,
  choices: LotChoices,
  onChoices: LotsToChooseProps['onChoices'],
): Column<AddableLot>[] {
  const { say, formatKg } = words;
  return [
    { id: 'lot', name: say('consignmentLots.lot'), width: '8rem', usual: '5rem', render: ({ lotId }) => lotId },
    { id: 'farm', name: say('addLots.farm'), width: '8rem', usual: '5rem', render: ({ farmId }) => farmId ?? DASH },
    {
      id: 'variety',
      name: say('consignmentLots.variety'),
      width: '8rem',
      usual: '5rem',
      render: ({ cacaoVariety }) => cacaoVariety,
    },
    {
      id: 'status',
      name: say('recall.status'),
      width: '11rem',
      usual: '8rem',
      render: ({ deforestationStatus }) => <StatusBadge status={deforestationStatus} />,
    },
    {
      id: 'left',
      name: say('addLots.left'),
      width: '8rem',
      usual: '5rem',
      figures: true,
      render: ({ available }) => formatKg(available),
    },
    {
      id: 'take',
      name: say('addLots.take'),
      width: '15rem',
      usual: '10rem',
      render: (lot) => (
        <TakeField
          lot={lot}
          text={choices.get(lot.id)?.text ?? ''}
          onText={(text) => onChoices((before) => withChoice(before, lot.id, { ...lot, text }))}
        />
      ),
    },
  ];
}

interface TakeFieldProps {
  lot: AddableLot;
  text: string;
  onText: (text: string) => void;
}

function TakeField({ lot: { lotId, available }, text, onText }: TakeFieldProps) {
  const { say, formatKg } = useConsignmentWords();
  const isWrong = text.trim() !== '' && gramsOfChoice({ text, available }) === null;
  return (
    <Flex gap="2" align="flex-start">
      <Box flex="1" minW="0">
        <NumberField
          type="text"
          hideLabel
          label={say('addLots.takeOf', { lotId })}
          unit={say('unit.kg')}
          value={text}
          onChange={onText}
          error={isWrong ? say('addLots.wrong', { weight: formatKg(available) }) : null}
        />
      </Box>
      <Button
        variant="secondary"
        aria-label={say('addLots.allOf', { weight: formatKg(available), lotId })}
        onClick={() => onText(String(available))}
      >
        {say('addLots.all')}
      </Button>
    </Flex>
  );
}
