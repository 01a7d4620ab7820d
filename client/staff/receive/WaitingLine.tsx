import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { TextLink } from '../../design/TextLink.tsx';
import { useReceiveWords } from '../../words/receiveWords.ts';
import { useDeliveries } from './useDeliveries.ts';

/** Sends the waiting deliveries of this device on the other pages of the staff area, and says how many there are. */
export default function WaitingLine() {
  const { say } = useReceiveWords();
  const { waiting } = useDeliveries();
  return (
    <chakra.output display="block" bg="pod.subtle" fontSize="sm" textAlign="center">
      {waiting.length > 0 && (
        <TextLink asChild color="pod" display="inline-block" py="1.5">
          <Link to="/admin/receive">{say('receive.waitingHere', { count: waiting.length })}</Link>
        </TextLink>
      )}
    </chakra.output>
  );
}
