import { Box, chakra, Flex } from '@chakra-ui/react';
import { ArrowRight, SquareCheck } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { alertMove } from '../../../../server/domain/alert/alerts.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { InvalidFieldText } from '../../../design/Field.tsx';
import { Form } from '../../../design/form/Form.tsx';
import { TextAreaInput, useFieldError } from '../../../design/form/inputs.tsx';
import { useForm, type FormState, type SendResult } from '../../../design/form/useForm.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Panel } from '../../../design/Page.tsx';
import { Keys } from '../../../design/shortcuts/Keys.tsx';
import type { Shortcut } from '../../../design/shortcuts/shortcutRegistry.ts';
import { useShortcuts } from '../../../design/shortcuts/useShortcuts.ts';
import type { AlertItemFragment } from '../../../graphql/generated.ts';
import { useAlertWords, type AlertWords } from '../../../words/alertWords.ts';
import { useMay } from '../../session/SessionProvider.tsx';
import { statusWord } from '../../statusLabels.ts';
import { alertViewOf } from '../alertListState.ts';
import { ALERT_NOTE_LENGTH, LEAVE } from '../resolutionForm.ts';
import { useAlertSteps } from '../useAlertSteps.ts';
import { ALERT_CHOICES, decisionForm, DISMISS, needsNote, type Decision, type DecisionInput } from './decisionForm.ts';
import { listPath } from './alertAddress.ts';
import { useNextAlert } from './useNextAlert.ts';

const NEXT_KEY = 'j';
const REVIEW_KEY = 'm';

/** The decision on an alert, as far as the user's rights and the alert's state allow, and the way to the next alert. */
export function AlertDecision({ alert, id }: { alert: AlertItemFragment; id: string }) {
  const { say } = useAlertWords();
  const mayClose = useMay('close_alerts');
  const mayReview = useMay('acknowledge_alerts') && alertMove(alert.status, 'acknowledged') === 'moves';
  const isOpen = alertMove(alert.status, 'resolved') === 'moves';
  const { acknowledge, resolve, dismiss, busy } = useAlertSteps();
  const [failure, setFailure] = useState<string | null>(null);
  /** whether this user closed it here, so that the focus goes on */
  const [isAnswered, setAnswered] = useState(false);
  const review = async () => {
    setFailure(null);
    const step = await acknowledge(alert.id);
    if (step.kind === 'failed') setFailure(step.message);
  };
  useReviewKey(mayReview && !busy, () => void review());
  return (
    <Panel title={say('alertPage.decision')} id={id}>
      {failure !== null && (
        <Banner mb="4" onDismiss={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      {!isOpen && <Closed alert={alert} />}
      {isOpen && !mayClose && <Box color="fg.muted">{say('alertPage.mayNot')}</Box>}
      {isOpen && mayClose && (
        <DecisionForm
          send={async (input) => {
            const sent =
              input.step === 'dismiss'
                ? await dismiss(alert.id, input.reason)
                : await resolve(alert.id, input.note, input.outcome);
            // The form is gone by then, because the alert is closed.
            if (sent.kind === 'done') setAnswered(true);
            return sent;
          }}
        />
      )}
      {mayReview && (
        <Box mt="3">
          <Button variant="secondary" disabled={busy} onClick={() => void review()}>
            <SquareCheck aria-hidden />
            {say('alert.review')}
            <KeySign keys={REVIEW_KEY} />
          </Button>
        </Box>
      )}
      <NextAlert alert={alert} takesFocus={isAnswered && !isOpen} isLed={!isOpen} />
    </Panel>
  );
}

function useReviewKey(isOn: boolean, run: () => void): void {
  const { say } = useAlertWords();
  const shortcut = { id: 'review', keys: REVIEW_KEY, label: say('alert.review'), group: say('decide.keys'), run };
  useShortcuts(isOn ? [shortcut] : NONE);
}

const NONE: readonly Shortcut[] = [];

/** What was decided, in a sentence. */
function Closed({ alert }: { alert: AlertItemFragment }) {
  const words = useAlertWords();
  const { say, formatDateTime } = words;
  return (
    <Banner tone={alert.outcome === 'Deforestation Detected' ? 'pod' : 'leaf'} role="status">
      <Box overflowWrap="anywhere">
        {closedAs(words, alert)}
        {alert.closedAt !== null && (
          <Box fontSize="sm">
            {say('decide.closedBy', {
              who: alert.closedBy ?? say('comments.erasedAuthor'),
              when: formatDateTime(alert.closedAt),
            })}
          </Box>
        )}
      </Box>
    </Banner>
  );
}

function closedAs(words: AlertWords, { status, outcome, lotId }: AlertItemFragment): string {
  const { say } = words;
  if (status === 'dismissed') return say('decide.dismissed', { lotId });
  if (outcome === null) return say('decide.resolvedAsIs', { lotId });
  return say('decide.resolved', { outcome: statusWord(words, outcome), lotId });
}

interface NextAlertProps {
  alert: AlertItemFragment;
  /** the pressed button is gone */
  takesFocus: boolean;
  /** shown as the main action */
  isLed: boolean;
}

function NextAlert({ alert, takesFocus, isLed }: NextAlertProps) {
  const { say } = useAlertWords();
  const navigate = useNavigate();
  const ref = useRef<HTMLDivElement>(null);
  const list = alertViewOf(new URLSearchParams(useLocation().search));
  const next = useNextAlert(alert, list);
  const path = next?.path ?? null;
  const shortcuts = useMemo((): Shortcut[] => {
    if (path === null) return [];
    const go = () => void navigate(path);
    return [{ id: 'next-alert', keys: NEXT_KEY, label: say('decide.next'), group: say('decide.keys'), run: go }];
  }, [path, say, navigate]);
  useShortcuts(shortcuts);
  const isKnown = next !== null;
  useEffect(() => {
    if (takesFocus && isKnown) ref.current?.querySelector('a')?.focus();
  }, [takesFocus, isKnown]);
  if (next === null) return null;
  return (
    <Flex ref={ref} mt="4" pt="4" gap="3" wrap="wrap" align="center" borderTopWidth="1px" borderColor="line">
      {path === null ? (
        <LinkButton variant="secondary" to={listPath(list)}>
          {say('alertPage.back')}
        </LinkButton>
      ) : (
        <LinkButton variant={isLed ? 'primary' : 'secondary'} to={path}>
          {say('decide.next')}
          <ArrowRight aria-hidden />
          <KeySign keys={NEXT_KEY} />
        </LinkButton>
      )}
      <Box fontSize="sm" color="fg.muted">
        {say('decide.others', { count: next.others })}
      </Box>
    </Flex>
  );
}

interface DecisionFormProps {
  send: (input: DecisionInput) => Promise<SendResult<null>>;
}

interface DecisionValues {
  decision: string;
  note: string;
}

function DecisionForm({ send }: DecisionFormProps) {
  const { say } = useAlertWords();
  const formId = useId();
  const [schema] = useState(() =>
    decisionForm({ choose: say('decide.choose'), note: say('decide.noteNeeded'), reason: say('decide.reasonNeeded') }),
  );
  const form = useForm<DecisionValues, DecisionInput, null>({
    id: formId,
    schema,
    initial: { decision: '', note: '' },
    send,
  });
  const { decision } = form.values;
  const isDismissal = decision === DISMISS;
  const choose = (chosen: Decision) => {
    form.set('decision', chosen);
    form.forget(['note']);
    noteOf(form.ref)?.focus();
  };
  return (
    <Form
      form={form}
      display="grid"
      gap="3"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <Choices form={form} onChoose={choose} />
      <TextAreaInput
        form={form}
        field="note"
        label={say(noteLabel(decision))}
        required={needsNote(decision)}
        maxLength={ALERT_NOTE_LENGTH}
      />
      {form.failure !== null && <Banner>{form.failure}</Banner>}
      <Button
        type="submit"
        variant={isDismissal ? 'danger' : 'primary'}
        busy={form.busy}
        busyLabel={say(isDismissal ? 'dismiss.busy' : 'resolve.busy')}
      >
        {say(isDismissal ? 'dismiss.title' : 'resolve.action')}
        <KeySign keys="mod+enter" />
      </Button>
    </Form>
  );
}

function noteLabel(decision: string): 'resolve.note' | 'resolve.noteOptional' | 'decide.reason' {
  if (decision === DISMISS) return 'decide.reason';
  return needsNote(decision) ? 'resolve.note' : 'resolve.noteOptional';
}

const noteOf = (form: RefObject<HTMLFormElement | null>): HTMLTextAreaElement | null =>
  form.current?.querySelector('textarea') ?? null;

interface ChoicesProps {
  form: FormState<DecisionValues, DecisionInput>;
  onChoose: (decision: Decision) => void;
}

/** The four decisions with their keys. Choosing one by its key or a press goes on to the note. */
function Choices({ form, onChoose }: ChoicesProps) {
  const words = useAlertWords();
  const { say } = words;
  const name = useId();
  const error = useFieldError(form, 'decision');
  useShortcuts(
    ALERT_CHOICES.map((decision, index) => ({
      id: `decide-${decision}`,
      keys: String(index + 1),
      label: decisionName(words, decision),
      group: say('decide.keys'),
      run: () => onChoose(decision),
    })),
  );
  return (
    <chakra.fieldset border="none" minW="0" aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <chakra.legend fontSize="sm" fontWeight="500" mb="1.5">
        {say('decide.legend')}
      </chakra.legend>
      <Flex direction="column" gap="2">
        {ALERT_CHOICES.map((decision, index) => {
          const isChosen = form.values.decision === decision;
          return (
            <chakra.label
              key={decision}
              display="flex"
              alignItems="center"
              gap="3"
              minH={{ base: '11', lg: '10' }}
              px="3"
              py="1.5"
              fontSize="sm"
              borderWidth="1px"
              borderColor={isChosen ? 'leaf.solid' : 'edge'}
              borderRadius="control"
              bg={isChosen ? 'leaf.subtle' : 'bg.raised'}
              cursor="pointer"
              css={{
                '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
              }}
              onClick={(event) => {
                // Arrow keys move between the choices, and their clicks have no count; a press goes on to the note,
                // after the browser has focused the pressed choice.
                if (event.detail > 0) setTimeout(() => onChoose(decision));
              }}
            >
              <chakra.input
                type="radio"
                name={name}
                value={decision}
                checked={isChosen}
                aria-invalid={error === undefined ? undefined : true}
                onChange={() => form.set('decision', decision)}
                accentColor="leaf.solid"
                boxSize="4"
                flexShrink="0"
              />
              <Box flex="1" minW="0">
                {decisionName(words, decision)}
              </Box>
              <KeySign keys={String(index + 1)} />
            </chakra.label>
          );
        })}
      </Flex>
      <InvalidFieldText id={`${name}-error`} error={error} />
    </chakra.fieldset>
  );
}

/** A key beside a label. Only a sign: screen readers find keys in the list of shortcuts. */
function KeySign({ keys }: { keys: string }) {
  return (
    <Box as="span" aria-hidden hideBelow="lg">
      <Keys keys={keys} />
    </Box>
  );
}

function decisionName(words: AlertWords, decision: Decision): string {
  if (decision === LEAVE) return words.say('resolve.leave');
  if (decision === DISMISS) return words.say('decide.dismiss');
  return statusWord(words, decision);
}
