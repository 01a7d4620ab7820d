import { Box, chakra, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { Form } from '../../design/form/Form.tsx';
import { DateInput } from '../../design/form/inputs.tsx';
import { useForm, type Sent } from '../../design/form/useForm.ts';
import { Panel } from '../../design/Page.tsx';
import type { Period } from '../../../server/domain/report/reportPeriod.ts';
import { useReportsWords } from '../../words/reportsWords.ts';
import type { Making } from './madeReport.ts';
import { periodForm, presets } from './period.ts';

interface PeriodFormProps {
  /** what the form opens with */
  initial: Period;
  /** the local calendar day, YYYY-MM-DD */
  today: string;
  generate: (period: Period) => Promise<Sent<null, 'from' | 'to'>>;
  /** the report that is made in portions; null: none is */
  making: Making | null;
  onTakeBack: (making: Making) => void;
}

const PRESETS = ['last30', 'thisYear', 'lastYear'] as const;

/** Asks for a period, and says how a report of it is coming along. */
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
          {/* Beside the controls, under whose labels it stands, also when a message stands under them. */}
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

/** The server tells nothing while it reads few lots; of a report of very many it tells how far it is. */
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

/** The server tells nothing while it makes a report: what is known is what it does, and for how long already. */
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
