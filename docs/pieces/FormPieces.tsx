import { Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { LOT_MESSAGES, lotFields } from '../../server/domain/lot/lotInput.ts';
import { Banner } from '../../client/design/Banner.tsx';
import { Button } from '../../client/design/Button.tsx';
import { Form } from '../../client/design/form/Form.tsx';
import {
  CheckboxGroupInput,
  CheckboxInput,
  ComboboxInput,
  DateInput,
  NumberInput,
  SelectInput,
  TextAreaInput,
  TextInput,
  TimeInput,
} from '../../client/design/form/inputs.tsx';
import { typedFigure } from '../../client/design/form/numberText.ts';
import { type SendResult, useForm } from '../../client/design/form/useForm.ts';
import { useOpenings } from '../../client/design/useOpenings.ts';
import { Wizard } from '../../client/design/wizard/Wizard.tsx';
import { WizardSteps } from '../../client/design/wizard/WizardSteps.tsx';
import { Columns, Row, Shown, State } from './Shown.tsx';

const fields = lotFields('2026-12-31');
const LOT = z.object({
  lotId: fields.lotId,
  weight: typedFigure(fields.weight),
  harvestDate: fields.harvestDate,
  startTime: z.string(),
  cacaoVariety: z.string().pipe(fields.cacaoVariety),
  farmer: z.string(),
  details: fields.farmerName,
  certifications: fields.certifications,
  consent: z.boolean().refine((given) => given, LOT_MESSAGES.consent),
});
const EMPTY: z.input<typeof LOT> = {
  lotId: '',
  weight: '',
  harvestDate: '',
  startTime: '2026-03-14T08:30',
  cacaoVariety: 'Trinitario',
  farmer: '',
  details: '',
  certifications: [],
  consent: false,
};
const VARIETIES = ['Trinitario', 'Forastero', 'Criollo'].map((name) => ({ value: name, label: name }));
const FARMERS = ['Maria Kaupa', 'Peter Wani'].map((name) => ({ value: name, label: name }));

type Answer = () => Promise<SendResult<null, 'lotId'>>;
const done: Answer = async () => ({ kind: 'done', result: null });
const refused: Answer = async () => ({ kind: 'failed', message: 'This lot number is taken', field: 'lotId' });

/** The pieces of client/design/form and client/design/wizard: press the buttons to see what they say. */
export function FormPieces() {
  const form = useForm({ schema: LOT, initial: EMPTY, send: refused });
  return (
    <>
      <Shown
        title="Forms"
        pieces={[
          'Form',
          'TextInput',
          'NumberInput',
          'DateInput',
          'TimeInput',
          'SelectInput',
          'ComboboxInput',
          'TextAreaInput',
          'CheckboxInput',
          'CheckboxGroupInput',
        ]}
      >
        <Form form={form} display="grid" gap="5">
          {form.failure !== null && <Banner onDismiss={() => form.setFailure(null)}>{form.failure}</Banner>}
          <Columns>
            <TextInput form={form} field="lotId" label="Lot ID" required />
            <NumberInput form={form} field="weight" label="Weight" unit="kg" required />
            <DateInput form={form} field="harvestDate" label="Harvest date" required />
            <TimeInput form={form} field="startTime" label="Start time" />
            <SelectInput form={form} field="cacaoVariety" label="Variety" options={VARIETIES} />
            <ComboboxInput form={form} field="farmer" label="Farmer" options={FARMERS} />
            <TextAreaInput form={form} field="details" label="Details" required />
          </Columns>
          <CheckboxGroupInput
            form={form}
            field="certifications"
            label="Certifications"
            options={['Organic', 'Fair Trade', 'UTZ']}
          />
          <CheckboxInput form={form} field="consent" label="I accept" required />
          <Row>
            <Button type="submit" busy={form.busy} busyLabel="Sending...">
              Send a form
            </Button>
          </Row>
        </Form>
      </Shown>
      <WizardPieces />
    </>
  );
}

type Open = 'done' | 'refused' | 'closed over' | null;

function WizardPieces() {
  const [open, setOpen] = useState<Open>(null);
  const [told, setTold] = useState(0);
  const openings = useOpenings(open !== null);
  const answerIt = useRef(() => {});
  // What no screen does: it takes the wizard away while it sends.
  const closedOver: Answer = async () => {
    setOpen(null);
    await new Promise<void>((resolve) => {
      answerIt.current = resolve;
    });
    return done();
  };
  const answers = { done, refused, 'closed over': closedOver };
  return (
    <Shown title="Wizard" pieces={['Wizard', 'WizardSteps']}>
      <State name="its first, a middle and its last step">
        {[1, 2, 3].map((current) => (
          <WizardSteps key={current} steps={['Basic Info', 'Quality', 'Review']} current={current} />
        ))}
      </State>
      <Row>
        <Button variant="secondary" onClick={() => setOpen('done')}>
          Open a wizard
        </Button>
        <Button variant="secondary" onClick={() => setOpen('refused')}>
          Open one that is refused
        </Button>
        <Button variant="secondary" onClick={() => setOpen('closed over')}>
          Open one that is closed over its sending
        </Button>
        <Button variant="quiet" onClick={() => answerIt.current()}>
          Answer that one
        </Button>
        <span role="status">Results told: {told}</span>
      </Row>
      <LotWizard
        key={openings}
        open={open !== null}
        answer={answers[open ?? 'done']}
        onClose={() => setOpen(null)}
        onDone={() => {
          setTold(told + 1);
          setOpen(null);
        }}
      />
    </Shown>
  );
}

interface LotWizardProps {
  open: boolean;
  answer: Answer;
  onClose: () => void;
  onDone: () => void;
}

function LotWizard({ open, answer, onClose, onDone }: LotWizardProps) {
  const form = useForm({ schema: LOT, initial: { ...EMPTY, details: 'Peter Wani' }, open, send: answer, onDone });
  return (
    <Wizard
      open={open}
      onClose={onClose}
      title="Register a lot"
      form={form}
      action="Register"
      busyLabel="Registering..."
      notice="Over the form stands what a person should know in each step."
      strip="Below the buttons stands what holds for all steps."
      steps={[
        {
          name: 'Basic Info',
          fields: ['lotId', 'harvestDate'],
          content: (
            <Flex direction="column" gap="4">
              <TextInput form={form} field="lotId" label="Lot ID" required />
              <DateInput form={form} field="harvestDate" label="Harvest date" required />
            </Flex>
          ),
        },
        {
          name: 'Quality',
          fields: ['weight'],
          content: <NumberInput form={form} field="weight" label="Weight" unit="kg" required />,
        },
        {
          name: 'Review',
          fields: ['consent'],
          content: <CheckboxInput form={form} field="consent" label="I accept" required />,
        },
      ]}
    />
  );
}
