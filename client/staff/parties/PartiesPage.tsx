import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { Contact, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PARTY_KINDS } from '../../../server/domain/party/partyInput.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField, TextField } from '../../design/Field.tsx';
import { Page } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import { PartiesDocument, type PartyRowFragment } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { useMay } from '../session/SessionProvider.tsx';
import { useDebounced } from '../users/useDebounced.ts';
import { AddPartyDialog } from './AddPartyDialog.tsx';
import { EditPartyDialog } from './EditPartyDialog.tsx';
import { ErasePartyDialog } from './ErasePartyDialog.tsx';
import { partyListOf, withPartyList, type PartyList } from './partyListAddress.ts';
import { PartyTable, type PartyTask } from './PartyTable.tsx';

const TYPING_RESTS_MS = 300;
const ON_PAGE = 20;

/** Buyers and representatives, for users who see all lots. Those who manage them add, edit and erase. */
export default function PartiesPage() {
  const { say } = useOfficeWords();
  const [params, setParams] = useSearchParams();
  const list = partyListOf(params);
  const [task, setTask] = useState<PartyTask | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const manages = useMay('manage_parties');
  const show = (change: Partial<PartyList>) =>
    setParams((before) => withPartyList(before, { ...partyListOf(before), page: 1, ...change }), { replace: true });
  const { data, previousData, error, loading, refetch } = useQuery(PartiesDocument, {
    variables: { page: list.page, limit: ON_PAGE, search: list.search === '' ? null : list.search, kind: list.kind },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.parties;
  const finish = (message: string) => {
    setTask(null);
    setDone(message);
    refetch().catch(() => undefined);
  };
  return (
    <Page
      title={say('parties.title')}
      actions={
        manages && (
          <Button onClick={() => setTask({ kind: 'add' })}>
            <Plus aria-hidden />
            {say('parties.add')}
          </Button>
        )
      }
    >
      <PageIntro>{say('parties.lead')}</PageIntro>
      {done !== null && (
        <Banner tone="leaf" onDismiss={() => setDone(null)}>
          {done}
        </Banner>
      )}
      <PartyFilters list={list} onShow={show} />
      <PartyTable
        rows={shown?.parties}
        busy={loading && shown !== undefined}
        onTask={setTask}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('parties.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={<NoParties list={list} onClear={() => show({ search: '', kind: null })} />}
      />
      {shown !== undefined && shown.pagination.total > 0 && (
        <Flex align="center" justify="space-between" gap="4" wrap="wrap">
          <Box fontSize="sm" color="fg.muted" aria-live="polite">
            {say('parties.count', { count: shown.pagination.total })}
          </Box>
          <PaginationControl
            page={shown.pagination.page}
            totalPages={shown.pagination.totalPages}
            onChange={(page) => show({ page })}
            label={say('parties.list')}
          />
        </Flex>
      )}
      <PartyTasks task={task} onClose={() => setTask(null)} onDone={finish} />
    </Page>
  );
}

/** The dialogs of the list. Each stays mounted while it closes, so that the focus returns. */
function PartyTasks({
  task,
  onClose,
  onDone,
}: {
  task: PartyTask | null;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const { say } = useOfficeWords();
  const partyOf = (kind: 'edit' | 'erase'): PartyRowFragment | null => (task?.kind === kind ? task.party : null);
  return (
    <>
      <AddPartyDialog
        open={task?.kind === 'add'}
        title={say('partyForm.addTitle')}
        kind="buyer"
        onClose={onClose}
        onDone={({ name }) => onDone(say('partyForm.added', { name }))}
      />
      <EditPartyDialog
        party={partyOf('edit')}
        onClose={onClose}
        onDone={({ name }) => onDone(say('partyForm.changed', { name }))}
      />
      <ErasePartyDialog party={partyOf('erase')} onClose={onClose} onDone={() => onDone(say('partyErase.done'))} />
    </>
  );
}

function PartyFilters({ list, onShow }: { list: PartyList; onShow: (change: Partial<PartyList>) => void }) {
  const { say } = useOfficeWords();
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
        label={say('parties.search')}
        type="search"
        placeholder={say('parties.searchHint')}
        maxLength={100}
        value={search}
        onChange={setSearch}
      />
      <SelectField
        label={say('parties.kind')}
        value={list.kind ?? ''}
        onChange={(kind) => onShow({ kind: PARTY_KINDS.find((one) => one === kind) ?? null })}
        options={[
          { value: '', label: say('parties.allKinds') },
          ...PARTY_KINDS.map((kind) => ({ value: kind, label: say(`parties.kind.${kind}`) })),
        ]}
      />
    </Grid>
  );
}

function NoParties({ list, onClear }: { list: PartyList; onClear: () => void }) {
  const { say } = useOfficeWords();
  const manages = useMay('manage_parties');
  if (list.search === '' && list.kind === null) {
    return (
      <EmptyState icon={Contact} title={say('parties.none')}>
        {say(manages ? 'parties.noneHint' : 'parties.noneHintReader')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Contact}
      title={say('parties.noMatch')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {say('parties.clear')}
        </Button>
      }
    >
      {say('parties.noMatchHint')}
    </EmptyState>
  );
}
