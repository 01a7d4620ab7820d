import { chakra } from '@chakra-ui/react';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Scene } from '../../design/Scene.tsx';
import { useStaffWords } from '../../words/staffWords.ts';

/** The staff area without a connection at its start: what is kept on this device, and a new try once it is back. */
export default function OfflineGate({ trying, onRetry }: { trying: boolean; onRetry: () => void }) {
  const { say } = useStaffWords();
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const back = (): void => retry();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, []);
  return (
    <EmptyState
      scene={<Scene name="offline" />}
      title={say('gate.offline')}
      action={
        <Button onClick={onRetry} busy={trying} busyLabel={say('again.trying')}>
          {say('again.retry')}
        </Button>
      }
    >
      <p>{say('gate.offlineText')}</p>
      <chakra.ul mt="3" textAlign="start" ps="5" listStyleType="disc">
        <li>{say('gate.storedDrafts')}</li>
        <li>{say('gate.storedDeliveries')}</li>
      </chakra.ul>
    </EmptyState>
  );
}
