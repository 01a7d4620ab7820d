import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Check, LockKeyhole, Minus } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { isCompliant, DEFORESTATION_STATUSES } from '../../../server/domain/deforestation.ts';
import { isStage, laterStages, type Stage } from '../../../server/domain/stages.ts';
import { StageBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { NumberField, SelectField, TextAreaField, TextField } from '../../design/Field.tsx';
import { DASH, formatDateTime, inWords } from '../../words/format.ts';
import { Facts } from '../../design/Page.tsx';
import type { LotCardFragment } from '../../graphql/generated.ts';
import type { FormErrors, StepNumber } from './createLotForm.ts';
import { numberFromText } from './numberText.ts';
import {
  newProcessForm,
  type ProcessUpdateForm,
  processStepErrors,
  processSubmission,
  UPDATE_STEPS,
} from './processUpdateForm.ts';
import { StageGuidance } from './StageGuidance.tsx';
import { useOpenings } from '../../design/useOpenings.ts';
import { useStepFocus } from './useStepFocus.ts';
import { useUpdateProcess } from './useUpdateProcess.ts';
import { WizardSteps } from './WizardSteps.tsx';

export interface ProcessUpdateResult {
  lotId: string;
  stage: Stage;
  transactionId: string | null;
}

export interface ProcessUpdateWizardProps {
  open: boolean;
  returnFocusTo: () => HTMLElement | null;
  lot: LotCardFragment;
  /** chosen when the wizard opens; empty for none */
  stage: Stage | '';
  operatorName: string;
  onClose: () => void;
  onUpdated: (result: ProcessUpdateResult) => void;
}

/** 'Update Process Step' in four steps (staff specification, sections 2, 4 and 5). Each opening starts anew. */
export function ProcessUpdateWizard(props: ProcessUpdateWizardProps) {
  const openings = useOpenings(props.open);
  return <Wizard key={openings} {...props} />;
}

function Wizard({ open, lot, stage, operatorName, onClose, onUpdated, returnFocusTo }: ProcessUpdateWizardProps) {
  const formId = useId();
  // The lot turns to its new stage in the cache while the wizard closes.
  const [from] = useState(lot.currentProcess);
  const [form, setForm] = useState(() => newProcessForm(stage, operatorName, new Date()));
  const [step, setStep] = useState<StepNumber>(1);
  const [errors, setErrors] = useState<FormErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, update] = useUpdateProcess();
  const [formRef, focus] = useStepFocus();

  const set = (change: Partial<ProcessUpdateForm>) => {
    setForm({ ...form, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))));
  };
  const go = (to: StepNumber, found: FormErrors = {}) => {
    setStep(to);
    setErrors(found);
    focus(Object.keys(found).length > 0 ? 'error' : 'start');
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (step < 4) {
      const found = processStepErrors(step, form, from);
      return Object.keys(found).length > 0 ? go(step, found) : go(step === 1 ? 2 : step === 2 ? 3 : 4);
    }
    const submission = processSubmission(form, from);
    if ('errors' in submission) return go(submission.step, submission.errors);
    setRefusal(null);
    const outcome = await update(lot.id, submission.input);
    if (outcome === null) return;
    if (outcome.done) onUpdated(outcome);
    else setRefusal(outcome.message);
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={busy}
      returnFocusTo={returnFocusTo}
      size="lg"
      keepOpenOutside
      title="Update Process Step"
      footer={
        <Flex direction="column" w="full" gap="3">
          <Flex gap="3" justify="flex-end">
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
              <Button key="submit" type="submit" form={formId} busy={busy} busyLabel="Updating...">
                Update Process
              </Button>
            )}
          </Flex>
          <AssuranceStrip status={lot.deforestationStatus} />
        </Flex>
      }
    >
      <WizardSteps steps={UPDATE_STEPS} current={step} />
      <chakra.form id={formId} ref={formRef} noValidate onSubmit={(event) => void submit(event)}>
        <Flex direction="column" gap="4">
          {refusal !== null && <Banner onDismiss={() => setRefusal(null)}>{refusal}</Banner>}
          {step === 1 && (
            <>
              <Flex gap="2" align="center" wrap="wrap" fontSize="sm">
                <chakra.strong overflowWrap="anywhere">{lot.lotId}</chakra.strong>
                <span>is now</span>
                <StageBadge stage={from} />
              </Flex>
              <SelectField
                data-autofocus
                label="Process Step"
                required
                value={form.currentProcess}
                onChange={(value) => set({ currentProcess: isStage(value) ? value : '' })}
                error={errors['currentProcess']}
                hint="A lot only moves forward; steps may be skipped."
                options={[
                  { value: '', label: 'Choose a step' },
                  ...laterStages(from).map((later) => ({ value: later, label: inWords(later) })),
                ]}
              />
              {form.currentProcess !== '' && <StageGuidance stage={form.currentProcess} />}
            </>
          )}
          {step === 2 && <Details form={form} errors={errors} set={set} />}
          {step === 3 && (
            <TextField
              label="Operator Name"
              required
              autoComplete="name"
              value={form.operatorName}
              onChange={(value) => set({ operatorName: value })}
              error={errors['operatorName']}
              hint="Who did or oversaw this step."
            />
          )}
          {step === 4 && <Review lot={lot} form={form} />}
        </Flex>
      </chakra.form>
    </Dialog>
  );
}

interface DetailsProps {
  form: ProcessUpdateForm;
  errors: FormErrors;
  set: (change: Partial<ProcessUpdateForm>) => void;
}

function Details({ form, errors, set }: DetailsProps) {
  return (
    <>
      <TextAreaField
        label="Process Details"
        required
        value={form.processDetails}
        onChange={(value) => set({ processDetails: value })}
        error={errors['processDetails']}
        maxLength={2000}
      />
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
        <NumberField
          label="Moisture (optional)"
          type="text"
          unit="%"
          value={form.moisture}
          onChange={(value) => set({ moisture: value })}
          error={errors['moisture']}
        />
        <NumberField
          label="Temperature (optional)"
          type="text"
          unit="°C"
          value={form.temperature}
          onChange={(value) => set({ temperature: value })}
          error={errors['temperature']}
        />
        <Box gridColumn={{ md: 'span 2' }}>
          <TextField
            label="Location (optional)"
            value={form.location}
            onChange={(value) => set({ location: value })}
            error={errors['location']}
            placeholder="Drying shed, warehouse, port"
          />
        </Box>
        <TextField
          label="Start time (optional)"
          type="datetime-local"
          value={form.startTime}
          onChange={(value) => set({ startTime: value })}
          error={errors['startTime']}
        />
        <TextField
          label="End time (optional)"
          type="datetime-local"
          value={form.endTime}
          onChange={(value) => set({ endTime: value })}
          error={errors['endTime']}
        />
      </Grid>
    </>
  );
}

function Review({ lot, form }: { lot: LotCardFragment; form: ProcessUpdateForm }) {
  const reading = (text: string, unit: string) => `${numberFromText(text) ?? DASH}${text.trim() === '' ? '' : unit}`;
  return (
    <>
      <chakra.h3 tabIndex={-1} data-step-start fontWeight="600" _focusVisible={{ outline: 'none' }}>
        Check before you submit
      </chakra.h3>
      <Facts
        items={[
          ['Lot', lot.lotId],
          ['Process step', form.currentProcess === '' ? DASH : <StageBadge key="stage" stage={form.currentProcess} />],
          [
            'Process details',
            <chakra.span key="details" whiteSpace="pre-line">
              {form.processDetails.trim()}
            </chakra.span>,
          ],
          ['Moisture', reading(form.moisture, '%')],
          ['Temperature', reading(form.temperature, '°C')],
          ['Location', form.location.trim() || DASH],
          ['Start time', formatDateTime(form.startTime || null)],
          ['End time', formatDateTime(form.endTime || null)],
          ['Operator', form.operatorName.trim()],
        ]}
      />
      <Banner tone="pod">This update cannot be undone after submission.</Banner>
    </>
  );
}

/** The specified strip. 'EUDR Compliant' carries a tick only when this lot's status says so. */
function AssuranceStrip({ status }: { status: string }) {
  const known = DEFORESTATION_STATUSES.find((name) => name === status);
  const compliant = known !== undefined && isCompliant(known);
  const item = (text: string, on: boolean) => (
    <Flex align="center" gap="1.5" color={on ? 'leaf' : 'fg.muted'}>
      {on ? <Check aria-hidden size={14} strokeWidth={2} /> : <Minus aria-hidden size={14} strokeWidth={2} />}
      <span>{text}</span>
      {!on && <chakra.span fontWeight="400">(not yet)</chakra.span>}
    </Flex>
  );
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
      {item('Blockchain Ready', true)}
      {item('Traceability Active', true)}
      {item('EUDR Compliant', compliant)}
      <Flex align="center" gap="1.5" ms={{ md: 'auto' }} color="fg.muted">
        <LockKeyhole aria-hidden size={14} strokeWidth={1.75} />
        <span>Immutable Record</span>
      </Flex>
    </Flex>
  );
}
