import { useApolloClient } from '@apollo/client/react';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { confirmRisks, LOT_LIMITS, processFields } from '../../../../server/domain/lot/lotInput.ts';
import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { Dialog } from '../../../design/Dialog.tsx';
import { Form } from '../../../design/form/Form.tsx';
import { TextAreaInput } from '../../../design/form/inputs.tsx';
import { formStart } from '../../../design/form/useFormFocus.ts';
import { useForm } from '../../../design/form/useForm.ts';
import { Scroller } from '../../../design/scroll/Scroller.tsx';
import { Spinner } from '../../../design/Spinner.tsx';
import { useOpenings } from '../../../design/useOpenings.ts';
import { AdvanceLotsDocument, type AdvanceLotsMutation } from '../../../graphql/generated.ts';
import { useWrite } from '../../../graphql/useWrite.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { localizedText } from '../../../words/localizedTexts.ts';
import { screenChangesOf } from '../../screenChanges.ts';
import type { SelectedLot } from '../list/useLotSelection.ts';
import { advancePlan, type AdvancePlan, type AdvanceResult } from './advancePlan.ts';

export interface AdvanceLotsDialogProps {
  open: boolean;
  lots: readonly SelectedLot[];
  operatorName: string;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
  /** receives the ids of the lots that moved */
  onAdvanced: (ids: readonly string[]) => void;
}

/** 'Advance' of the selected lots: names what it touches, takes one text, and shows what became of each. */
export default function AdvanceLotsDialog(props: AdvanceLotsDialogProps) {
  const openings = useOpenings(props.open);
  return <Advancing key={openings} {...props} />;
}

type Answer = AdvanceLotsMutation['advanceLots'];

function Advancing({ open, lots, operatorName, onClose, returnFocusTo, onAdvanced }: AdvanceLotsDialogProps) {
  const { say } = useLotListWords();
  const { plan, failure, reload } = usePlan(open, lots);
  const news = screenChangesOf(useApolloClient());
  const [write] = useWrite(AdvanceLotsDocument, { failed: say('advance.failed') });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const isWarned = (plan?.warnings.length ?? 0) > 0;
  const form = useForm({
    schema: z.object({
      processDetails: processFields.processDetails,
      reason: isWarned ? confirmRisks.shape.reason : z.string(),
    }),
    initial: { processDetails: '', reason: '' },
    open,
    send: async ({ processDetails, reason }) => {
      const risks = isWarned ? { risksReason: reason } : {};
      const input = { lotIds: [...(plan?.lotIds ?? [])], processDetails, operatorName, ...risks };
      const written = await write({ input });
      if (written.kind === 'ignored') return written;
      news.lotLists();
      if (written.kind === 'failed') return { kind: 'failed', message: written.message };
      return { kind: 'done', result: written.data.advanceLots };
    },
    onDone: (done: Answer) => {
      setAnswer(done);
      const moved = done.results.flatMap(({ refusal, lot }) => (refusal === null && lot !== null ? [lot.id] : []));
      news.manyLots(moved);
      onAdvanced(moved);
    },
  });
  const count = plan?.lotIds.length ?? 0;
  const start = useEffectEvent(() => formStart(form.ref.current)?.focus());
  // The form comes once the server has looked at the lots, after the dialog took the focus.
  useEffect(() => {
    if (plan !== null) start();
  }, [plan]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      keepOpenOutside
      busy={form.busy}
      title={answer === null ? say('advance.title', { count: lots.length }) : say('advance.resultTitle')}
      footer={
        answer === null ? (
          <>
            <Button variant="secondary" disabled={form.busy} onClick={onClose}>
              {say('advance.cancel')}
            </Button>
            <Button
              type="submit"
              form={form.id}
              busy={form.busy}
              busyLabel={say('advance.busy')}
              disabled={count === 0}
            >
              {say('advance.action', { count })}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{say('advance.done')}</Button>
        )
      }
    >
      {answer !== null && <AdvanceResults answer={answer} />}
      {answer === null && failure !== null && (
        <Banner action={<Button onClick={reload}>{say('advance.retry')}</Button>}>{failure}</Banner>
      )}
      {answer === null && failure === null && plan === null && (
        <Flex gap="3" align="center">
          <Spinner />
          {say('advance.looking')}
        </Flex>
      )}
      {answer === null && plan !== null && (
        <Flex direction="column" gap="4">
          <PlannedMoves plan={plan} />
          {form.failure !== null && <Banner onDismiss={() => form.setFailure(null)}>{form.failure}</Banner>}
          <Form form={form}>
            <Flex direction="column" gap="4">
              <TextAreaInput
                data-autofocus
                form={form}
                field="processDetails"
                label={say('update.processDetails')}
                required
                maxLength={LOT_LIMITS.textLength}
              />
              {isWarned && (
                <TextAreaInput
                  form={form}
                  field="reason"
                  label={say('shipping.reason')}
                  required
                  rows={2}
                  maxLength={LOT_LIMITS.textLength}
                />
              )}
            </Flex>
          </Form>
        </Flex>
      )}
    </Dialog>
  );
}

/** What the server would do with the lots; asked once for each opening. */
function usePlan(open: boolean, lots: readonly SelectedLot[]) {
  const { say } = useLotListWords();
  const [dryRun] = useWrite(AdvanceLotsDocument, { failed: say('advance.failed') });
  const [plan, setPlan] = useState<AdvancePlan | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const look = async (): Promise<void> => {
    setFailure(null);
    const answer = await dryRun({ input: { lotIds: lots.map(({ lotId }) => lotId), dryRun: true } });
    if (answer.kind === 'failed') setFailure(answer.message);
    if (answer.kind === 'answered') setPlan(advancePlan(answer.data.advanceLots.results));
  };
  const latest = useRef(look);
  useEffect(() => {
    if (open) void latest.current();
  }, [open]);
  return { plan, failure, reload: () => void look() };
}

/** How many lots move from where to where, what speaks against it, and which stay. */
function PlannedMoves({ plan: { moves, warnings, condemned, stays } }: { plan: AdvancePlan }) {
  const { say, formatList } = useLotListWords();
  return (
    <Flex direction="column" gap="3">
      <chakra.ul listStyleType="none" fontVariantNumeric="tabular-nums">
        {moves.map(({ from, to, count }) => (
          <li key={from + to}>{say('advance.move', { count, from: say(`stage.${from}`), to: say(`stage.${to}`) })}</li>
        ))}
      </chakra.ul>
      {warnings.length > 0 && (
        <Banner tone="alarm" title={say('shipping.stop')}>
          {formatList(warnings.map(({ warning, count }) => say(`advance.warning.${warning}`, { count })))}
        </Banner>
      )}
      {condemned.length > 0 && (
        <Banner tone="alarm">
          {say('advance.condemned', {
            count: condemned.length,
            names: formatList(condemned.map(({ lotId }) => lotId)),
          })}
        </Banner>
      )}
      <Reasons title={say('advance.stay', { count: stays.length })} results={stays} />
    </Flex>
  );
}

function AdvanceResults({ answer: { advanced, results } }: { answer: Answer }) {
  const { say } = useLotListWords();
  const refused = results.filter(({ refusal }) => refusal !== null);
  return (
    <Flex direction="column" gap="3">
      <Banner tone="leaf">{say('advance.advanced', { count: advanced })}</Banner>
      <Reasons title={say('advance.stay', { count: refused.length })} results={refused} />
    </Flex>
  );
}

/** Lots that stay, each with its reason; nothing without any. */
function Reasons({ title, results }: { title: ReactNode; results: readonly AdvanceResult[] }) {
  const words = useLotListWords();
  const { say } = words;
  if (results.length === 0) return null;
  return (
    <Box>
      <Box fontWeight="600">{title}</Box>
      <Scroller label={say('advance.reasons')} maxH="10rem">
        <chakra.ul aria-label={say('advance.reasons')} listStyleType="none" fontSize="sm">
          {results.map(({ lotId, refusal }) => (
            <li key={lotId}>
              {say('delete.reason', { lotId, reason: refusal === null ? '' : localizedText(words, refusal) })}
            </li>
          ))}
        </chakra.ul>
      </Scroller>
    </Box>
  );
}
