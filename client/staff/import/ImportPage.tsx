import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../design/Button.tsx';
import { Page } from '../../design/Page.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { type ImportWords, useImportWords } from '../../words/importWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { ColumnGuide } from './ColumnGuide.tsx';
import { ImportSteps, type ImportTexts } from './ImportSteps.tsx';
import { lotTemplate } from './lotTemplate.ts';
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
