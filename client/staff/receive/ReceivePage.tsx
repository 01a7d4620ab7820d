import { Box, chakra, Flex } from '@chakra-ui/react';
import { CircleCheck, Clock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { localStore } from '../../deviceStorage.ts';
import { Button } from '../../design/Button.tsx';
import { Page, Panel } from '../../design/Page.tsx';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { deviceDrafts } from '../drafts/deviceDrafts.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { DeliveryForm, type SentForm } from './DeliveryForm.tsx';
import { FarmSearch } from './FarmSearch.tsx';
import { ReceiptPanel } from './ReceiptPanel.tsx';
import { FARM_DRAFTS, firstDelivery, nextDelivery, receivedValues, type ReceiveValues } from './receiveForm.ts';
import { createReceiveMemory } from './receiveMemory.ts';
import { useDeliveries } from './useDeliveries.ts';
import { useToday } from './useToday.ts';
import { WaitingDeliveries } from './WaitingDeliveries.tsx';

const memory = createReceiveMemory(localStore);

/** What the page shows: the choice of a farm, a form, or what was sent on a local day. */
type Step =
  | { kind: 'farm' }
  | { kind: 'form'; initial: ReceiveValues; isFilled: boolean; corrects: string | null }
  | { kind: 'sent'; last: SentForm; on: string };

/** Receives deliveries at the scale (docs/spec/staff-screens.md, 'Receive'). */
export default function ReceivePage() {
  const { say } = useReceiveWords();
  const user = useUser();
  const deliveries = useDeliveries();
  const today = useToday();
  useEffect(() => {
    // Without a connection it could not be loaded any more once this page is left.
    import('./WaitingLine.tsx').catch(() => undefined);
  }, []);
  const isFarmer = user.role === 'farmer';
  const fresh = (farmId: string): Step => ({
    kind: 'form',
    initial: firstDelivery(farmId, today, memory.read().temperature),
    isFilled: false,
    corrects: null,
  });
  const [step, setStep] = useState<Step>(() => {
    const drafted = isFarmer ? user.farmId : deviceDrafts.newest(user.id, FARM_DRAFTS)?.values['farmId'];
    return typeof drafted === 'string' && drafted !== '' ? fresh(drafted) : { kind: 'farm' };
  });
  const [sum, setSum] = useState({ count: 0, kg: 0 });
  /** each form is a new one */
  const [forms, setForms] = useState(0);
  const open = (next: Step): void => {
    setStep(next);
    setForms((before) => before + 1);
  };
  const otherFarm = (): void => open({ kind: 'farm' });

  return (
    <Page title={say('receive.title')}>
      {step.kind === 'farm' && <PageIntro>{say('receive.lead')}</PageIntro>}
      <Box maxW="48rem">
        <WaitingDeliveries
          deliveries={deliveries}
          corrected={step.kind === 'form' ? step.corrects : null}
          onCorrect={({ key, input }) =>
            open({ kind: 'form', initial: receivedValues(input), isFilled: true, corrects: key })
          }
        />
      </Box>
      {step.kind === 'farm' && <FarmSearch key={forms} onChoose={(farmId) => open(fresh(farmId))} />}
      {step.kind === 'form' && (
        <DeliveryForm
          key={forms}
          initial={step.initial}
          isFilled={step.isFilled}
          today={today}
          corrects={step.corrects}
          register={deliveries.register}
          onSent={(last) => {
            memory.addFarm(user.id, last.values.farmId);
            setSum(({ count, kg }) => ({ count: count + 1, kg: kg + last.weight }));
            open({ kind: 'sent', last, on: today });
          }}
          // Not if another form has opened meanwhile.
          onRefused={(key) => setStep((now) => (now === step ? { ...step, corrects: key } : now))}
          onStartOver={() => open(step.isFilled ? step : fresh(step.initial.farmId))}
          onOtherFarm={isFarmer ? undefined : otherFarm}
        />
      )}
      {step.kind === 'sent' && (
        <SentPanel
          key={forms}
          last={step.last}
          sum={sum}
          onNext={() =>
            open({
              kind: 'form',
              initial: nextDelivery(step.last.values, step.on, today),
              isFilled: true,
              corrects: null,
            })
          }
          onOtherFarm={isFarmer ? undefined : otherFarm}
        />
      )}
    </Page>
  );
}

interface SentPanelProps {
  last: SentForm;
  /** deliveries since the page was opened */
  sum: { count: number; kg: number };
  onNext: () => void;
  onOtherFarm: (() => void) | undefined;
}

/** What became of the delivery, its receipt, and the way to the next one, which has the focus. */
function SentPanel({ last, sum, onNext, onOtherFarm }: SentPanelProps) {
  const { say, formatKg } = useReceiveWords();
  const { sent, values, weight } = last;
  const ways = useRef<HTMLDivElement>(null);
  useEffect(() => ways.current?.querySelector('button')?.focus(), []);
  const isKept = sent.kind === 'kept';
  const net = formatKg(weight);
  return (
    <Panel maxW="48rem">
      <Flex direction="column" gap="4">
        <Flex role="status" gap="3" align="flex-start" color={isKept ? 'pod' : 'leaf'}>
          {isKept ? <Clock aria-hidden /> : <CircleCheck aria-hidden />}
          <Box minW="0">
            <chakra.h2 fontSize="lg" fontWeight="600" overflowWrap="anywhere">
              {isKept ? say('receive.kept', { net }) : say('receive.done', { lotId: sent.lotId, net })}
            </chakra.h2>
            <Box color="fg" fontSize="sm">
              {say('receive.doneFrom', { farmId: values.farmId, farmer: values.farmerName })}
            </Box>
            {isKept && (
              <Box color="fg" fontSize="sm">
                {say('receive.storedText')}
              </Box>
            )}
          </Box>
        </Flex>
        <Flex ref={ways} gap="3" wrap="wrap">
          <Button size="lg" minH="14" flex="1 1 12rem" onClick={onNext}>
            {say('receive.next')}
          </Button>
          {onOtherFarm !== undefined && (
            <Button size="lg" minH="14" flex="1 1 12rem" variant="secondary" onClick={onOtherFarm}>
              {say('receive.anotherFarm')}
            </Button>
          )}
        </Flex>
        <Box fontSize="sm" color="fg.muted">
          {say('receive.today', { count: sum.count, net: formatKg(sum.kg) })}
        </Box>
        {sent.kind === 'registered' && <ReceiptPanel lotId={sent.lotId} />}
      </Flex>
    </Panel>
  );
}
