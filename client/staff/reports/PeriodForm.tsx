import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { DateInput } from '../../design/form/inputs.tsx';
import { useForm, type SendResult } from '../../design/form/useForm.ts';
import { Panel } from '../../design/Page.tsx';
import type { Period } from '../../../server/domain/report/reportPeriod.ts';
import { useReportsWords } from '../../words/reportsWords.ts';
import type { Making } from './madeReport.ts';
import { periodForm, presets } from './period.ts';

interface PeriodFormProps {
  /** initial value of the form */
  initial: Period;
  /** the local calendar day, YYYY-MM-DD */
  today: string;
  generate: (period: Period) => Promise<SendResult<null, 'from' | 'to'>>;
  /** the report that is being made in batches; null: none */
  making: Making | null;
  onTakeBack: (making: Making) => void;
}

const PRESETS = ['last30', 'thisYear', 'lastYear'] as const;

/** Form for the period of a report, with the progress of the report. */
export function PeriodForm({ initial, today, generate, making, onTakeBack }: PeriodFormProps) {
  const words = useReportsWords();
  const { say } = words;
  const form = useForm({ schema: periodForm(words), initial: { ...initial }, send: generate });
  const offered = presets(today);
  return (
    <Panel title={say('period.title')}>
      <Form form={form}>
        <Box fontSize="sm" color="fg.muted" mb="3">
          {say('period.hint')}
        </Box>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 12rem)) auto' }}
          gap="3"
          alignItems="start"
        >
          <DateInput
            form={form}
            field="from"
            label={say('period.from')}
            required
            onTyped={() => form.forget(['from'])}
          />
          <DateInput form={form} field="to" label={say('period.to')} required onTyped={() => form.forget(['from'])} />
          {/* Align with the controls below their labels, also when an error message is shown. */}
          <Box pt={{ sm: '1.5625rem' }}>
            <Button type="submit" busy={form.busy} busyLabel={say('period.generating')}>
              {say('period.generate')}
            </Button>
          </Box>
        </Grid>
        <Flex role="group" aria-label={say('period.presets')} gap="2" wrap="wrap" mt="2" ms="-3">
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              variant="quiet"
              size="sm"
              onClick={() => {
                form.set('from', offered[preset].from);
                form.set('to', offered[preset].to);
                form.forget();
              }}
            >
              {say(`period.${preset}`)}
            </Button>
          ))}
        </Flex>
        {form.busy && (making === null ? <Progress /> : <Portions making={making} onTakeBack={onTakeBack} />)}
        {form.failure !== null && (
          <Banner mt="3" onDismiss={() => form.setFailure(null)}>
            {form.failure}
          </Banner>
        )}
      </Form>
    </Panel>
  );
}

/** Progress of a report. The server reports progress only for very large reports, which it makes in batches. */
export function Portions({ making, onTakeBack }: { making: Making; onTakeBack: (making: Making) => void }) {
  const { say } = useReportsWords();
  const { lots, lotsDone } = making;
  return (
    <Flex mt="3" gap="3" align="center" wrap="wrap" fontSize="sm" color="fg.muted">
      <chakra.progress
        aria-label={say('period.generating')}
        w="full"
        h="2"
        accentColor="leaf.solid"
        {...(lots !== null && { value: lotsDone, max: Math.max(1, lots) })}
      />
      <Box flex="1" minW="0" fontVariantNumeric="tabular-nums">
        {lots === null ? say('period.choosing') : say('period.portions', { done: lotsDone, lots })}
      </Box>
      <Button variant="quiet" size="sm" onClick={() => onTakeBack(making)}>
        {say('period.takeBack')}
      </Button>
    </Flex>
  );
}

/** Progress without figures: the server reports none, so show the current step and the elapsed time. */
function Progress() {
  const { say } = useReportsWords();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Box mt="3" fontSize="sm" color="fg.muted">
      <chakra.progress aria-label={say('period.generating')} w="full" h="2" accentColor="leaf.solid" />
      {say('period.progress', { seconds })}
    </Box>
  );
}
