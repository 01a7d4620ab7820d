import { useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { useStaffWords } from '../../words/staffWords.ts';

/** Button that reloads data after a failed request. The caller still shows the error of the retry. */
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
