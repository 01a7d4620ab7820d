import { Box } from '@chakra-ui/react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Message } from '../../../server/domain/messages/message.ts';
import { Dialog } from '../../design/Dialog.tsx';
import { PlotMap } from '../../design/plotMap/PlotMap.tsx';
import { useOpenings } from '../../design/useOpenings.ts';
import type { PlotRowFragment } from '../../graphql/generated.ts';
import { type FarmWords, useFarmWords } from '../../words/farmWords.ts';
import { type ImportResult, sendImport } from '../import/importCall.ts';
import { createImportJob } from '../import/importJob.ts';
import { ImportSteps, type ImportTexts } from '../import/ImportSteps.tsx';
import { useUnsentInput } from '../../design/form/unsentInput.ts';
import { useWarnBeforeClosing } from '../import/useWarnBeforeClosing.ts';
import type { RowWords } from '../import/WrongRows.tsx';
import { plotShape } from './plotPlaces.ts';
import { lengthText, plotFault } from './plotWords.ts';
import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

const KINDS = '.geojson,.json,application/geo+json';

interface ImportPlotsDialogProps {
  open: boolean;
  farmId: string;
  /** all plots of the farm */
  plots: readonly PlotRowFragment[];
  onClose: () => void;
  /** receives the number of added plots */
  onDone: (created: number) => void;
}

/**
 * Imports the plots of a GeoJSON file into a farm: checks the file, then adds all plots or none (`POST
 * /farms/{farmId}/plots/import`).
 */
export function ImportPlotsDialog(props: ImportPlotsDialogProps) {
  const openings = useOpenings(props.open);
  return <Importing key={openings} {...props} />;
}

function Importing({ open, farmId, plots, onClose, onDone }: ImportPlotsDialogProps) {
  const words = useFarmWords();
  const { say } = words;
  const [job] = useState(() =>
    createImportJob((call) => sendImport(`/farms/${encodeURIComponent(farmId)}/plots/import`, call)),
  );
  const state = useSyncExternalStore(job.subscribe, job.read);
  const texts = useMemo(() => textsOf(words), [words]);
  const called = useMemo(() => rowWords(words), [words]);
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
    const ended = job.read();
    if (ended.step === 'done') onDone(ended.created);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isImporting}
      size="xl"
      keepOpenOutside
      title={say('plotImport.title', { farmId })}
    >
      <Box display="grid" gap="4" pb="2">
        <Box color="fg.muted">{say('plotImport.lead')}</Box>
        <ImportSteps
          state={state}
          job={job}
          texts={texts}
          called={called}
          kinds={KINDS}
          onRun={() => void run()}
          done={null}
        >
          {state.step === 'checked' && <WrongPlaces farmId={farmId} plots={plots} answer={state.answer} />}
        </ImportSteps>
        <Box fontSize="sm" color="fg.muted">
          {say('plotImport.properties')}
        </Box>
      </Box>
    </Dialog>
  );
}

interface WrongPlacesProps extends Pick<ImportPlotsDialogProps, 'farmId' | 'plots'> {
  answer: ImportResult;
}

/** Map of the faults with a position; the list below describes all of them. */
function WrongPlaces({ farmId, plots, answer }: WrongPlacesProps) {
  const words = useFarmWords();
  const places = useMemo(() => wrongPlaces(answer), [answer]);
  if (places.length === 0) return null;
  return (
    <Box maxW="26rem">
      <PlotMap
        shapes={plots.map((plot) => ({ ...plotShape(plot, { id: plot.id, tone: 'leaf' }), isAside: true }))}
        wrongPlaces={places}
        title={words.say('plotImport.places', { count: places.length, farmId })}
        length={(metres) => lengthText(words, metres)}
        loading={words.say('farmPage.mapLoading')}
        caption={words.say('plotImport.shown')}
      />
    </Box>
  );
}

/** The distinct positions of the faults. */
export function wrongPlaces({ rows }: Pick<ImportResult, 'rows'>): GeoPoint[] {
  const found = rows.flatMap(({ errors }) => errors.flatMap(({ said }) => placeOf(said) ?? []));
  return [...new Map(found.map((place) => [`${place.latitude} ${place.longitude}`, place])).values()];
}

function placeOf({ values: { latitude, longitude } }: Message): GeoPoint | null {
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;
}

function textsOf({ say }: FarmWords): ImportTexts {
  return {
    limits: say('plotImport.limits'),
    importing: (name) => say('plotImport.importing', { name }),
    checkingHint: say('plotImport.checkingHint'),
    leavingCheck: say('plotImport.leavingCheck'),
    leaving: say('plotImport.leaving'),
    possible: (total) => say('plotImport.possible', { total }),
    possibleHint: (name) => say('plotImport.possibleHint', { name }),
    action: (total) => say('plotImport.action', { total }),
    wrong: (invalid, total) => say('plotImport.wrong', { invalid, total }),
    wrongHint: (name) => say('plotImport.wrongHint', { name }),
    done: (created) => say('plotImport.done', { created }),
  };
}

/** Property names in the file (the Commission's file description). */
const IN_FILE: Readonly<Record<string, string>> = { areaHa: 'Area', country: 'ProducerCountry' };

function rowWords(words: FarmWords): RowWords {
  const { say } = words;
  return {
    row: say('plotImport.row'),
    name: say('plot.name'),
    fieldName: (field) => (field === 'geometry' ? say('plotImport.geometry') : (IN_FILE[field] ?? field)),
    fault: (said) => plotFault(words, said),
  };
}
