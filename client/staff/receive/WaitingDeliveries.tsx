import { Box, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/Dialog.tsx';
import { Panel } from '../../design/Page.tsx';
import { useReceiveWords } from '../../words/receiveWords.ts';
import type { WaitingDelivery } from './deliveryOutbox.ts';
import type { DeliveriesState } from './useDeliveries.ts';

interface WaitingDeliveriesProps {
  deliveries: DeliveriesState;
  /** key of the one that the form corrects, which is not listed; null: none */
  corrected: string | null;
  /** fills the form with a refused delivery */
  onCorrect: (refused: WaitingDelivery) => void;
}

/** Deliveries on this device that the server has not answered, or refused. */
export function WaitingDeliveries({ deliveries, corrected, onCorrect }: WaitingDeliveriesProps) {
  const { say } = useReceiveWords();
  const { sending, sendAgain, remove } = deliveries;
  const waiting = deliveries.waiting.filter(({ key }) => key !== corrected);
  if (waiting.length === 0) return null;
  const isDue = waiting.some(({ refused }) => refused === null);
  return (
    <Panel
      title={say(isDue ? 'receive.waiting' : 'receive.notRegistered')}
      actions={
        isDue && (
          <Button
            size="sm"
            variant="secondary"
            busy={sending}
            busyLabel={say('receive.sending')}
            onClick={() => void sendAgain()}
          >
            {say('receive.sendAgain')}
          </Button>
        )
      }
    >
      <Flex as="ul" direction="column" gap="3" listStyleType="none">
        {waiting.map((one) => (
          <DeliveryRow key={one.key} waiting={one} onCorrect={onCorrect} onDiscard={() => remove(one.key)} />
        ))}
      </Flex>
    </Panel>
  );
}

interface DeliveryRowProps {
  waiting: WaitingDelivery;
  onCorrect: (refused: WaitingDelivery) => void;
  onDiscard: () => void;
}

function DeliveryRow({ waiting, onCorrect, onDiscard }: DeliveryRowProps) {
  const { say, formatKg, formatDateTime } = useReceiveWords();
  const [asking, setAsking] = useState(false);
  const { at, input, refused } = waiting;
  const { farmId } = input;
  const net = formatKg(input.weight);
  return (
    <chakra.li fontSize="sm">
      <Box overflowWrap="anywhere">{say('receive.waitingLine', { farmId, net, at: formatDateTime(at) })}</Box>
      {refused !== null && (
        <>
          <Box color="alarm">{say('receive.refused', { reason: refused })}</Box>
          <Flex gap="2" mt="1">
            <Button size="sm" variant="secondary" onClick={() => onCorrect(waiting)}>
              {say('receive.correct')}
            </Button>
            <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
              {say('receive.discard')}
            </Button>
          </Flex>
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            title={say('receive.discardTitle')}
            message={say('receive.discardText', { farmId, net })}
            action={say('receive.discard')}
            danger
            onConfirm={onDiscard}
          />
        </>
      )}
    </chakra.li>
  );
}
