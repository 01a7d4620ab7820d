import { useState } from 'react';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { errorMessage } from '../../graphql/messages.ts';
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

interface LoadFailureProps {
  title: string;
  error: Error;
  onRetry: () => Promise<unknown>;
}

/** Says what could not be loaded and why, with a button that loads it again. */
export function LoadFailure({ title, error, onRetry }: LoadFailureProps) {
  const words = useStaffWords();
  return (
    <Banner title={title} action={<Retry onRetry={onRetry} />}>
      {errorMessage(words, error)}
    </Banner>
  );
}
