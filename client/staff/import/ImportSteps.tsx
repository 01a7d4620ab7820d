import { Box, chakra, Flex } from '@chakra-ui/react';
import { FileUp } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { messageOfStatus } from '../../graphql/messages.ts';
import { useImportWords } from '../../words/importWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { FileButton, takeFile, type TakesFile } from './FileButton.tsx';
import type { ImportJob } from './importJob.ts';
import type { SheetImportState } from './sheetImportJob.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { type RowWords, WrongRows } from './WrongRows.tsx';

/** Texts that differ between kinds of files. */
export interface ImportTexts {
  /** text about accepted types and sizes */
  limits: string;
  importing: (fileName: string) => string;
  checkingHint: string;
  /** text about leaving the page during the check */
  leavingCheck: string;
  leaving: string;
  possible: (total: number) => string;
  possibleHint: (fileName: string) => string;
  action: (total: number) => string;
  wrong: (invalid: number, total: number) => string;
  wrongHint: (fileName: string) => string;
  done: (created: number) => string;
}

interface ImportStepsProps {
  state: SheetImportState<string>;
  job: Pick<ImportJob, 'check' | 'reset'>;
  texts: ImportTexts;
  called: RowWords;
  /** accepted file types, as an input's `accept` */
  kinds: string;
  /** registers the checked rows */
  onRun: () => void;
  /** further actions after a check */
  actions?: ReactNode;
  /** actions after the import */
  done: ReactNode;
  /** names the columns of a spreadsheet */
  mapping?: ReactNode;
  /** rows that are worked on, where they are known */
  rows?: number | undefined;
  /** lists the errors in place of a row each */
  errors?: ReactNode;
  /** shown with the result of a check */
  children?: ReactNode;
}

/** The steps of an import: select, check, register, or the errors of the file. */
export function ImportSteps(props: ImportStepsProps) {
  const { state, job, texts, called, kinds, onRun, done, mapping, rows, errors, actions, children } = props;
  const words = useImportWords();
  const { say } = words;
  const another = (
    <FileButton
      variant="secondary"
      kinds={kinds}
      onFile={(file) => {
        job.reset();
        void job.check(file);
      }}
      onWrong={(message) => toaster.create({ type: 'error', title: message })}
    >
      {say('import.another')}
    </FileButton>
  );
  return (
    <>
      <Told state={state} texts={texts} />
      {state.step === 'none' && (
        <FileChoice kinds={kinds} limits={texts.limits} onFile={(file) => void job.check(file)} />
      )}
      {(state.step === 'reading' || state.step === 'checking' || state.step === 'importing') && (
        <Underway state={state} texts={texts} rows={rows} onStop={job.reset} />
      )}
      {state.step === 'mapping' && mapping}
      {state.step === 'checked' && state.answer.invalid === 0 && (
        <>
          <Outcome
            title={texts.possible(state.answer.total)}
            actions={
              <>
                {another}
                {actions}
                <Button onClick={onRun}>{texts.action(state.answer.total)}</Button>
              </>
            }
          >
            {texts.possibleHint(state.file.name)}
          </Outcome>
          {children}
        </>
      )}
      {state.step === 'checked' && state.answer.invalid > 0 && (
        <>
          <Outcome
            title={texts.wrong(state.answer.invalid, state.answer.total)}
            actions={
              <>
                {actions}
                {another}
              </>
            }
          >
            {texts.wrongHint(state.file.name)}
          </Outcome>
          {children}
          {errors ?? <WrongRows answer={state.answer} called={called} />}
        </>
      )}
      {state.step === 'done' && <Outcome title={texts.done(state.created)} actions={done} />}
      {state.step === 'unreadable' && <Unreadable another={another} state={state} />}
      {state.step === 'failed' && <Failed state={state} another={another} job={job} onRun={onRun} />}
    </>
  );
}

interface UnreadableProps {
  another: ReactNode;
  state: Extract<SheetImportState<string>, { step: 'unreadable' }>;
}

function Unreadable({ another, state }: UnreadableProps) {
  const words = useImportWords();
  const { say } = words;
  return (
    <Banner title={say('import.unreadable')} action={another}>
      <chakra.ul maxH="12rem" overflowY="auto" tabIndex={0} listStyleType="none">
        {state.faults.map((said) => (
          <li key={said.text}>{localizedText(words, said)}</li>
        ))}
      </chakra.ul>
    </Banner>
  );
}

interface FailedProps {
  state: Extract<SheetImportState<string>, { step: 'failed' }>;
  another: ReactNode;
  job: ImportStepsProps['job'];
  onRun: () => void;
}

/** Why the file could not be checked or registered, and the way to try again. */
function Failed({ state, another, job, onRun }: FailedProps) {
  const words = useImportWords();
  const { say } = words;
  return (
    <>
      <Banner title={say(state.during === 'checking' ? 'import.checkFailed' : 'import.failed')}>
        {messageOfStatus(words, state.statusCode)} {state.isUndecided && say('import.undecided')}
      </Banner>
      <Flex gap="3" justify="flex-end" wrap="wrap">
        {another}
        <Button onClick={() => (state.during === 'checking' ? void job.check(state.file) : onRun())}>
          {say('import.again')}
        </Button>
      </Flex>
    </>
  );
}

/** Status for screen readers: a single live region with changing text. */
function Told({ state, texts }: { state: SheetImportState<string>; texts: ImportTexts }) {
  const { say } = useImportWords();
  const text = (): string => {
    if (state.step === 'reading') return say('import.reading', { name: state.file.name });
    if (state.step === 'mapping') return say('import.map.title');
    if (state.step === 'checking') return say('import.checking', { name: state.file.name });
    if (state.step === 'importing') return texts.importing(state.file.name);
    if (state.step === 'done') return texts.done(state.created);
    if (state.step !== 'checked') return '';
    const { invalid, total } = state.answer;
    return invalid > 0 ? texts.wrong(invalid, total) : texts.possible(total);
  };
  return (
    <chakra.span srOnly role="status">
      {text()}
    </chakra.span>
  );
}

function Underway({
  state: { step, file, sent },
  texts,
  rows,
  onStop,
}: {
  state: Extract<SheetImportState<string>, { step: 'reading' | 'checking' | 'importing' }>;
  texts: ImportTexts;
  rows: number | undefined;
  onStop: () => void;
}) {
  const { say } = useImportWords();
  const isSent = sent >= 1;
  const { name } = file;
  const named = {
    reading: say('import.reading', { name }),
    checking: say('import.checking', { name }),
    importing: texts.importing(name),
  }[step];
  const hint = { reading: say('import.readingHint'), checking: texts.checkingHint, importing: '' }[step];
  const title = isSent ? named : say('import.sending', { name });
  return (
    <Panel>
      <Flex direction="column" gap="3">
        <Flex align="center" justify="space-between" gap="3">
          <Box fontWeight="600" minW="0" overflowWrap="anywhere">
            {title}
          </Box>
          {step !== 'importing' && (
            <Button size="sm" variant="quiet" onClick={onStop}>
              {say('import.stop')}
            </Button>
          )}
        </Flex>
        {/* After the upload the server reports no progress. */}
        <ProgressBar label={title} share={isSent ? null : sent} />
        <Box fontSize="sm" color="fg.muted">
          {isSent
            ? [rows === undefined ? '' : say('import.waiting', { rows }), hint].filter((text) => text !== '').join('. ')
            : say('import.sent', { percent: Math.floor(sent * 100) })}
        </Box>
        <Box fontSize="sm">{step === 'importing' ? texts.leaving : texts.leavingCheck}</Box>
      </Flex>
    </Panel>
  );
}

function Outcome({ title, actions, children }: { title: string; actions: ReactNode; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The pressed button is gone, so move focus to the heading.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <Panel>
      <Flex gap="4" align="center" justify="space-between" wrap="wrap">
        <Box minW="0" flex="1 1 16rem">
          <chakra.h2 ref={heading} tabIndex={-1} fontWeight="600" _focusVisible={{ outline: 'none' }}>
            {title}
          </chakra.h2>
          {children !== undefined && (
            <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
              {children}
            </Box>
          )}
        </Box>
        <Flex gap="3" wrap="wrap">
          {actions}
        </Flex>
      </Flex>
    </Panel>
  );
}

interface FileChoiceProps extends Pick<TakesFile, 'onFile'> {
  /** accepted file types, as an input's `accept` */
  kinds: string;
  /** text about accepted types and sizes */
  limits: string;
}

/** Selects one file by dialog or drag and drop. */
function FileChoice({ onFile, kinds, limits }: FileChoiceProps) {
  const words = useImportWords();
  const { say } = words;
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const taker: TakesFile = {
    onFile: (file) => {
      setWrong(null);
      onFile(file);
    },
    onWrong: setWrong,
  };
  return (
    <Flex direction="column" gap="3">
      {wrong !== null && <Banner>{wrong}</Banner>}
      <Flex
        direction="column"
        align="center"
        gap="3"
        px="4"
        py={{ base: '8', md: '10' }}
        borderWidth="2px"
        borderStyle="dashed"
        borderColor={isOver ? 'leaf.solid' : 'edge'}
        borderRadius="panel"
        bg={isOver ? 'leaf.subtle' : 'bg.raised'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          takeFile(words, event.dataTransfer.files, taker);
        }}
      >
        <Box color="fg.muted">
          <FileUp aria-hidden size={32} strokeWidth={1.5} />
        </Box>
        <Flex align="center" gap="3" wrap="wrap" justify="center">
          <FileButton kinds={kinds} aria-describedby={id} {...taker}>
            {say('import.choose')}
          </FileButton>
          <Box hideBelow="md" color="fg.muted" fontSize="sm">
            {say('import.drop')}
          </Box>
        </Flex>
        <Box id={id} fontSize="sm" color="fg.muted" textAlign="center">
          {limits}
        </Box>
      </Flex>
    </Flex>
  );
}
