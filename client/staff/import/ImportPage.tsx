import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { Box, chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { IMPORT_FIELDS, isNeeded, type ImportField } from '../../../server/domain/spreadsheet/importFields.ts';
import { Button } from '../../design/Button.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { type ImportWords, useImportWords } from '../../words/importWords.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { saveFile } from '../../saveFile.ts';
import { acceptedText, fieldLabel } from './fieldTexts.ts';
import type { SheetFields } from './sheetFields.ts';
import { ErrorTable } from './ErrorTable.tsx';
import { ImportPreviewPanel } from './ImportPreviewPanel.tsx';
import { ImportSteps, type ImportTexts } from './ImportSteps.tsx';
import { IMPORT_COLUMNS, lotTemplate } from './lotTemplate.ts';
import { useUnsentInput } from '../../design/form/unsentInput.ts';
import { inspectFile, sendImport } from './importCall.ts';
import { inspectionOf, missingFields } from './inspection.ts';
import { createSheetImportJob, type SheetImportJob, type SheetImportState } from './sheetImportJob.ts';
import { importedLots, PastImports, UndoButton } from './PastImports.tsx';
import { SheetFormat, SheetMapping } from './SheetMapping.tsx';
import { useWarnBeforeClosing } from './useWarnBeforeClosing.ts';
import type { RowWords } from './WrongRows.tsx';

const KINDS =
  '.xlsx,.csv,.tsv,.txt,.geojson,.json,text/csv,application/geo+json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Imports lots from a file: select, name columns that are not known, check, register (`POST /lots/import`). The import continues while other screens are
 * shown.
 */
export default function ImportPage() {
  const words = useImportWords();
  const { say } = words;
  const [state, job] = useImportJob();
  const texts = useMemo(() => textsOf(words), [words]);
  const called = useMemo(() => rowWords(words), [words]);
  const fields = useMemo(() => lotFields(words), [words]);
  // Counts imports that were undone: the list of earlier ones is loaded again.
  const [undone, setUndone] = useState(0);
  const onUndone = (): void => {
    setUndone(undone + 1);
    if (job.read().step === 'done') job.reset();
  };
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
        <Button variant="secondary" onClick={downloadTemplate}>
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
        rows={job.sheet()?.found.rows}
        onRun={() => void run()}
        mapping={state.step === 'mapping' && <SheetMapping sheet={state.sheet} job={job} fields={fields} />}
        actions={
          job.sheet() !== null && (
            <Button variant="secondary" onClick={job.map}>
              {say('import.map.change')}
            </Button>
          )
        }
        errors={
          state.step === 'checked' && <ErrorTable answer={state.answer} fields={fields} name={say('import.lotId')} />
        }
        done={state.step === 'done' && <AfterImport job={job} state={state} onUndone={onUndone} />}
      >
        {state.step === 'checked' && <Checked job={job} state={state} />}
      </ImportSteps>
      <PastImports key={`${undone} ${state.step === 'done'}`} onUndone={onUndone} />
      {state.step === 'none' && <ColumnGuide />}
    </Page>
  );
}

interface CheckedProps {
  job: SheetImportJob;
  state: Extract<SheetImportState, { step: 'checked' }>;
}

/** How the file was read, and what it would register. */
function Checked({ job, state }: CheckedProps) {
  const sheet = job.sheet();
  const { preview } = state.answer;
  return (
    <>
      {sheet !== null && <SheetFormat sheet={sheet} job={job} />}
      {preview !== undefined && <ImportPreviewPanel preview={preview} />}
    </>
  );
}

interface AfterImportProps {
  job: SheetImportJob;
  state: Extract<SheetImportState, { step: 'done' }>;
  onUndone: () => void;
}

function AfterImport({ job, state: { importId, created }, onUndone }: AfterImportProps) {
  const { say } = useImportWords();
  return (
    <>
      {importId !== null && <UndoButton importId={importId} lots={created} onUndone={onUndone} />}
      <Button variant="secondary" onClick={job.reset}>
        {say('import.more')}
      </Button>
      {importId !== null && (
        <LinkButton to={importedLots(importId)} onClick={job.reset}>
          {say('import.showLots')}
        </LinkButton>
      )}
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
  };
}

function rowWords({ say }: ImportWords): RowWords {
  return { row: say('import.row'), name: say('import.lotId') };
}

function lotFields(words: ImportWords): SheetFields<ImportField> {
  return {
    names: IMPORT_FIELDS,
    label: (field) => fieldLabel(words, field),
    accepted: (field) => acceptedText(words, field),
    // Rows without lot id get a number.
    isNeeded: (field) => isNeeded(field) && field !== 'lotId',
    missing: missingFields,
  };
}

function downloadTemplate(): void {
  saveFile({ name: 'lots-template.csv', blob: new Blob([lotTemplate()], { type: 'text/csv' }) });
}

const LOTS_FOUND = inspectionOf(IMPORT_FIELDS);
const jobs = new WeakMap<ApolloClient, SheetImportJob>();

/** The session's import job. It outlives its page, and ends with the session. */
function importJobOf(client: ApolloClient): SheetImportJob {
  const known = jobs.get(client);
  if (known !== undefined) return known;
  const job = createSheetImportJob({
    inspect: (call) => inspectFile('/lots/import/inspect', LOTS_FOUND, call),
    missing: missingFields,
    send: (call) =>
      sendImport('/lots/import', call.dryRun ? { ...call, query: { ...call.query, preview: 'true' } } : call),
  });
  client.onClearStore(async () => job.reset());
  jobs.set(client, job);
  return job;
}

function useImportJob(): [SheetImportState, SheetImportJob] {
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
      <Box fontSize="sm" color="fg.muted" mb="3">
        {say('import.columnsHint')}
      </Box>
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
            {IMPORT_COLUMNS.map(({ name, isNeeded: isRequired }) => (
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
                  {say(isRequired ? 'import.required' : 'import.optional')}
                </chakra.td>
                <chakra.td role="cell" {...cell} gridColumn="1 / -1" overflowWrap="anywhere">
                  {acceptedText(words, name)}
                </chakra.td>
              </chakra.tr>
            ))}
          </chakra.tbody>
        </chakra.table>
      </Box>
    </Panel>
  );
}
