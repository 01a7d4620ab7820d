import { Banner } from '../../../design/Banner.tsx';
import { Button } from '../../../design/Button.tsx';
import { useLotListWords } from '../../../words/lotListWords.ts';

export interface StaleBannerProps {
  /** null: the data is current */
  failure: string | null;
  retrying: boolean;
  onRetry: () => void;
}

/** Explains why the shown lots could not be refreshed. */
export function StaleBanner({ failure, retrying, onRetry }: StaleBannerProps) {
  const { say } = useLotListWords();
  if (failure === null) return null;
  return (
    <Banner
      tone="pod"
      mb="2"
      action={
        <Button size="sm" variant="secondary" busy={retrying} busyLabel={say('again.trying')} onClick={onRetry}>
          {say('again.try')}
        </Button>
      }
    >
      {say('lots.stale', { reason: failure })}
    </Banner>
  );
}
