import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { FARM_SHEET_FIELDS, type FarmSheetField } from '../../../server/domain/farm/farmSheet.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { useUnsentInput } from '../../design/form/unsentInput.ts';
import { Panel } from '../../design/Page.tsx';
import { StatTile } from '../../design/StatTile.tsx';
import { useOpenings } from '../../design/useOpenings.ts';
import { type FarmWords, useFarmWords } from '../../words/farmWords.ts';
import { useImportWords } from '../../words/importWords.ts';
import { ErrorTable } from '../import/ErrorTable.tsx';
import { type ImportResult, inspectFile, sendImport } from '../import/importCall.ts';
import { ImportSteps, type ImportTexts } from '../import/ImportSteps.tsx';
import { inspectionOf } from '../import/inspection.ts';
import type { SheetFields } from '../import/sheetFields.ts';
import { createSheetImportJob, type SheetImportJob } from '../import/sheetImportJob.ts';
import { SheetFormat, SheetMapping } from '../import/SheetMapping.tsx';
import { useWarnBeforeClosing } from '../import/useWarnBeforeClosing.ts';

const KINDS = '.xlsx,.csv,.tsv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const FARMS_FOUND = inspectionOf(FARM_SHEET_FIELDS);
/** Changes that are shown at first. */
const FIRST = 8;

interface ImportFarmsDialogProps {
  open: boolean;
  onClose: () => void;
  /** farms were added or changed */
  onImported: () => void;
}

/** Adds and changes farms of the register from a spreadsheet, after a check (`POST /farms/import`). */
export default function ImportFarmsDialog(props: ImportFarmsDialogProps) {
  const openings = useOpenings(props.open);
  return <Importing key={openings} {...props} />;
}

function Importing({ open, onClose, onImported }: ImportFarmsDialogProps) {
  const words = useFarmWords();
  const { say } = words;
  const [job] = useState(() =>
    createSheetImportJob<FarmSheetField>({
      inspect: (call) => inspectFile('/farms/import/inspect', FARMS_FOUND, call),
      send: (call) => sendImport('/farms/import', call),
      missing,
    }),
  );
  const state = useSyncExternalStore(job.subscribe, job.read);
  const texts = useMemo(() => textsOf(words), [words]);
  const fields = useFarmFields(words);
  const isImporting = state.step === 'importing';
  useWarnBeforeClosing(isImporting);
  useUnsentInput(open && state.step !== 'none' && state.step !== 'done');
  // Abort an unfinished check on unmount; an import runs to its end.
  useEffect(
    () => () => {
      if (job.read().step === 'checking') job.reset();
    },
    [job],
  );
  const run = async (): Promise<void> => {
    await job.run();
    if (job.read().step === 'done') onImported();
  };
  return (
    <Dialog open={open} onClose={onClose} busy={isImporting} size="xl" keepOpenOutside title={say('farmImport.title')}>
      <Box display="grid" gap="4" pb="2">
        <Box color="fg.muted">{say('farmImport.lead')}</Box>
        <ImportSteps
          state={state}
          job={job}
          texts={texts}
          called={{ row: say('farmImport.row'), name: say('farms.find') }}
          kinds={KINDS}
          rows={job.sheet()?.found.rows}
          onRun={() => void run()}
          mapping={state.step === 'mapping' && <SheetMapping sheet={state.sheet} job={job} fields={fields} />}
          actions={
            job.sheet() !== null && (
              <Button variant="secondary" onClick={job.map}>
                {say('farmImport.columns')}
              </Button>
            )
          }
          errors={
            state.step === 'checked' && <ErrorTable answer={state.answer} fields={fields} name={say('farms.find')} />
          }
          done={<Button onClick={onClose}>{say('farmImport.close')}</Button>}
        >
          {state.step === 'checked' && <Preview answer={state.answer} job={job} fields={fields} />}
        </ImportSteps>
        {state.step === 'none' && (
          <Box fontSize="sm" color="fg.muted">
            {say('farmImport.lists')}
          </Box>
        )}
      </Box>
    </Dialog>
  );
}

interface PreviewProps {
  answer: ImportResult;
  job: SheetImportJob<FarmSheetField>;
  fields: SheetFields<FarmSheetField>;
}

/** How the file was read, and what it does to the register. */
function Preview({ answer, job, fields }: PreviewProps) {
  const { say, formatCount, formatList } = useFarmWords();
  const [isWhole, setIsWhole] = useState(false);
  const sheet = job.sheet();
  const { added = 0, changed = 0, same = 0, old = 0 } = answer;
  const effects = answer.rows.filter(({ effect }) => effect === 'added' || effect === 'changed');
  const shown = isWhole ? effects : effects.slice(0, FIRST);
  return (
    <Flex direction="column" gap="4">
      {sheet !== null && <SheetFormat sheet={sheet} job={job} />}
      <Grid templateColumns="repeat(3, minmax(0, 1fr))" gap="3">
        <StatTile label={say('farmImport.added')} value={formatCount(added)} />
        <StatTile label={say('farmImport.changed')} value={formatCount(changed)} />
        <StatTile label={say('farmImport.same')} value={formatCount(same)} />
      </Grid>
      {effects.length > 0 && (
        <Panel title={say('farmImport.effects')}>
          {old > 0 && (
            <Box role="note" fontSize="sm" color="pod" mb="2">
              {say('farmImport.old', { count: old })}
            </Box>
          )}
          <chakra.ul
            aria-label={say('farmImport.effects')}
            listStyleType="none"
            fontSize="sm"
            display="grid"
            gap="1"
            maxH="16rem"
            overflowY="auto"
            tabIndex={0}
          >
            {shown.map(({ row, name, effect, fields: differing = [], isOld = false }) => (
              <chakra.li key={row} overflowWrap="anywhere">
                <chakra.span fontWeight="500">{name}</chakra.span>
                {' · '}
                {effect === 'added'
                  ? say('farmImport.new')
                  : say('farmImport.differs', { fields: formatList(differing.map(fields.label)) })}
                {isOld && (
                  <chakra.span color="pod">
                    {' · '}
                    {say('farmImport.oldRow')}
                  </chakra.span>
                )}
              </chakra.li>
            ))}
          </chakra.ul>
          {shown.length < effects.length && (
            <Button mt="2" size="sm" variant="quiet" onClick={() => setIsWhole(true)}>
              {say('farmImport.all')}
            </Button>
          )}
        </Panel>
      )}
    </Flex>
  );
}

/** Only the id is needed. */
function missing(columns: readonly (FarmSheetField | null)[]): FarmSheetField[] {
  return columns.includes('farmId') ? [] : ['farmId'];
}

function useFarmFields(words: FarmWords): SheetFields<FarmSheetField> {
  const importWords = useImportWords();
  return useMemo(
    () => ({
      names: FARM_SHEET_FIELDS,
      label: (field) => (field === 'farmId' ? importWords.say('import.field.farmId') : words.say(`farmField.${field}`)),
      accepted: () => '',
      isNeeded: (field) => field === 'farmId',
      missing,
    }),
    [words, importWords],
  );
}

function textsOf({ say }: FarmWords): ImportTexts {
  return {
    limits: say('farmImport.limits'),
    importing: (name) => say('farmImport.importing', { name }),
    checkingHint: say('farmImport.checkingHint'),
    leavingCheck: say('plotImport.leavingCheck'),
    leaving: say('plotImport.leaving'),
    possible: (total) => say('farmImport.possible', { total }),
    possibleHint: (name) => say('farmImport.possibleHint', { name }),
    action: (total) => say('farmImport.action', { total }),
    wrong: (invalid, total) => say('farmImport.wrong', { invalid, total }),
    wrongHint: (name) => say('farmImport.wrongHint', { name }),
    done: (created) => say('farmImport.done', { created }),
  };
}
