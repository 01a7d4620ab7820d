import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { useStaffWords } from '../../words/staffWords.ts';

/** Asks again for what could not be loaded; a failure shows where the first one does. */
export function Retry({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const { say } = useStaffWords();
  const [trying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    await Promise.allSettled([onRetry()]);
    setTrying(false);
  };
  return (
    <Button variant="secondary" size="sm" busy={trying} busyLabel={say('again.trying')} onClick={() => void retry()}>
      {say('again.retry')}
    </Button>
  );
}
