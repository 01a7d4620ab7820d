import { useFragment, useQuery } from '@apollo/client/react';
import { Flex } from '@chakra-ui/react';
import { Check, LockKeyhole, Minus } from 'lucide-react';
import { useState } from 'react';
import { laterStages, type Stage } from '../../../../server/domain/lot/stages.ts';
import { Banner } from '../../../design/Banner.tsx';
import { TextInput } from '../../../design/form/inputs.tsx';
import { useForm } from '../../../design/form/useForm.ts';
import { useOpenings } from '../../../design/useOpenings.ts';
import { Wizard, type WizardStep } from '../../../design/wizard/Wizard.tsx';
import { LedgerAnswersDocument, type ProcessLotFragment, ProcessLotFragmentDoc } from '../../../graphql/generated.ts';
import { useLotListWords } from '../../../words/lotListWords.ts';
import { DraftSavedNotice, RestoredNotice } from '../../drafts/DraftNotice.tsx';
import { useDraft } from '../../drafts/useDraft.ts';
import { useShippingStop } from '../../shipping/useShippingStop.ts';
import { ASSURANCES, assurancesOf, type Assurance } from '../list/assurance.ts';
import { newProcessForm, type ProcessUpdateForm, processUpdateForm, UPDATE_FIELDS } from './processUpdateForm.ts';
import { DetailsStep, ReviewStep, SelectStep } from './processUpdateSteps.tsx';
import { type MovedLot, useUpdateProcess } from './useUpdateProcess.ts';

/** Polling interval of the ledger connection, as above the list (docs/spec/staff-screens.md, 'Lots tab'). */
const LEDGER_POLL_MS = 30_000;
/** First step for 'Advance', counted from 0. */
const DETAILS_STEP = 1;

export interface ProcessUpdateWizardProps {
  open: boolean;
  returnFocusTo: () => HTMLElement | null;
  lot: ProcessLotFragment;
  /** preselected stage of 'Advance', which starts at the details; empty for none */
  stage: Stage | '';
  operatorName: string;
  onClose: () => void;
  onUpdated: (result: MovedLot) => void;
}

/**
 * 'Update Process Step' in four steps, also opened by 'Advance' (docs/spec/staff-screens.md, 'Process-update wizard'
 * and 'Advance on a card'). Each opening is a new form with the restored draft of this lot.
 */
export function ProcessUpdateWizard(props: ProcessUpdateWizardProps) {
  const openings = useOpenings(props.open);
  return <ProcessUpdate key={openings} {...props} />;
}

function ProcessUpdate({
  open,
  lot: opened,
  stage,
  operatorName,
  onClose,
  onUpdated,
  returnFocusTo,
}: ProcessUpdateWizardProps) {
  const { say } = useLotListWords();
  const lot = useLotNow(opened);
  const ledger = useQuery(LedgerAnswersDocument, {
    skip: !open,
    pollInterval: LEDGER_POLL_MS,
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'network-only',
  });
  const [initial] = useState(() => newProcessForm(stage, operatorName, new Date()));
  // The cache shows the new stage while the wizard still shows the completed step, so keep the old one.
  const [sentFrom, setSentFrom] = useState<Stage | null>(null);
  const from = sentFrom ?? lot.currentProcess;
  const update = useUpdateProcess();
  // The form tells which stage is chosen, and needs to know what speaks against it.
  const [chosen, setChosen] = useState<Pick<ProcessUpdateForm, 'currentProcess' | 'moisture'>>(initial);
  const { currentProcess: to, moisture } = chosen;
  const { stop, recheck } = useShippingStop(lot.lotId, { open, to, moisture });
  const confirmationId = stop?.request?.state === 'confirmed' ? stop.request.id : null;
  const form = useForm({
    schema: processUpdateForm(from, lot.weight, stop && { isCondemned: stop.isCondemned, confirmationId }),
    initial,
    open,
    send: async (input) => {
      // Nothing leaves unseen: not before an answer came, and not with a warning that the review did not show yet.
      const checked = await recheck();
      if (checked === 'unknown') return { kind: 'failed', message: say('shipping.unknown') };
      if (checked === 'more') return { kind: 'ignored' };
      setSentFrom(from);
      const sent = await update(lot.id, input);
      if (sent.kind === 'done') draft.sent();
      else setSentFrom(null);
      return sent;
    },
    onDone: onUpdated,
  });
  const { values } = form;
  if (values.currentProcess !== to || values.moisture !== moisture) setChosen(values);
  const draft = useDraft({
    name: `process.${lot.id}`,
    form,
    open,
    // 'Advance to Drying' must show Drying, not the stage of a draft.
    except: stage === '' ? [] : ['currentProcess'],
  });

  const start = stage === '' ? 0 : DETAILS_STEP;
  const [selectStep, details, operator, review] = UPDATE_FIELDS;
  const moves = { form, lotId: lot.lotId, from, weight: lot.weight };
  const steps: WizardStep<ProcessUpdateForm>[] = [
    { name: say('update.selectStep'), fields: selectStep, content: <SelectStep {...moves} /> },
    { name: say('update.details'), fields: details, content: <DetailsStep {...moves} /> },
    {
      name: say('update.operator'),
      fields: operator,
      content: (
        <TextInput
          form={form}
          field="operatorName"
          label={say('update.operatorName')}
          required
          autoComplete="name"
          hint={say('update.operatorHint')}
        />
      ),
    },
    { name: say('update.review'), fields: review, content: <ReviewStep {...moves} stop={stop} /> },
  ];
  return (
    <Wizard
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={say('update.title')}
      form={form}
      steps={steps}
      start={start}
      action={say('update.action')}
      busyLabel={say('update.busy')}
      notice={
        <>
          <RestoredNotice draft={draft} start={start} />
          {from !== opened.currentProcess && <MovedMeanwhile to={from} />}
        </>
      }
      strip={
        <>
          <DraftSavedNotice draft={draft} start={start} />
          <AssuranceStrip
            holds={assurancesOf(lot, ledger.error === undefined ? ledger.data?.health.ledger.status : undefined)}
          />
        </>
      }
    />
  );
}

/** The lot from the cache, including live updates; the passed lot if it is not cached. */
function useLotNow(opened: ProcessLotFragment): ProcessLotFragment {
  const { data, complete } = useFragment({
    fragment: ProcessLotFragmentDoc,
    from: { __typename: 'Lot', id: opened.id },
  });
  return complete ? data : opened;
}

function MovedMeanwhile({ to }: { to: Stage }) {
  const { say } = useLotListWords();
  return (
    <Banner tone="pod" mb="4">
      {laterStages(to).length === 0
        ? say('update.deliveredMeanwhile')
        : say('update.movedMeanwhile', { stage: say(`stage.${to}`) })}
    </Banner>
  );
}

/** The specified strip; a claim that does not hold is shown as not yet reached. */
function AssuranceStrip({ holds }: { holds: Record<Assurance, boolean> }) {
  const { say } = useLotListWords();
  return (
    <Flex
      wrap="wrap"
      columnGap="4"
      rowGap="1"
      pt="3"
      borderTopWidth="1px"
      borderColor="line"
      fontSize="xs"
      fontWeight="500"
    >
      {ASSURANCES.map((claim) => (
        <Flex key={claim} align="center" gap="1.5" color={holds[claim] ? 'leaf' : 'fg.muted'}>
          {holds[claim] ? (
            <Check aria-hidden size={14} strokeWidth={2} />
          ) : (
            <Minus aria-hidden size={14} strokeWidth={2} />
          )}
          <span>
            {holds[claim] ? say(`assurance.${claim}`) : say('assurance.notYet', { claim: say(`assurance.${claim}`) })}
          </span>
        </Flex>
      ))}
      <Flex align="center" gap="1.5" ms={{ md: 'auto' }} color="fg.muted">
        <LockKeyhole aria-hidden size={14} strokeWidth={1.75} />
        <span>{say('assurance.immutable')}</span>
      </Flex>
    </Flex>
  );
}
