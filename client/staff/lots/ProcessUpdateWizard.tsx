import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Check, LockKeyhole, Minus } from 'lucide-react';
import { useState } from 'react';
import { isCompliant, DEFORESTATION_STATUSES } from '../../../server/domain/deforestation.ts';
import { isStage, laterStages, type Stage } from '../../../server/domain/stages.ts';
import { StageBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput, TimeInput } from '../../design/form/inputs.tsx';
import { numberFromText } from '../../design/form/numberText.ts';
import { type Form, useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { Wizard, type WizardStep } from '../../design/wizard/Wizard.tsx';
import { DASH, formatDateTime, inWords } from '../../words/format.ts';
import { Facts } from '../../design/Page.tsx';
import type { LotCardFragment, UpdateProcessInput } from '../../graphql/generated.ts';
import { newProcessForm, type ProcessUpdateForm, processUpdateForm, UPDATE_FIELDS } from './processUpdateForm.ts';
import { StageGuidance } from './StageGuidance.tsx';
import { type ProcessUpdated, useUpdateProcess } from './useUpdateProcess.ts';

export interface ProcessUpdateWizardProps {
  open: boolean;
  returnFocusTo: () => HTMLElement | null;
  lot: LotCardFragment;
  /** chosen when the wizard opens; empty for none */
  stage: Stage | '';
  operatorName: string;
  onClose: () => void;
  onUpdated: (result: ProcessUpdated) => void;
}

/** 'Update Process Step' in four steps (staff specification, sections 2, 4 and 5). Each opening starts anew. */
export function ProcessUpdateWizard(props: ProcessUpdateWizardProps) {
  const openings = useOpenings(props.open);
  return <ProcessUpdate key={openings} {...props} />;
}

function ProcessUpdate({
  open,
  lot,
  stage,
  operatorName,
  onClose,
  onUpdated,
  returnFocusTo,
}: ProcessUpdateWizardProps) {
  // The lot turns to its new stage in the cache while the wizard closes.
  const [from] = useState(lot.currentProcess);
  const [initial] = useState(() => newProcessForm(stage, operatorName, new Date()));
  const update = useUpdateProcess();
  const form = useForm({
    schema: processUpdateForm(from),
    initial,
    open,
    send: (input) => update(lot.id, input),
    onDone: onUpdated,
  });

  const [selectStep, details, operator, review] = UPDATE_FIELDS;
  const steps: WizardStep<ProcessUpdateForm>[] = [
    {
      name: 'Select Step',
      fields: selectStep,
      content: <SelectStep form={form} lotId={lot.lotId} from={from} />,
    },
    { name: 'Details', fields: details, content: <Details form={form} /> },
    {
      name: 'Operator',
      fields: operator,
      content: (
        <TextInput
          form={form}
          field="operatorName"
          label="Operator Name"
          required
          autoComplete="name"
          hint="Who did or oversaw this step."
        />
      ),
    },
    { name: 'Review', fields: review, content: <Review lotId={lot.lotId} values={form.values} /> },
  ];
  return (
    <Wizard
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title="Update Process Step"
      form={form}
      steps={steps}
      action="Update Process"
      busyLabel="Updating..."
      strip={<AssuranceStrip status={lot.deforestationStatus} />}
    />
  );
}

interface StepProps {
  form: Form<ProcessUpdateForm, UpdateProcessInput>;
}

function SelectStep({ form, lotId, from }: StepProps & { lotId: string; from: Stage }) {
  const chosen = form.values.currentProcess;
  return (
    <Flex direction="column" gap="4">
      <Flex gap="2" align="center" wrap="wrap" fontSize="sm">
        <chakra.strong overflowWrap="anywhere">{lotId}</chakra.strong>
        <span>is now</span>
        <StageBadge stage={from} />
      </Flex>
      <SelectInput
        data-autofocus
        form={form}
        field="currentProcess"
        label="Process Step"
        required
        hint="A lot only moves forward; steps may be skipped."
        options={[
          { value: '', label: 'Choose a step' },
          ...laterStages(from).map((later) => ({ value: later, label: inWords(later) })),
        ]}
      />
      {isStage(chosen) && <StageGuidance stage={chosen} />}
    </Flex>
  );
}

function Details({ form }: StepProps) {
  return (
    <Flex direction="column" gap="4">
      <TextAreaInput form={form} field="processDetails" label="Process Details" required maxLength={2000} />
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
        <NumberInput form={form} field="moisture" label="Moisture (optional)" unit="%" />
        <NumberInput form={form} field="temperature" label="Temperature (optional)" unit="°C" />
        <Box gridColumn={{ md: 'span 2' }}>
          <TextInput
            form={form}
            field="location"
            label="Location (optional)"
            placeholder="Drying shed, warehouse, port"
          />
        </Box>
        <TimeInput form={form} field="startTime" label="Start time (optional)" />
        <TimeInput form={form} field="endTime" label="End time (optional)" />
      </Grid>
    </Flex>
  );
}

function Review({ lotId, values }: { lotId: string; values: ProcessUpdateForm }) {
  const reading = (text: string, unit: string) => `${numberFromText(text) ?? DASH}${text.trim() === '' ? '' : unit}`;
  return (
    <Flex direction="column" gap="4">
      <chakra.h3 tabIndex={-1} data-step-start fontWeight="600" _focusVisible={{ outline: 'none' }}>
        Check before you submit
      </chakra.h3>
      <Facts
        items={[
          ['Lot', lotId],
          [
            'Process step',
            isStage(values.currentProcess) ? <StageBadge key="stage" stage={values.currentProcess} /> : DASH,
          ],
          [
            'Process details',
            <chakra.span key="details" whiteSpace="pre-line">
              {values.processDetails.trim()}
            </chakra.span>,
          ],
          ['Moisture', reading(values.moisture, '%')],
          ['Temperature', reading(values.temperature, '°C')],
          ['Location', values.location.trim() || DASH],
          ['Start time', formatDateTime(values.startTime || null)],
          ['End time', formatDateTime(values.endTime || null)],
          ['Operator', values.operatorName.trim()],
        ]}
      />
      <Banner tone="pod">This update cannot be undone after submission.</Banner>
    </Flex>
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
