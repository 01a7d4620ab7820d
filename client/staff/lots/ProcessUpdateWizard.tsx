import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { Check, LockKeyhole, Minus } from 'lucide-react';
import { useState } from 'react';
import { isCompliant, DEFORESTATION_STATUSES } from '../../../server/domain/deforestation.ts';
import { isStage, laterStages, type Stage } from '../../../server/domain/stages.ts';
import { StageBadge } from '../../design/Badge.tsx';
import { Banner } from '../../design/Banner.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput, TimeInput } from '../../design/form/inputs.tsx';
import { type Form, useForm } from '../../design/form/useForm.ts';
import { useOpenings } from '../../design/useOpenings.ts';
import { Wizard, type WizardStep } from '../../design/wizard/Wizard.tsx';
import { DASH } from '../../words/format.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { Facts } from '../../design/Page.tsx';
import type { LotCardFragment, UpdateProcessInput } from '../../graphql/generated.ts';
import { newProcessForm, type ProcessUpdateForm, processUpdateForm, UPDATE_FIELDS } from './processUpdateForm.ts';
import { StageGuidance } from './StageGuidance.tsx';
import { typed } from './typedFigure.ts';
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
  const { say } = useStaffWords();
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
      name: say('update.selectStep'),
      fields: selectStep,
      content: <SelectStep form={form} lotId={lot.lotId} from={from} />,
    },
    { name: say('update.details'), fields: details, content: <Details form={form} /> },
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
    { name: say('update.review'), fields: review, content: <Review lotId={lot.lotId} values={form.values} /> },
  ];
  return (
    <Wizard
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      title={say('update.title')}
      form={form}
      steps={steps}
      action={say('update.action')}
      busyLabel={say('update.busy')}
      strip={<AssuranceStrip status={lot.deforestationStatus} />}
    />
  );
}

interface StepProps {
  form: Form<ProcessUpdateForm, UpdateProcessInput>;
}

function SelectStep({ form, lotId, from }: StepProps & { lotId: string; from: Stage }) {
  const { say } = useStaffWords();
  const chosen = form.values.currentProcess;
  return (
    <Flex direction="column" gap="4">
      <Flex gap="2" align="center" wrap="wrap" fontSize="sm">
        <chakra.strong overflowWrap="anywhere">{lotId}</chakra.strong>
        <span>{say('update.isNow')}</span>
        <StageBadge stage={from} />
      </Flex>
      <SelectInput
        data-autofocus
        form={form}
        field="currentProcess"
        label={say('update.step')}
        required
        hint={say('update.stepHint')}
        options={[
          { value: '', label: say('update.choose') },
          ...laterStages(from).map((later) => ({ value: later, label: say(`stage.${later}`) })),
        ]}
      />
      {isStage(chosen) && <StageGuidance stage={chosen} />}
    </Flex>
  );
}

function Details({ form }: StepProps) {
  const { say } = useStaffWords();
  return (
    <Flex direction="column" gap="4">
      <TextAreaInput
        form={form}
        field="processDetails"
        label={say('update.processDetails')}
        required
        maxLength={2000}
      />
      <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="4">
        <NumberInput form={form} field="moisture" label={say('update.moisture')} unit={say('unit.percent')} />
        <NumberInput form={form} field="temperature" label={say('update.temperature')} unit={say('unit.celsius')} />
        <Box gridColumn={{ md: 'span 2' }}>
          <TextInput
            form={form}
            field="location"
            label={say('update.place')}
            placeholder={say('update.placeExample')}
          />
        </Box>
        <TimeInput form={form} field="startTime" label={say('update.start')} />
        <TimeInput form={form} field="endTime" label={say('update.end')} />
      </Grid>
    </Flex>
  );
}

function Review({ lotId, values }: { lotId: string; values: ProcessUpdateForm }) {
  const words = useStaffWords();
  const { say, formatDateTime } = words;
  return (
    <Flex direction="column" gap="4">
      <chakra.h3 tabIndex={-1} data-step-start fontWeight="600" _focusVisible={{ outline: 'none' }}>
        {say('update.check')}
      </chakra.h3>
      <Facts
        items={[
          [say('update.review.lot'), lotId],
          [
            say('update.review.step'),
            isStage(values.currentProcess) ? <StageBadge key="stage" stage={values.currentProcess} /> : DASH,
          ],
          [
            say('update.review.details'),
            <chakra.span key="details" whiteSpace="pre-line">
              {values.processDetails.trim()}
            </chakra.span>,
          ],
          [say('update.review.moisture'), typed(words, values.moisture, 'typed.percent')],
          [say('update.review.temperature'), typed(words, values.temperature, 'typed.celsius')],
          [say('update.review.place'), values.location.trim() || DASH],
          [say('update.review.start'), formatDateTime(values.startTime || null)],
          [say('update.review.end'), formatDateTime(values.endTime || null)],
          [say('update.review.operator'), values.operatorName.trim()],
        ]}
      />
      <Banner tone="pod">{say('update.final')}</Banner>
    </Flex>
  );
}

/** The specified strip. 'EUDR Compliant' carries a tick only when this lot's status says so. */
function AssuranceStrip({ status }: { status: string }) {
  const { say } = useStaffWords();
  const known = DEFORESTATION_STATUSES.find((name) => name === status);
  const compliant = known !== undefined && isCompliant(known);
  const item = (text: string, on: boolean) => (
    <Flex align="center" gap="1.5" color={on ? 'leaf' : 'fg.muted'}>
      {on ? <Check aria-hidden size={14} strokeWidth={2} /> : <Minus aria-hidden size={14} strokeWidth={2} />}
      <span>{text}</span>
      {!on && <chakra.span fontWeight="400">{say('assurance.notYet')}</chakra.span>}
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
      {item(say('assurance.ledger'), true)}
      {item(say('assurance.traceability'), true)}
      {item(say('assurance.eudr'), compliant)}
      <Flex align="center" gap="1.5" ms={{ md: 'auto' }} color="fg.muted">
        <LockKeyhole aria-hidden size={14} strokeWidth={1.75} />
        <span>{say('assurance.immutable')}</span>
      </Flex>
    </Flex>
  );
}
