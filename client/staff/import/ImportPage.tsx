import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { CERTIFICATIONS, VARIETIES } from '../../../server/domain/lot/cacao.ts';
import { factsOf, type SettableField } from '../../../server/domain/lot/lotTable.ts';
import { Button } from '../../design/Button.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { type ImportWords, useImportWords } from '../../words/importWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { ImportSteps, type ImportTexts } from './ImportSteps.tsx';
import { IMPORT_COLUMNS, lotTemplate } from './lotTemplate.ts';
import { useUnsentInput } from '../../design/form/unsentInput.ts';
import { sendImport } from './importCall.ts';
import { createImportJob, type ImportJob, type ImportState } from './importJob.ts';
import { useWarnBeforeClosing } from './useWarnBeforeClosing.ts';
import type { RowWords } from './WrongRows.tsx';

const KINDS = '.csv,.geojson,.json,text/csv,application/geo+json';
const LOTS = `${HOME_PATH}${tabSearch('lots', new URLSearchParams())}`;

/**
 * Imports lots from a file: select, check, register (`POST /lots/import`). The import continues while other screens are
 * shown.
 */
export default function ImportPage() {
  const words = useImportWords();
  const { say } = words;
  const [state, job] = useImportJob();
  const texts = useMemo(() => textsOf(words), [words]);
  const called = useMemo(() => rowWords(words), [words]);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useWarnBeforeClosing(state.step === 'importing');
  useUnsentInput(state.step !== 'none' && state.step !== 'done');

  const run = async () => {
    await job.run();
    if (isShown.current) return;
    const ended = job.read();
    if (ended.step === 'done')
      toaster.create({ type: 'success', title: say('import.done', { created: ended.created }) });
    else if (ended.step !== 'none') toaster.create({ type: 'error', title: say('import.failed') });
  };
  return (
    <Page
      title={say('page.import')}
      actions={
        <Button variant="secondary" title={say('import.templateHint')} onClick={downloadTemplate}>
          <Download aria-hidden /> {say('import.template')}
        </Button>
      }
    >
      <Box color="fg.muted" maxW="46rem">
        {say('import.lead')}
      </Box>
      <ImportSteps
        state={state}
        job={job}
        texts={texts}
        called={called}
        kinds={KINDS}
        onRun={() => void run()}
        done={<AfterImport job={job} />}
      />
      <ColumnGuide />
    </Page>
  );
}

function AfterImport({ job }: { job: ReturnType<typeof useImportJob>[1] }) {
  const { say } = useImportWords();
  const navigate = useNavigate();
  return (
    <>
      <Button variant="secondary" onClick={job.reset}>
        {say('import.more')}
      </Button>
      <Button
        onClick={() => {
          job.reset();
          void navigate(LOTS);
        }}
      >
        {say('import.showLots')}
      </Button>
    </>
  );
}

function textsOf({ say }: ImportWords): ImportTexts {
  return {
    limits: say('import.limits'),
    importing: (name) => say('import.importing', { name }),
    checkingHint: say('import.checkingHint'),
    leavingCheck: say('import.leavingCheck'),
    leaving: say('import.leaving'),
    possible: (total) => say('import.possible', { total }),
    possibleHint: (name) => say('import.possibleHint', { name }),
    action: (total) => say('import.action', { total }),
    wrong: (invalid, total) => say('import.wrong', { invalid, total }),
    wrongHint: (name) => say('import.wrongHint', { name }),
    done: (created) => say('import.done', { created }),
    doneHint: say('import.doneHint'),
  };
}

function rowWords({ say }: ImportWords): RowWords {
  return { row: say('import.row'), name: say('import.lotId') };
}

function downloadTemplate(): void {
  const address = URL.createObjectURL(new Blob([lotTemplate()], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'lots-template.csv';
  link.click();
  URL.revokeObjectURL(address);
}

const jobs = new WeakMap<ApolloClient, ImportJob>();

/** The session's import job. It outlives its page, and ends with the session. */
function importJobOf(client: ApolloClient): ImportJob {
  const known = jobs.get(client);
  if (known !== undefined) return known;
  const job = createImportJob((call) => sendImport('/lots/import', call));
  client.onClearStore(async () => job.reset());
  jobs.set(client, job);
  return job;
}

function useImportJob(): [ImportState, ImportJob] {
  const job = importJobOf(useApolloClient());
  return [useSyncExternalStore(job.subscribe, job.read), job];
}

/**
 * Table of the file's columns and their values. Rows become cards on phones; explicit roles are needed, because some
 * browsers drop the table semantics then.
 */
function ColumnGuide() {
  const words = useImportWords();
  const { say } = words;
  const head = {
    textAlign: 'start',
    fontWeight: '500',
    color: 'fg.muted',
    py: '2',
    pe: '4',
    role: 'columnheader',
  } as const;
  const cell = { py: { base: '1', sm: '2' }, pe: { sm: '4' }, verticalAlign: 'top' } as const;
  const line = { borderTopWidth: '1px', borderColor: 'line' } as const;
  return (
    <Panel title={say('import.columns')}>
      <Box overflowX="auto" tabIndex={0} role="region" aria-label={say('import.columns')}>
        <chakra.table role="table" display={{ base: 'block', sm: 'table' }} w="full" fontSize="sm">
          <chakra.thead role="rowgroup" srOnly={{ base: true, sm: false }}>
            <chakra.tr role="row">
              <chakra.th {...head}>{say('import.column')}</chakra.th>
              <chakra.th {...head}>{say('import.needed')}</chakra.th>
              <chakra.th {...head}>{say('import.takes')}</chakra.th>
            </chakra.tr>
          </chakra.thead>
          <chakra.tbody role="rowgroup" display={{ base: 'block', sm: 'table-row-group' }}>
            {IMPORT_COLUMNS.map(({ name, isNeeded }) => (
              <chakra.tr
                key={name}
                role="row"
                {...line}
                display={{ base: 'grid', sm: 'table-row' }}
                gridTemplateColumns="1fr auto"
                py={{ base: '1.5', sm: '0' }}
              >
                <chakra.th scope="row" role="rowheader" {...cell} textAlign="start" fontWeight="400" fontFamily="mono">
                  {name}
                </chakra.th>
                <chakra.td role="cell" {...cell} whiteSpace="nowrap" color={{ base: 'fg.muted', sm: 'fg' }}>
                  {say(isNeeded ? 'import.required' : 'import.optional')}
                </chakra.td>
                <chakra.td role="cell" {...cell} gridColumn="1 / -1" overflowWrap="anywhere">
                  {takes(words, name)}
                </chakra.td>
              </chakra.tr>
            ))}
          </chakra.tbody>
        </chakra.table>
      </Box>
    </Panel>
  );
}

function takes({ say, formatList, formatCount }: ImportWords, name: SettableField): string {
  switch (name) {
    case 'lotId':
    case 'farmId':
    case 'farmerName':
    case 'harvestDate':
    case 'weight':
    case 'qualityScore':
    case 'isAnonymized':
    case 'plots':
      return say(`import.takes.${name}`);
    case 'cacaoVariety':
      return say('import.takes.cacaoVariety', { names: formatList(VARIETIES) });
    case 'certifications':
      return say('import.takes.certifications', { names: formatList(CERTIFICATIONS) });
    default: {
      const { figure, text } = factsOf(name);
      if (text) return say('import.takes.text', { most: formatCount(text.most) });
      const bounds = figure?.bounds;
      if (!figure || !bounds) return '';
      return say('import.takes.figure', {
        unit: figure.unit,
        min: formatCount(bounds.min),
        max: formatCount(bounds.max),
      });
    }
  }
}
