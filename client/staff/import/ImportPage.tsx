import { Box, chakra, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { messageOfStatus } from '../../graphql/messages.ts';
import { saidWord } from '../../words/saidWords.ts';
import { useImportWords } from '../../words/importWords.ts';
import { HOME_PATH, tabSearch } from '../address.ts';
import { ColumnGuide } from './ColumnGuide.tsx';
import { FileButton } from './FileButton.tsx';
import { FileChoice } from './FileChoice.tsx';
import type { ImportState } from './importJob.ts';
import { lotTemplate } from './lotTemplate.ts';
import { useImportJob } from './useImportJob.ts';
import { WrongRows } from './WrongRows.tsx';

const LOTS = `${HOME_PATH}${tabSearch('lots', new URLSearchParams())}`;

/** Lots of a file: chosen, checked, registered (`POST /lots/import`). It goes on while other screens are shown. */
export default function ImportPage() {
  const words = useImportWords();
  const { say } = words;
  const [state, job] = useImportJob();
  const navigate = useNavigate();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  useWarnBeforeClosing(state.step === 'importing');

  const run = async () => {
    await job.run();
    if (isShown.current) return;
    const ended = job.read();
    if (ended.step === 'done')
      toaster.create({ type: 'success', title: say('import.done', { created: ended.created }) });
    else if (ended.step !== 'none') toaster.create({ type: 'error', title: say('import.failed') });
  };
  const another = (
    <FileButton
      variant="secondary"
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
      <Told state={state} />
      {state.step === 'none' && <FileChoice onFile={(file) => void job.check(file)} />}
      {(state.step === 'checking' || state.step === 'importing') && <Underway state={state} onStop={job.reset} />}
      {state.step === 'checked' && state.answer.invalid === 0 && (
        <Outcome
          title={say('import.possible', { total: state.answer.total })}
          actions={
            <>
              {another}
              <Button onClick={() => void run()}>{say('import.action', { total: state.answer.total })}</Button>
            </>
          }
        >
          {say('import.possibleHint', { name: state.file.name })}
        </Outcome>
      )}
      {state.step === 'checked' && state.answer.invalid > 0 && (
        <>
          <Outcome
            title={say('import.wrong', { invalid: state.answer.invalid, total: state.answer.total })}
            actions={another}
          >
            {say('import.wrongHint', { name: state.file.name })}
          </Outcome>
          <WrongRows answer={state.answer} />
        </>
      )}
      {state.step === 'done' && (
        <Outcome
          title={say('import.done', { created: state.created })}
          actions={
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
          }
        >
          {say('import.doneHint')}
        </Outcome>
      )}
      {state.step === 'unreadable' && (
        <Banner title={say('import.unreadable')} action={another}>
          <chakra.ul maxH="12rem" overflowY="auto" tabIndex={0} listStyleType="none">
            {state.faults.map((said) => (
              <li key={said.text}>{saidWord(words, said)}</li>
            ))}
          </chakra.ul>
        </Banner>
      )}
      {state.step === 'failed' && (
        <>
          <Banner title={say(state.during === 'checking' ? 'import.checkFailed' : 'import.failed')}>
            {messageOfStatus(words, state.statusCode)} {state.isUndecided && say('import.undecided')}
          </Banner>
          <Flex gap="3" justify="flex-end" wrap="wrap">
            {another}
            <Button onClick={() => void (state.during === 'checking' ? job.check(state.file) : run())}>
              {say('import.again')}
            </Button>
          </Flex>
        </>
      )}
      <ColumnGuide />
    </Page>
  );
}

/** What an import is at, for those who do not see it; one region, of which the text changes. */
function Told({ state }: { state: ImportState }) {
  const { say } = useImportWords();
  const text = (): string => {
    if (state.step === 'checking') return say('import.checking', { name: state.file.name });
    if (state.step === 'importing') return say('import.importing', { name: state.file.name });
    if (state.step === 'done') return say('import.done', { created: state.created });
    if (state.step !== 'checked') return '';
    const { invalid, total } = state.answer;
    return invalid > 0 ? say('import.wrong', { invalid, total }) : say('import.possible', { total });
  };
  return (
    <chakra.span srOnly role="status">
      {text()}
    </chakra.span>
  );
}

function Underway({
  state: { step, file, sent },
  onStop,
}: {
  state: Extract<ImportState, { step: 'checking' | 'importing' }>;
  onStop: () => void;
}) {
  const { say } = useImportWords();
  const isSent = sent >= 1;
  const named = step === 'checking' ? 'import.checking' : 'import.importing';
  const title = isSent ? say(named, { name: file.name }) : say('import.sending', { name: file.name });
  return (
    <Panel>
      <Flex direction="column" gap="3">
        <Flex align="center" justify="space-between" gap="3">
          <Box fontWeight="600" minW="0" overflowWrap="anywhere">
            {title}
          </Box>
          {step === 'checking' && (
            <Button size="sm" variant="quiet" onClick={onStop}>
              {say('import.stop')}
            </Button>
          )}
        </Flex>
        {/* Once it is sent nobody knows how far the server is. */}
        <chakra.progress
          aria-label={title}
          value={isSent ? undefined : sent}
          max={1}
          w="full"
          h="2"
          accentColor="leaf.solid"
        />
        <Box fontSize="sm" color="fg.muted">
          {isSent
            ? step === 'checking' && say('import.checkingHint')
            : say('import.sent', { percent: Math.floor(sent * 100) })}
        </Box>
        <Box fontSize="sm">{say(step === 'checking' ? 'import.leavingCheck' : 'import.leaving')}</Box>
      </Flex>
    </Panel>
  );
}

function Outcome({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What was pressed is gone.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <Panel>
      <Flex gap="4" align="center" justify="space-between" wrap="wrap">
        <Box minW="0" flex="1 1 16rem">
          <chakra.h2 ref={heading} tabIndex={-1} fontWeight="600" _focusVisible={{ outline: 'none' }}>
            {title}
          </chakra.h2>
          <Box fontSize="sm" color="fg.muted" overflowWrap="anywhere">
            {children}
          </Box>
        </Box>
        <Flex gap="3" wrap="wrap">
          {actions}
        </Flex>
      </Flex>
    </Panel>
  );
}

function useWarnBeforeClosing(isRunning: boolean): void {
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isRunning) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => warn(event);
    addEventListener('beforeunload', listener);
    return () => removeEventListener('beforeunload', listener);
  }, []);
}

function downloadTemplate(): void {
  const address = URL.createObjectURL(new Blob([lotTemplate()], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'lots-template.csv';
  link.click();
  URL.revokeObjectURL(address);
}
