import { useApolloClient } from '@apollo/client/react';
import { chakra, Flex } from '@chakra-ui/react';
import { useId, useState, type SubmitEvent } from 'react';
import { lotIdFromClock } from '../../../server/domain/lotId.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog, Dialog } from '../../design/Dialog.tsx';
import { toaster } from '../../design/Toaster.tsx';
import { CreateLotDocument } from '../../graphql/generated.ts';
import { useWrite } from '../../graphql/useWrite.ts';
import { screenNewsOf } from '../screenNews.ts';
import {
  CREATE_STEPS,
  type CreateLotForm,
  type FormErrors,
  newLotForm,
  stepErrors,
  type StepNumber,
  submission,
} from './createLotForm.ts';
import { BasicInfoStep, LocationStep, QualityStep, ReviewStep } from './createLotSteps.tsx';
import { localDay } from './lotFacts.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { useProposedLotId } from './useProposedLotId.ts';
import { useStepFocus } from './useStepFocus.ts';
import { WizardSteps } from './WizardSteps.tsx';

const FAILED = 'Failed to create lot';

export interface CreateLotWizardProps {
  open: boolean;
  onClose: () => void;
  onCreated: (lotId: string) => void;
  user: { role: string; farmId: string; name: string };
}

/**
 * Registers a lot in four steps (staff specification, sections 2, 4 and 5). Each opening starts anew; input is not thrown away
 * without a question. After success the lists and figures in sight are brought up to date and `onCreated` is called.
 */
export default function CreateLotWizard(props: CreateLotWizardProps) {
  const openings = useOpenings(props.open);
  return <Wizard key={openings} {...props} />;
}

function Wizard({ open, onClose, onCreated, user }: CreateLotWizardProps) {
  const formId = useId();
  const [today] = useState(() => localDay(new Date()));
  const [form, setForm] = useState(() => newLotForm(user, lotIdFromClock(new Date()), today));
  const [step, setStep] = useState<StepNumber>(1);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [touched, setTouched] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [formRef, focus] = useStepFocus();
  const news = screenNewsOf(useApolloClient());
  const [create, busy] = useWrite(CreateLotDocument, { failed: FAILED });
  const lotId = useProposedLotId(open, (proposed) => {
    setForm((held) => ({ ...held, lotId: proposed }));
    setErrors(({ lotId: _mended, ...others }) => others);
  });

  const set = (change: Partial<CreateLotForm>) => {
    setTouched(true);
    if ('lotId' in change) lotId.keep();
    setForm({ ...form, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))));
  };
  const go = (to: StepNumber, found: FormErrors = {}) => {
    setStep(to);
    setErrors(found);
    focus(Object.keys(found).length > 0 ? 'error' : 'start');
  };
  const close = () => {
    if (touched) setLeaving(true);
    else onClose();
  };
  const fail = (message: string) => {
    setFailure(message);
    toaster.create({ type: 'error', title: 'Error Creating Lot', description: message });
  };

  const send = async () => {
    const result = submission(form, today);
    if ('errors' in result) return go(result.step, result.errors);
    setFailure(null);
    const written = await create({ input: result.input });
    if (written.kind === 'ignored') return undefined;
    if (written.kind === 'failed') return fail(written.message);
    const answer = written.data.createLot;
    if (answer.__typename === 'LotCreated') {
      announce(answer.lot.lotId, answer.lot.blockchainHash?.transactionId);
      news.lot(answer.lot.id, answer.lot);
      news.lotLists();
      return onCreated(answer.lot.lotId);
    }
    fail(answer.message);
    lotId.keep();
    return go(1, { lotId: answer.message });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (step === 4) return void send();
    const found = stepErrors(step, form, today);
    if (Object.keys(found).length > 0) go(step, found);
    else go(step === 1 ? 2 : step === 2 ? 3 : 4);
  };

  const parts = { form, errors, set, today };
  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        busy={busy}
        size="lg"
        keepOpenOutside
        title="Create New Lot"
        footer={
          <>
            {step > 1 && (
              <Button
                variant="secondary"
                disabled={busy}
                onClick={() => go(step === 4 ? 3 : step === 3 ? 2 : 1)}
                me="auto"
              >
                Previous
              </Button>
            )}
            {step < 4 ? (
              // A key of its own: the button that was pressed must not turn into the one that submits.
              <Button key="next" type="submit" form={formId}>
                Next
              </Button>
            ) : (
              <Button key="submit" type="submit" form={formId} busy={busy} busyLabel="Creating...">
                Create Lot
              </Button>
            )}
          </>
        }
      >
        <WizardSteps steps={CREATE_STEPS} current={step} />
        {failure !== null && (
          <Banner mb="4" onDismiss={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <chakra.form id={formId} ref={formRef} noValidate onSubmit={submit}>
          {step === 1 && <BasicInfoStep {...parts} lotId={lotId} farmIsFixed={user.role === 'farmer'} />}
          {step === 2 && <LocationStep {...parts} />}
          {step === 3 && <QualityStep {...parts} />}
          {step === 4 && <ReviewStep {...parts} onChange={go} />}
        </chakra.form>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title="Discard this lot?"
        message="What you entered has not been saved."
        action="Discard"
        danger
        onConfirm={() => {
          setLeaving(false);
          onClose();
        }}
      />
    </>
  );
}

function announce(lotId: string, transactionId: string | undefined): void {
  toaster.create({
    type: 'success',
    title: `Lot ${lotId} created`,
    description: (
      <Flex direction="column">
        <chakra.span overflowWrap="anywhere">
          {transactionId === undefined
            ? 'Blockchain recording initiated...'
            : `Blockchain transaction: ${transactionId}`}
        </chakra.span>
        <span>Satellite verification started</span>
      </Flex>
    ),
  });
}
