import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Page.tsx';
import type { StatementWholeFragment } from '../../graphql/generated.ts';
import { useStatementWords, type StatementWords } from '../../words/statementWords.ts';
import { useMay } from '../session/SessionProvider.tsx';
import type { NextStep, StatementAct } from './nextStep.ts';
import { StatementStateBadge } from './StatementStateBadge.tsx';
import type { PressedAct } from './useStatementActs.ts';
import { WindowCountdown } from './WindowCountdown.tsx';

interface NextStepPanelProps {
  statement: StatementWholeFragment;
  step: NextStep;
  /** takes the focus once an act is done, since its button may be gone */
  lineRef: Ref<HTMLDivElement>;
  busy: PressedAct | null;
  /** why the last press did nothing */
  failure: string | null;
  onAct: (act: StatementAct) => void;
  /** where else to go from here */
  children: ReactNode;
}

/** What comes next, with one primary button; then the others. */
export function NextStepPanel({ statement, step, lineRef, busy, failure, onAct, children }: NextStepPanelProps) {
  const words = useStatementWords();
  const { say } = words;
  const manages = useMay('manage_statements');
  const { state, amendments, windowEndsAt, partNumber } = statement;
  const { text, primary, others } = step;
  const isChangeable = state === 'handed_over' || state === 'submitted' || state === 'available';
  return (
    <Panel title={say('statement.next')} actions={<StatementStateBadge state={state} amendments={amendments} />}>
      {/* The focus comes here by script only. */}
      <Box ref={lineRef} tabIndex={-1} role="group" aria-label={say('statement.next')} outline="none">
        {text === 'part' ? say('next.part', { number: partNumber ?? 1 }) : say(`next.${text}`)}
      </Box>
      {failure !== null && <Banner mt="4">{failure}</Banner>}
      {manages && (primary !== null || others.length > 0) && (
        <Flex gap="3" wrap="wrap" mt="4">
          {primary !== null && (
            <Button
              key={primary}
              busy={busy === primary}
              busyLabel={busyWord(words, primary)}
              onClick={() => onAct(primary)}
            >
              {actWord(words, primary, true)}
            </Button>
          )}
          {others.map((act) => (
            <Button key={act} variant="secondary" busy={busy === act} onClick={() => onAct(act)}>
              {actWord(words, act, false)}
            </Button>
          ))}
        </Flex>
      )}
      {children}
      {isChangeable && windowEndsAt !== null && (
        <Box mt="4">
          <WindowCountdown endsAt={windowEndsAt} />
        </Box>
      )}
      {isChangeable && windowEndsAt === null && statement.kind !== 'simplified' && (
        <Box mt="4" fontSize="sm" color="fg.muted">
          {say('window.unknown')}
        </Box>
      )}
      <Box mt="4" fontSize="sm" color="fg.muted">
        {say('statement.explained')}
      </Box>
    </Panel>
  );
}

function actWord({ say }: StatementWords, act: StatementAct, isPrimary: boolean): string {
  if (act === 'record') return say(isPrimary ? 'step.record' : 'step.recordMore');
  return say(`step.${act}`);
}

function busyWord({ say }: StatementWords, act: StatementAct): string | undefined {
  if (act === 'check') return say('step.checking');
  if (act === 'handOver') return say('step.handingOver');
  return act === 'submit' ? say('step.submitting') : undefined;
}
